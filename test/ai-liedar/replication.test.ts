import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import schema from "../../schemas/ai-liedar/tables/replication.schema.json" with { type: "json" };
import { type PublishedFigure, publishedFigures } from "../../src/ai-liedar/replication/published.ts";
import { validationFigures } from "../../src/ai-liedar/replication/validation.ts";
import { CATEGORIES, type Category } from "../../src/ai-liedar/scenarios/scenario.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import ratesStage from "../../stages/ai-liedar/rates.ts";
import replication from "../../stages/ai-liedar/tables/replication.ts";
import { label } from "./synthetic-labels.ts";

const FILE = "data/published/ai-liedar.csv";
const TEXT = readFileSync(FILE, "utf8");
const FIGURES = publishedFigures(TEXT, FILE);
const MODELS = ["gpt-4o", "gpt-3.5-turbo", "llama-3-70b", "llama-3-8b", "mixtral-8x7b", "mixtral-8x22b"];
const PARAMS = {
  liedar_resamples: 200,
  liedar_seed: 7,
  human: ["gpt-4o"],
  truthfulness_judge: ["gpt-4o"],
  goal_judge: ["gpt-4o"],
};

const FINE = ["truthful", "concealment", "equivocation", "falsification"] as const;
/** Episodes behind each published base rate. */
const EPISODES = { benefits: 120, public_image: 110, emotion: 60 } as const;

function published(
  table: PublishedFigure["table"],
  category: string,
  model: string,
  measure: string,
): number {
  const figure = FIGURES.find(
    (each) =>
      each.table === table && each.category === category && each.model === model && each.measure === measure,
  );
  if (figure === undefined) throw new Error(`no ${table} ${category} ${model} ${measure}`);
  return figure.percent;
}

describe("the published data", () => {
  test("has 378 figures of the six models", () => {
    expect(FIGURES.length).toBe(378);
    expect([...new Set(FIGURES.flatMap(({ model }) => model ?? []))]).toEqual(MODELS);
    expect(FIGURES.find(({ table, measure }) => table === "overall" && measure === "utility")?.decimals).toBe(
      1,
    );
    expect(FIGURES.find(({ measure }) => measure === "truthful")?.decimals).toBe(2);
  });

  test("its overall table is the unweighted mean of its categories, in all 24 cells within rounding", () => {
    const measures = {
      utility: ["utility"],
      truthful: ["truthful"],
      partial_lie: ["concealment", "equivocation"],
      falsification: ["falsification"],
    };
    const off: string[] = [];
    for (const model of MODELS)
      for (const [measure, parts] of Object.entries(measures)) {
        const sums = CATEGORIES.map((category) =>
          parts.reduce((sum, part) => sum + published("base_by_category", category, model, part), 0),
        );
        const mean = sums.reduce((sum, value) => sum + value, 0) / 3;
        // Half a unit of the overall figure's last decimal, and of the two decimals of each part.
        const rounding = (measure === "utility" ? 0.05 : 0.005) + 0.005 * parts.length + 1e-9;
        if (Math.abs(mean - published("overall", "all", model, measure)) > rounding)
          off.push(`${model} ${measure}`);
      }
    expect(off).toEqual([]);
  });

  test("three columns of public image sum to 109 of 110, all others to 100", () => {
    const short = MODELS.flatMap((model) =>
      CATEGORIES.filter((category) => {
        const sum = FINE.reduce(
          (total, fine) => total + published("base_by_category", category, model, fine),
          0,
        );
        return Math.abs(sum - 100) > 0.021;
      }).map((category) => `${model} ${category}`),
    );
    expect(short).toEqual([
      "gpt-3.5-turbo public_image",
      "llama-3-70b public_image",
      "llama-3-8b public_image",
    ]);
  });
});

/** Episodes that have the published base counts, spread over 20 scenarios; utility is not known. */
function publishedLabels(model: string): LabelsRow[] {
  return CATEGORIES.flatMap((category: Category) => {
    const n = EPISODES[category];
    const counts = FINE.map((fine) =>
      Math.round((published("base_by_category", category, model, fine) * n) / 100),
    );
    const verdicts: LabelsRow["fine"][] = FINE.flatMap((fine, k) =>
      new Array(counts[k] as number).fill(fine),
    );
    while (verdicts.length < n) verdicts.push(null);
    return verdicts.map((fine, i) =>
      label(category, `s${i % 20}`, fine, { model, repeat: Math.floor(i / 20), utility: null }),
    );
  });
}

describe("replication", () => {
  const labels = ["gpt-4o", "llama-3-8b"].flatMap(publishedLabels);
  const rates = ratesStage({ labels }, PARAMS);
  const made = replication({ published: { [FILE]: TEXT }, rates }, PARAMS);
  const row = (table: string, category: string, model: string | null, measure: string) =>
    made.rows.find(
      (each) =>
        each.table === table &&
        each.category === category &&
        each.model === model &&
        each.measure === measure,
    );

  test("episodes with the published counts give the published rates, and all are inside their intervals", () => {
    const here = made.rows.filter((each) => each.here !== null);
    // Two models: four labels in three categories, and three labels overall.
    expect(here.length).toBe(2 * (3 * 4 + 3));
    expect(new Set(here.map((each) => each.status))).toEqual(new Set(["inside the interval"]));
    for (const each of here.filter(({ model }) => model === "gpt-4o"))
      expect(
        Math.abs((each.here as number) - each.published),
        `${each.category} ${each.measure}`,
      ).toBeLessThanOrEqual(0.005 + 1e-9);
    expect(row("overall", "all", "gpt-4o", "truthful")).toMatchObject({ n: 290, published: 40.88 });
    // One of 110 verdicts is missing there: it is left out here and was counted there.
    expect(row("base_by_category", "public_image", "llama-3-8b", "truthful")?.n).toBe(109);
  });

  test("what the run lacks is not here", () => {
    expect(row("base_by_category", "benefits", "mixtral-8x7b", "truthful")).toMatchObject({
      here: null,
      here_lo: null,
      here_hi: null,
      n: null,
      status: "not here",
    });
    expect(row("base_by_category", "benefits", "gpt-4o", "utility")?.status).toBe("not here");
    expect(row("human_validation", "emotion", null, "agreement_fine")?.status).toBe("not here");
    expect(validateRows(made.rows, readSchema(schema, "replication.schema.json"))).toEqual([]);
    expect(made.caption).toMatch(
      /^Of 378 published figures .* 30 are inside the interval here, 0 outside, .* 348 are not here\./,
    );
  });

  test("a rate far from the published one is outside; one without an interval says so", () => {
    const other = rates.map((each) =>
      each.measure === "truthful" && each.model === "gpt-4o"
        ? { ...each, rate: 99, rate_lo: 98, rate_hi: 100 }
        : each,
    );
    const lacking = other.map((each) =>
      each.measure === "falsification" ? { ...each, rate_lo: null } : each,
    );
    const { rows } = replication({ published: { [FILE]: TEXT }, rates: lacking }, PARAMS);
    const count = (status: string) => rows.filter((each) => each.status === status).length;
    expect([count("outside"), count("no interval")]).toEqual([4, 8]);
  });

  test("half a unit of the last decimal is allowed at the ends of the interval", () => {
    const at = (low: number) => {
      const moved = rates.map((each) => ({ ...each, rate_lo: low, rate_hi: 100 }));
      const { rows } = replication({ published: { [FILE]: TEXT }, rates: moved }, PARAMS);
      return rows.find(
        (each) => each.table === "overall" && each.model === "gpt-4o" && each.measure === "truthful",
      )?.status;
    };
    expect([at(40.884), at(40.886)]).toEqual(["inside the interval", "outside"]);
  });

  test("tables of annotated episodes fill the rows of human validation, in percent", () => {
    const human_agreement = [
      { category: "emotion", episodes: 40, exact_match_fine: 0.55, exact_match_coarse: null },
      { category: "pooled", episodes: 120, exact_match_fine: 0.6, exact_match_coarse: 0.7 },
    ];
    const judge_accuracy = [{ category: "benefits", compared: 38, accuracy: 0.875, macro_f1: 0.75 }];
    const filled = replication(
      { published: { [FILE]: TEXT }, rates, human_agreement, judge_accuracy },
      PARAMS,
    ).rows.filter((each) => each.table === "human_validation" && each.status !== "not here");
    expect(
      filled.map(({ category, measure, published, here, n, status }) => [
        category,
        measure,
        published,
        here,
        n,
        status,
      ]),
    ).toEqual([
      ["emotion", "agreement_fine", 51.7, 0.55 * 100, 40, "no interval"],
      ["benefits", "judge_accuracy_coarse", 90, 87.5, 38, "no interval"],
      ["benefits", "judge_f1_coarse", 79.7, 75, 38, "no interval"],
    ]);
    expect(validationFigures([], [])).toEqual([]);
  });
});

describe("the published file", () => {
  const head = "table,category,condition,model,measure,percent\n";
  test.each([
    [
      "overall,all,base,gpt-4o,utility,101\n",
      'f.csv:2:33: percent requires a number from 0 to 100, got "101"',
    ],
    ["overal,all,base,gpt-4o,utility,1\n", "f.csv:2:1: table requires one of overall, base_by_category"],
    ["overall,all,bas,gpt-4o,utility,1\n", "f.csv:2:13: condition requires one of base"],
    [
      "overall,all,base,m,utility,1\noverall,all,base,m,utility,2\n",
      "f.csv:3:1: a figure requires one line, got a second one (first: line 2)",
    ],
    ["overall,all,base,m,,1\n", "f.csv:2:20: measure requires a name, got an empty cell"],
  ])("%j is refused", (line, message) => {
    expect(() => publishedFigures(head + line, "f.csv")).toThrow(message);
  });
});
