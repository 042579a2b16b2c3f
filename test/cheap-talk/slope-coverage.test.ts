import { expect, test } from "vitest";
import { biasSlope, type HypothesisCell } from "../../src/cheap-talk/calibrated-hypotheses.ts";
import { cellEstimator, NO_REPORT } from "../../src/cheap-talk/cell-estimates.ts";
import { crossFitFolds } from "../../src/cheap-talk/folds.ts";
import { hypotheses } from "../../src/cheap-talk/hypotheses.ts";
import { reportCells } from "../../src/cheap-talk/report-cells.ts";
import { halves } from "../../src/statistics/half-samples.ts";
import { equalBins } from "../../src/statistics/information.ts";
import { defaultRng, type Generator } from "../../src/statistics/random/index.ts";

const T = 200;
const BINS = 20;
const HALVES = 100;

/** Biases, and the share of states that the sender tells at each; of the others it names a random number. */
const TOLD: readonly (readonly [number, number])[] = [
  [0.01, 1],
  [0.04, 0.98],
  [0.08, 0.05],
  [0.12, 0],
];

interface Said {
  readonly bias: number;
  readonly omega: Float64Array;
  readonly report: Float64Array;
}

/** A fresh list of states and what is said of them: one list serves every bias. */
function design(random: Generator): Said[] {
  const omega = Float64Array.from({ length: T }, () => random.uniform());
  return TOLD.map(([bias, share]) => ({
    bias,
    omega,
    report: omega.map((state) => (random.uniform() < share ? state : random.uniform())),
  }));
}

const ESTIMATOR = cellEstimator(T, BINS);
const FOLDS = new Map([T, T / 2].map((n) => [n, crossFitFolds(n, 5, 0)]));

function estimates({ omega, report, bias }: Said, rows?: Int32Array) {
  const states = rows === undefined ? omega : Float64Array.from(rows, (i) => omega[i]);
  const said = rows === undefined ? report : Float64Array.from(rows, (i) => report[i]);
  const folds = FOLDS.get(states.length) as Int32Array;
  return { ...ESTIMATOR.ofActions({ omega: states, actions: said, bias }, folds), ...NO_REPORT };
}

function cells(said: readonly Said[], drawn: readonly Int32Array[]): HypothesisCell[] {
  return said.map((cell) => ({
    row: { model: "m", bias: cell.bias, frame: "neutral", decoder: "stated_number", ...estimates(cell) },
    halves: drawn.map((half) => estimates(cell, half)),
  }));
}

/** The published state-clustered bootstrap of the same slope. */
function published(said: readonly Said[], seed: number) {
  const pairs = said.flatMap(({ bias, omega, report }) => {
    const stateBins = equalBins(omega, BINS);
    const reportBins = equalBins(report, BINS);
    return Array.from(omega, (_, i) => ({
      model: "m",
      bias,
      frame: "neutral",
      state_index: i,
      stateBin: stateBins[i],
      reportBin: reportBins[i],
    }));
  });
  return hypotheses(reportCells(pairs, BINS), 400, seed).slope;
}

test("half-sample intervals of the H1 slope cover its truth, which the published bootstrap never does", () => {
  const random = defaultRng(20260601);
  const measures = ["I_norm", "I_adjusted"] as const;
  // Truth: the mean of the estimator over fresh designs of this size.
  const truth = { I_norm: 0, I_adjusted: 0 };
  const rounds = 600;
  for (let r = 0; r < rounds; r++) {
    const fresh = cells(design(random), []);
    for (const measure of measures) truth[measure] += (biasSlope(fresh, T, measure).value as number) / rounds;
  }
  const replications = 60;
  const covered = { I_norm: 0, I_adjusted: 0, bootstrap: 0 };
  for (let r = 0; r < replications; r++) {
    const said = design(random);
    const sampled = cells(said, halves(T, HALVES, r));
    for (const measure of measures) {
      const { low, high } = biasSlope(sampled, T, measure);
      if ((low as number) <= truth[measure] && truth[measure] <= (high as number)) covered[measure]++;
    }
    const { low, high } = published(said, r);
    if ((low as number) <= truth.I_norm && truth.I_norm <= (high as number)) covered.bootstrap++;
  }
  expect(covered.I_norm).toBeGreaterThanOrEqual(54);
  expect(covered.I_adjusted).toBeGreaterThanOrEqual(54);
  expect(covered.bootstrap).toBe(0);
});
