import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { CoverageRow } from "../../schemas/cheap-talk/coverage.ts";
import type { CoverageTableRow } from "../../schemas/cheap-talk/tables/coverage.ts";
import { designSenders } from "../../src/cheap-talk/calibration/designs.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import coverage from "../../stages/cheap-talk/coverage.ts";
import coverageDesigns from "../../stages/cheap-talk/coverage_designs.ts";
import table from "../../stages/cheap-talk/tables/coverage.ts";

const PARAMS = {
  seed: 1,
  calibration_biases: [0.01, 0.04, 0.08, 0.12],
  bins: 20,
  folds: 5,
  fold_seed: 0,
  half_samples: 60,
  half_sample_seed: 20260601,
  coverage_resamples: 60,
  resample_seed: 0,
};
const REPLICATIONS = 60;

let rows: CoverageRow[] = [];
let summary: readonly CoverageTableRow[] = [];
let caption = "";
beforeAll(() => {
  // A design whose levels differ across b: ω + b at two biases, babbling at the other two.
  const design = {
    design: "fading",
    noise: 0.02,
    states: 200,
    block: 1,
    replications: REPLICATIONS,
  } as const;
  rows = coverage({ designs: [design] }, PARAMS, { seed: "fading" } as StageContext);
  ({ rows: summary, caption } = table({ coverage: rows }, PARAMS));
}, 120_000);

function row(estimator: string, decoder: string, biases: string): CoverageTableRow {
  const found = summary.filter(
    (other) => other.estimator === estimator && other.decoder === decoder && other.biases === biases,
  );
  expect(found.length).toBe(1);
  return found[0];
}

// 60 replications know a coverage of .97 to ± .05.
test.each([
  ["I_norm", "0.12"],
  ["I_adjusted", "0.12"],
  ["I_adjusted", "0.01"],
  ["equal_cells", "0.12"],
  ["slope", "0.01"],
  ["offset", "0.01"],
  ["H1_I_norm", "all"],
  ["H1_I_adjusted", "all"],
])("half-samples of %s (b: %s) cover what the estimate expects", (estimator, biases) => {
  expect(row(estimator, "stated_number", biases).half_covers_mean).toBeGreaterThan(0.87);
});

test("resampling with replacement creates information: of a babbler it covers neither truth nor mean, nor its own estimate", () => {
  for (const estimator of ["I_norm", "I_adjusted"]) {
    expect(row(estimator, "stated_number", "0.12")).toMatchObject({
      bootstrap_covers_mean: 0,
      bootstrap_covers_truth: 0,
      bootstrap_excludes_estimate: 1,
    });
  }
});

test("the bootstrap of H1 never covers where levels differ across b; lines it covers as well", () => {
  expect(row("H1_I_norm", "stated_number", "all")).toMatchObject({
    bootstrap_covers_mean: 0,
    bootstrap_covers_truth: 0,
  });
  expect(row("slope", "stated_number", "0.01").bootstrap_covers_mean).toBeGreaterThan(0.85);
});

test("truths: 0 for a babbler, slope 1 and offset b for ω + b, and H1's from the cells'", () => {
  expect(row("I_norm", "stated_number", "0.12").truth).toBe(0);
  expect(row("equal_cells", "stated_number", "0.12").truth).toBeCloseTo(1, 9);
  expect(row("slope", "stated_number", "0.04").truth).toBe(1);
  expect(row("offset", "stated_number", "0.04").truth).toBe(0.04);
  const levels = ["0.01", "0.04", "0.08", "0.12"].map(
    (b) => row("I_norm", "stated_number", b).truth as number,
  );
  // The least-squares slope over .01, .04, .08, .12: Σ(b − .0625)·level / Σ(b − .0625)².
  const deviations = PARAMS.calibration_biases.map((b) => b - 0.0625);
  const slope =
    deviations.reduce((sum, d, i) => sum + d * levels[i], 0) / deviations.reduce((sum, d) => sum + d * d, 0);
  expect(row("H1_I_norm", "stated_number", "all").truth).toBeCloseTo(slope, 9);
});

test("rows fit their schemas", () => {
  const read = (name: string) =>
    readSchema(JSON.parse(readFileSync(`schemas/cheap-talk/${name}.schema.json`, "utf8")), name);
  expect(() => validateRows(rows, read("coverage"))).not.toThrow();
  expect(() => validateRows(summary, read("tables/coverage"))).not.toThrow();
  expect(caption).toContain("60 half-samples");
});

test("designs are cut into blocks that add up, and a babbler needs one noise alone", () => {
  const params = {
    coverage_noises: [0.02, 0.05],
    coverage_states: [50, 200],
    coverage_replications: 60,
    coverage_block: 25,
  };
  const designs = coverageDesigns({}, params);
  const of = (design: string, noise: number, states: number) =>
    designs.filter((row) => row.design === design && row.noise === noise && row.states === states);
  expect(of("equilibrium", 0.05, 200).map((row) => row.replications)).toEqual([25, 25, 10]);
  expect(designs.filter((row) => row.design === "babbler").map((row) => row.noise)).toEqual([
    0, 0, 0, 0, 0, 0,
  ]);
  expect(() => coverageDesigns({}, { ...params, coverage_block: 0 })).toThrow(
    "coverage_designs requires blocks of 1 replication or more, got 0",
  );
});

test("a fading sender tells at the lower half of the biases", () => {
  expect(designSenders("fading", [0.1, 0.2, 0.3], 0.05)).toEqual([
    { sender: "exaggerator", bias: 0.1, noise: 0.05 },
    { sender: "exaggerator", bias: 0.2, noise: 0.05 },
    { sender: "babbler", bias: 0.3, noise: 0 },
  ]);
  expect(designSenders("babbler", [0.1], 0.05)).toEqual([{ sender: "babbler", bias: 0.1, noise: 0 }]);
});

test("an estimate that is undefined is missing, not 0", () => {
  const design = { design: "equilibrium", noise: 0, states: 2, block: 1, replications: 5 } as const;
  const tiny = coverage({ designs: [design] }, PARAMS, { seed: "tiny" } as StageContext);
  for (const { estimator, half_lo } of tiny) if (estimator === "I_norm") expect(half_lo).toBeNull();
});
