import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { EffectsRow } from "../../schemas/ai-liedar/effects.ts";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import type { RatesRow } from "../../schemas/ai-liedar/rates.ts";
import type { PairwiseTestsRow } from "../../schemas/ai-liedar/tables/pairwise_tests.ts";
import type { LiedarReplicationRow } from "../../schemas/ai-liedar/tables/replication.ts";
import { spreadWithin } from "../../src/figures/ai-liedar/spread-within.ts";
import effectsStage from "../../stages/ai-liedar/effects.ts";
import ratesStage from "../../stages/ai-liedar/rates.ts";
import pairwiseStage from "../../stages/ai-liedar/tables/pairwise_tests.ts";
import replicationStage from "../../stages/ai-liedar/tables/replication.ts";
import { bundleSource, runBare } from "../figures/bare-context.ts";
import { xmlFault } from "../figures/xml.ts";
import { synthetic } from "./synthetic-labels.ts";

const NAMES = [
  "truthfulness",
  "utility_truthfulness",
  "steering",
  "ablations",
  "pairwise",
  "replication",
] as const;
type Name = (typeof NAMES)[number];

interface Rows {
  rates: RatesRow[];
  effects: EffectsRow[];
  pairwise_tests: readonly PairwiseTestsRow[];
  replication: readonly LiedarReplicationRow[];
}

type Exports = Record<
  Name,
  (inputs: Rows, params: object, context: { partial: string | null }) => Promise<string>
> & {
  rates: typeof ratesStage;
};

const PARAMS = {
  liedar_resamples: 40,
  liedar_seed: 7,
  human: ["embedded/human"],
  truthfulness_judge: ["embedded/truthfulness-judge"],
  goal_judge: ["embedded/goal-judge"],
};
const FILE = "data/published/ai-liedar.csv";
const PUBLISHED = { [FILE]: readFileSync(FILE, "utf8") };

function rowsOf(labels: LabelsRow[]): Rows {
  const rates = ratesStage({ labels }, PARAMS);
  return {
    rates,
    effects: effectsStage({ labels }, PARAMS),
    pairwise_tests: pairwiseStage({ labels }, PARAMS).rows,
    replication: replicationStage({ published: PUBLISHED, rates }, PARAMS).rows,
  };
}

const SCRIPTED = ["embedded/always-truthful", "embedded/truthful-asked-twice"];
const LABELS = synthetic(SCRIPTED, { scenarios: 3 });
const ROWS = rowsOf(LABELS);
const NO_ROWS: Rows = { rates: [], effects: [], pairwise_tests: [], replication: [] };

let bundle: string;
let bare: ReturnType<typeof runBare<Exports>>;

beforeAll(async () => {
  const figures = NAMES.map(
    (name) => `export { default as ${name} } from "./stages/ai-liedar/figures/${name}.ts";`,
  );
  bundle = await bundleSource(
    [...figures, 'export { default as rates } from "./stages/ai-liedar/rates.ts";'].join("\n"),
  );
  bare = runBare<Exports>(bundle);
}, 60_000);

const draw = (name: Name, rows: Rows, partial: string | null = null) =>
  bare.exports[name](rows, PARAMS, { partial });
const texts = (svg: string) =>
  [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map((match) => match[1]);

test("rates need nothing that a stage may not touch", () => {
  expect(bare.exports.rates({ labels: LABELS }, PARAMS)).toEqual(ROWS.rates);
});

describe.each(NAMES)("%s", { timeout: 60_000 }, (name) => {
  test("is a well-formed image with the same bytes again, that says who judged and what is scripted", async () => {
    const note = "Partial: 3 of 12,000 answers of ai-liedar/turns were not collected and are left out.";
    const svg = await draw(name, ROWS, note);
    expect(await draw(name, ROWS, note)).toBe(svg);
    expect(xmlFault(svg)).toBeNull();
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null| id="|url\(|href=|<image|<script/);
    const words = texts(svg).join(" ");
    expect(words).toContain("Partial: 3 of 12,000 answers");
    expect(words).toContain("Truthfulness judge: embedded/truthfulness-judge.");
    expect(words).toContain("Scripted agents of known behaviour, not language models");
  });

  test("says so where there is nothing to draw", async () => {
    const svg = await draw(name, NO_ROWS);
    expect(xmlFault(svg)).toBeNull();
    expect(texts(svg)).toContain("no data");
  });
});

describe("truthfulness", () => {
  test("writes letter and percent into the parts of a bar, and names every model", async () => {
    const known = LABELS.map((row) => ({ ...row, coarse: "truthful" as const, fine: "truthful" as const }));
    const words = texts(await draw("truthfulness", rowsOf(known)));
    expect(words.filter((word) => word === "T 100").length).toBe(2 * 3);
    expect(words).toContain("truthful-asked-twice");
  });

  test("a partial lie of neither kind has a part of its own, and the bar sums to 100", async () => {
    const half = LABELS.map((row, i) => ({
      ...row,
      coarse: "partial_lie" as const,
      fine: i % 2 === 0 ? ("concealment" as const) : null,
    }));
    const words = texts(await draw("truthfulness", rowsOf(half)));
    expect(words).toContain("P partial lie of either kind");
    expect(words.filter((word) => word === "C 50").length).toBe(6);
    expect(words.filter((word) => word === "P 50").length).toBe(6);
  });
});

test("pairwise has the corrected p value of every pair as text, a dash where there is none", async () => {
  const rows = ROWS.pairwise_tests.map((row, i) => ({
    ...row,
    p_paired_holm: [0.00049, null][i] as number | null,
  }));
  const words = texts(await draw("pairwise", { ...ROWS, pairwise_tests: rows }));
  expect(words).toContain("&lt;.001");
  expect(words).toContain("–");
  const [first] = rows as [PairwiseTestsRow];
  const shown = async (p: number) =>
    texts(await draw("pairwise", { ...ROWS, pairwise_tests: [{ ...first, p_paired_holm: p }] }));
  // A value just below a limit does not round onto it.
  expect(await shown(0.04996)).toContain(".049");
  expect(await shown(0.05)).toContain(".050");
});

test("utility_truthfulness has a panel for each condition that was played, and a name at each point", async () => {
  const words = texts(await draw("utility_truthfulness", ROWS));
  for (const panel of ["base", "truthful prompt", "falsification prompt"]) expect(words).toContain(panel);
  // Name and its halo, in three panels.
  expect(words.filter((word) => word === "truthful-asked-twice").length).toBe(6);
  const base = texts(
    await draw("utility_truthfulness", rowsOf(LABELS.filter((row) => row.condition === "base"))),
  );
  expect(base).not.toContain("truthful prompt");
});

test.each(["ablations", "steering"] as const)(
  "%s says whether conditions or verdicts are missing",
  async (name) => {
    const unread = ROWS.effects.map((row) => ({ ...row, change: null, change_lo: null, change_hi: null }));
    const verdicts = texts(await draw(name, { ...ROWS, effects: unread })).join(" ");
    expect(verdicts).toContain("Verdicts are missing: no model has");
    expect(texts(await draw(name, NO_ROWS)).join(" ")).toContain("No model played a");
  },
);

test("replication counts each status and draws what is here", async () => {
  const rows = rowsOf(synthetic(["gpt-4o"], { scenarios: 3 }));
  const here = rows.replication.filter((row) => row.here !== null).length;
  const words = texts(await draw("replication", rows)).join(" ");
  expect(words).toContain("378 published figures");
  expect(words).toContain(`${378 - here} not here`);
  // 1 overall, 3 categories in base, each of 2 instructions and of 3 ablations.
  expect(words).toContain(`truthful (${1 + 3 * (1 + 2 + 3)} of 78)`);
});

test("spreadWithin keeps order, distance and ends, and gives up distance where all would not fit", () => {
  expect(spreadWithin([99, 98, 50], 10, [0, 100])).toEqual([100, 90, 50]);
  expect(spreadWithin([0, 0, 0], 10, [0, 100])).toEqual([0, 10, 20]);
  expect(spreadWithin([5, 5, 5, 5, 5, 5], 10, [0, 25])).toEqual([0, 5, 10, 15, 20, 25]);
  expect(spreadWithin([42], 10, [0, 100])).toEqual([42]);
});
