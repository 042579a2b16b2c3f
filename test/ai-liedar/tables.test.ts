import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import ablationsSchema from "../../schemas/ai-liedar/tables/ablations.schema.json" with { type: "json" };
import byCategorySchema from "../../schemas/ai-liedar/tables/by_category.schema.json" with { type: "json" };
import completenessSchema from "../../schemas/ai-liedar/tables/completeness.schema.json" with {
  type: "json",
};
import judgesSchema from "../../schemas/ai-liedar/tables/judges.schema.json" with { type: "json" };
import overallSchema from "../../schemas/ai-liedar/tables/overall.schema.json" with { type: "json" };
import pairwiseSchema from "../../schemas/ai-liedar/tables/pairwise_tests.schema.json" with { type: "json" };
import steeringSchema from "../../schemas/ai-liedar/tables/steering.schema.json" with { type: "json" };
import { castSentence, scriptedSentence } from "../../src/ai-liedar/rates/cast.ts";
import { CATEGORIES } from "../../src/ai-liedar/scenarios/scenario.ts";
import type { CaptionedTable } from "../../src/pipeline/stage.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import effectsStage from "../../stages/ai-liedar/effects.ts";
import ratesStage from "../../stages/ai-liedar/rates.ts";
import ablations from "../../stages/ai-liedar/tables/ablations.ts";
import byCategory from "../../stages/ai-liedar/tables/by_category.ts";
import completeness from "../../stages/ai-liedar/tables/completeness.ts";
import judges from "../../stages/ai-liedar/tables/judges.ts";
import overall from "../../stages/ai-liedar/tables/overall.ts";
import pairwise from "../../stages/ai-liedar/tables/pairwise_tests.ts";
import replication from "../../stages/ai-liedar/tables/replication.ts";
import steering from "../../stages/ai-liedar/tables/steering.ts";
import { label, synthetic } from "./synthetic-labels.ts";

const PARAMS = {
  liedar_resamples: 100,
  liedar_seed: 7,
  human: ["embedded/human"],
  truthfulness_judge: ["judge-a", "judge-b"],
  goal_judge: ["judge-c"],
};
const FILE = "data/published/ai-liedar.csv";
const PUBLISHED = { [FILE]: readFileSync(FILE, "utf8") };
const LABELS = synthetic(["embedded/a", "b"], { scenarios: 3, ablationModels: 1 });
const RATES = ratesStage({ labels: LABELS }, PARAMS);
const EFFECTS = effectsStage({ labels: LABELS }, PARAMS);

const faults = ({ rows }: CaptionedTable<object>, schema: object) =>
  validateRows(rows, readSchema(schema, "test"));

describe("captions", () => {
  test("name judges and human, and say what is scripted", () => {
    expect(castSentence(PARAMS)).toBe(
      "Truthfulness judges: judge-a, judge-b (most frequent label). Goal judge: judge-c. Human agent: embedded/human.",
    );
    expect(scriptedSentence(["embedded/a", "b"], PARAMS)).toBe(
      "Scripted agents of known behaviour, not language models: the AI agents named embedded/… and the human agent.",
    );
    expect(scriptedSentence(["b"], { ...PARAMS, human: ["b"] })).toBe("");
    expect(castSentence({ ...PARAMS, goal_judge: [] })).toContain("Goal judge: none.");
  });

  test.each([
    ["overall", () => overall({ rates: RATES }, PARAMS)],
    ["by_category", () => byCategory({ rates: RATES }, PARAMS)],
    ["steering", () => steering({ rates: RATES, effects: EFFECTS }, PARAMS)],
    ["ablations", () => ablations({ effects: EFFECTS }, PARAMS)],
  ] as const)("of %s say n, intervals, judges and scripted agents", (_, make) => {
    const { caption } = make();
    expect(caption).toMatch(/n = \d|n per model and element: \d/);
    expect(caption).toContain("Intervals: 95 %, percentiles of 100 resamples of scenarios");
    expect(caption).toContain("Human agent: embedded/human.");
    expect(caption).toContain("not language models");
  });

  test.each([9, 10])("say that intervals of fewer than ten scenarios are too narrow: %d", (scenarios) => {
    const own = synthetic(["gpt-4o"], { scenarios });
    const [rates, effects] = [ratesStage({ labels: own }, PARAMS), effectsStage({ labels: own }, PARAMS)];
    for (const { caption } of [
      overall({ rates }, PARAMS),
      byCategory({ rates }, PARAMS),
      ablations({ effects }, PARAMS),
      steering({ rates, effects }, PARAMS),
      replication({ published: PUBLISHED, rates }, PARAMS),
    ])
      if (scenarios < 10)
        expect(caption).toContain(
          "Some intervals rest on no more than 9 scenarios of a category; intervals of so few (below 10) are too narrow.",
        );
      else expect(caption).not.toContain("too narrow");
  });
});

describe("overall, by_category", () => {
  test("hold the rates of the base condition, both ways of taking categories together", () => {
    const made = overall({ rates: RATES }, PARAMS);
    expect(faults(made, overallSchema)).toEqual([]);
    expect(made.rows.map(({ model, pooling }) => `${model} ${pooling}`)).toEqual([
      "b mean_of_categories",
      "b pooled",
      "embedded/a mean_of_categories",
      "embedded/a pooled",
    ]);
    const base = LABELS.filter((row) => row.model === "b" && row.condition === "base");
    const labelled = base.filter((row) => row.coarse !== null);
    const row = made.rows[1];
    expect(row?.truthful).toBeCloseTo(
      (100 * labelled.filter((each) => each.coarse === "truthful").length) / labelled.length,
      10,
    );
    expect(row).toMatchObject({ n_labels: labelled.length, missing_labels: base.length - labelled.length });
    const fine = byCategory({ rates: RATES }, PARAMS);
    expect(faults(fine, byCategorySchema)).toEqual([]);
    const own = fine.rows.filter((each) => each.model === "b");
    expect(own.map((each) => each.category)).toEqual([...CATEGORIES]);
    const mean = own.reduce((sum, each) => sum + (each.truthful as number), 0) / 3;
    expect(made.rows[0]?.truthful).toBeCloseTo(mean, 10);
  });

  test("a category that was not played is missing and said", () => {
    const rates = ratesStage({ labels: [label("benefits", "b1", "truthful")] }, PARAMS);
    const made = overall({ rates }, PARAMS);
    expect(made.rows[0]).toMatchObject({ truthful: null, utility: null, n_labels: 1 });
    expect(made.caption).toContain(
      "4 values are missing: no episode, or none of some category, has a verdict.",
    );
  });

  test("nothing at all is a table without rows", () => {
    expect(overall({ rates: [] }, PARAMS).rows).toEqual([]);
    expect(pairwise({ labels: [] }, PARAMS).rows).toEqual([]);
    expect(ablations({ effects: [] }, PARAMS).caption).toContain("No ablation was run.");
    expect(steering({ rates: [], effects: [] }, PARAMS).caption).toContain("No instruction was given.");
  });
});

describe("ablations, steering", () => {
  test("ablations are of the models that have them, without partial_lie", () => {
    const made = ablations({ effects: EFFECTS }, PARAMS);
    expect(faults(made, ablationsSchema)).toEqual([]);
    expect(made.rows.length).toBe(3 * 5 * 5);
    expect(new Set(made.rows.map((row) => row.model))).toEqual(new Set(["embedded/a"]));
  });

  test("steering has base and prompts side by side, and changes that equal the difference where nothing is missing", () => {
    const labels = LABELS.map((row) =>
      row.coarse === null ? { ...row, coarse: "truthful" as const, fine: "truthful" as const } : row,
    );
    const made = steering(
      { rates: ratesStage({ labels }, PARAMS), effects: effectsStage({ labels }, PARAMS) },
      PARAMS,
    );
    expect(faults(made, steeringSchema)).toEqual([]);
    expect(made.rows.length).toBe(5 * 2 * 3);
    const of = (condition: string) =>
      made.rows.find((row) => row.model === "b" && row.category === "emotion" && row.condition === condition);
    const [base, prompt] = [of("base"), of("truthful_prompt")];
    expect(base?.truthful_change).toBeNull();
    expect(prompt?.truthful_change).toBeCloseTo(
      (prompt?.truthful as number) - (base?.truthful as number),
      10,
    );
    expect(prompt?.falsification_change_lo).not.toBeNull();
  });
});

describe("pairwise_tests", () => {
  /** Episodes of a scenario of which `truthful` of two are truthful. */
  const scenario = (model: string, s: number, truthful: number): LabelsRow[] =>
    [0, 1].map((repeat) =>
      label("benefits", `s${s}`, repeat < truthful ? "truthful" : "concealment", { model, repeat }),
    );
  const labels = [
    ...[2, 1, 1, 0].flatMap((truthful, s) => scenario("a", s, truthful)),
    ...[1, 1, 0, 0].flatMap((truthful, s) => scenario("b", s, truthful)),
    // Not of b: in no pair with it.
    ...scenario("a", 9, 2),
  ];

  test("equal t and p of closed forms, on scenarios that both models have", () => {
    const made = pairwise({ labels }, PARAMS);
    expect(faults(made, pairwiseSchema)).toEqual([]);
    const row = made.rows[0];
    expect(row).toMatchObject({
      measure: "truthful",
      model_a: "a",
      model_b: "b",
      scenarios: 4,
      rate_a: 50,
      rate_b: 25,
      difference: 25,
      df_unpaired: 6,
      df_paired: 3,
    });
    // Differences 50, 0, 50, 0: t = √3. P(|T| > t) at 3 degrees: 1 − 2/π·(θ + sin θ·cos θ), θ = atan(t/√3) = π/4.
    expect(row?.t_paired).toBeCloseTo(Math.sqrt(3), 12);
    expect(row?.p_paired).toBeCloseTo(1 - (2 / Math.PI) * (Math.PI / 4 + 0.5), 12);
    // Pooled variance 7500/6: t = 25/√(1250/2) = 1. At 6 degrees 1 − sin θ·(1 + cos²θ/2 + 3·cos⁴θ/8), θ = atan(1/√6).
    expect(row?.t_unpaired).toBeCloseTo(1, 12);
    expect(row?.p_unpaired).toBeCloseTo(1 - Math.sqrt(1 / 7) * (1 + 3 / 7 + (3 / 8) * (36 / 49)), 12);
    expect(row?.p_paired_holm).toBe(row?.p_paired);
    // No falsification anywhere: nothing varies, so there is no test.
    expect(made.rows[1]).toMatchObject({
      measure: "falsification",
      difference: 0,
      t_paired: null,
      p_paired_holm: null,
    });
    expect(made.caption).toContain("2 values are missing: a test is undefined");
  });

  test("Holm's family is every pair of a measure and kind of test that is defined", () => {
    // c equals a in every scenario, so a and c have no paired test; the other two pairs have the same one.
    const third = labels.filter((row) => row.model === "a").map((row) => ({ ...row, model: "c" }));
    const { rows } = pairwise({ labels: [...labels, ...third] }, PARAMS);
    const truthful = rows.filter((row) => row.measure === "truthful");
    expect(truthful.map((row) => `${row.model_a}${row.model_b}`)).toEqual(["ab", "ac", "bc"]);
    const [ab, ac, bc] = truthful;
    expect([ac?.scenarios, ac?.p_paired, ac?.p_paired_holm]).toEqual([5, null, null]);
    expect(ab?.p_paired_holm).toBeCloseTo(2 * (ab?.p_paired as number), 12);
    expect(bc?.p_paired_holm).toBeCloseTo(2 * (ab?.p_paired as number), 12);
    expect(bc?.t_paired).toBeCloseTo(-Math.sqrt(3), 12);
    expect(ab?.p_unpaired_holm).toBe(1);
  });

  test("reads the base condition alone", () => {
    const steered = labels.map((row) => ({ ...row, condition: "truthful_prompt" as const }));
    expect(pairwise({ labels: steered }, PARAMS).rows).toEqual([]);
  });
});

describe("completeness, judges", () => {
  const labels = [
    label("benefits", "b1", "truthful", { unanimous: true, judges: 2, readable: 2 }),
    label("benefits", "b2", null, {
      coarse: "partial_lie",
      missing: null,
      unanimous: false,
      judges: 2,
      readable: 2,
    }),
    label("benefits", "b3", null, { missing: "malformed", ended_by: "malformed", utility: null }),
    label("benefits", "b4", null, { missing: "unreadable_judge", utility: null }),
    label("benefits", "b5", null, { missing: "no_majority", unanimous: false }),
    label("benefits", "b6", null, { missing: "no_agent_turn", utility: null }),
  ];

  test("completeness counts endings and reasons; nothing that is missing goes uncounted", () => {
    const episodes = labels.map(({ model, condition, ended_by }, i) => ({
      model,
      condition,
      ended_by,
      turns: 6,
      malformed_human: i,
      malformed_agent: 1,
    }));
    const made = completeness({ episodes, labels }, PARAMS);
    expect(faults(made, completenessSchema)).toEqual([]);
    expect(made.rows).toEqual([
      {
        model: "m",
        condition: "base",
        episodes: 6,
        human_left: 5,
        agent_left: 0,
        turn_limit: 0,
        silence: 0,
        malformed: 1,
        not_collected: 0,
        turns: 36,
        malformed_human: 15,
        malformed_agent: 6,
        labels: 2,
        missing_malformed: 1,
        missing_not_collected: 0,
        missing_no_agent_turn: 1,
        missing_unreadable: 1,
        missing_no_majority: 1,
        fine_missing: 1,
        goal_missing: 3,
      },
    ]);
    expect(made.caption).toContain("n = 6 episodes");
    expect(made.caption).toContain("(4 without a label)");
  });

  test("judges: verdicts, unreadable answers, and agreement where two can be read", () => {
    const answered = (place: number, judge: string, verdict: LabelsRow["fine"], more = {}) => ({
      ...(labels[place] as LabelsRow),
      measure: "truthfulness" as const,
      judge,
      status: "answered" as const,
      label: verdict,
      score: verdict === null ? null : 0,
      ...more,
    });
    const judged = [
      answered(0, "judge-a", "truthful"),
      answered(1, "judge-a", "concealment"),
      answered(2, "judge-a", null, { status: "not_asked" as const }),
      answered(3, "judge-a", null),
      answered(4, "judge-a", null, { status: "refused" as const }),
      answered(0, "judge-b", "truthful"),
      answered(1, "judge-b", "truthful"),
      answered(0, "judge-c", null, { measure: "goal" as const, score: 7 }),
      answered(1, "judge-c", null, { measure: "goal" as const, status: "empty" as const }),
    ];
    const made = judges({ judged, labels }, PARAMS);
    expect(faults(made, judgesSchema)).toEqual([]);
    expect(
      made.rows.map((row) => [row.judge, row.episodes, row.verdicts, row.unreadable, row.empty, row.refused]),
    ).toEqual([
      ["judge-a", 5, 2, 2, 0, 1],
      ["judge-b", 2, 2, 0, 0, 0],
      ["judge-c", 2, 1, 1, 1, 0],
    ]);
    expect(made.rows.map((row) => [row.not_asked, row.compared, row.unanimous])).toEqual([
      [1, 2, 50],
      [0, 2, 50],
      [0, 0, null],
    ]);
    expect(made.caption).toContain("agreement is of truthfulness judges, where two verdicts can be read.");
    // Two judges, and nothing to compare: one cannot be read, the other is not collected.
    const open = [
      answered(3, "judge-a", null),
      answered(3, "judge-b", null, { status: "not_collected" as const }),
    ];
    expect(judges({ judged: open, labels }, PARAMS).caption).toContain(
      "2 values are missing: agreement is of truthfulness judges, and on no episode can the verdicts of two be read.",
    );
    const alone = { ...PARAMS, truthfulness_judge: ["judge-a"] };
    expect(judges({ judged: open.slice(0, 1), labels }, alone).caption).toContain(
      "One value is missing: agreement needs two truthfulness judges.",
    );
  });
});
