import { defaultRng } from "../statistics/random/index.ts";
import { line } from "../statistics/regression.ts";
import { percentileInterval } from "../statistics/resampling.ts";
import type { ReportCell, ReportCells } from "./report-cells.ts";
import { weightedInformation } from "./report-cells.ts";
import { stateBootstrap } from "./state-bootstrap.ts";

/** An estimate with its 95 % percentile interval; null where undefined. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The two pre-specified hypotheses. */
export interface Hypotheses {
  /** H1: least-squares slope of the cells' I_norm on b, over the positive-bias cells. */
  readonly slope: Estimate;
  /** H2: mean over models and positive biases of I_norm, payoff minus honesty. */
  readonly contrast: Estimate;
}

/**
 * H1 and H2 with state-clustered bootstrap intervals (cheap-talk.md §6.10): whole states are drawn with
 * replacement, the same in every cell. One generator serves both, first all draws of H1, then those of H2.
 *
 * The slope is undefined with fewer than two positive biases, the contrast without a cell pair in both frames,
 * both where all states share one bin. Resampling with replacement raises plug-in information, more where
 * there is less of it, so these intervals need not cover the truth; they are the published ones.
 *
 * @param resamples draws for each, 1 or more; published: 2000
 * @param seed seed of the generator; published: 20260531
 */
export function hypotheses(reports: ReportCells, resamples: number, seed: number): Hypotheses {
  const information = weightedInformation(reports, 1);
  const positive = reports.cells.filter((cell) => cell.bias > 0);
  const pairs = framePairs(positive);

  const biases = positive.map((cell) => cell.bias);
  const values: number[] = new Array(positive.length);
  const slope = (weights: Int32Array): number => {
    for (let c = 0; c < positive.length; c++) values[c] = information([positive[c] as ReportCell], weights);
    return line(biases, values)?.slope ?? Number.NaN;
  };
  const contrast = (weights: Int32Array): number => {
    let sum = 0;
    for (const [payoff, honesty] of pairs) {
      sum += information([payoff], weights) - information([honesty], weights);
    }
    return sum / pairs.length;
  };

  const generator = defaultRng(seed);
  const estimate = (statistic: (weights: Int32Array) => number): Estimate => {
    const value = reports.states === 0 ? Number.NaN : statistic(new Int32Array(reports.states).fill(1));
    if (Number.isNaN(value)) return { value: null, low: null, high: null };
    const draws = stateBootstrap(reports.states, resamples, generator, statistic);
    if (draws.length === 0) return { value, low: null, high: null };
    return { value, ...percentileInterval(draws, 0.95) };
  };
  return { slope: estimate(slope), contrast: estimate(contrast) };
}

/** Cells of the payoff frame with the honesty cell of the same model and bias. */
function framePairs(cells: readonly ReportCell[]): [ReportCell, ReportCell][] {
  return cells.flatMap((payoff): [ReportCell, ReportCell][] => {
    if (payoff.frame !== "payoff") return [];
    const honesty = cells.find(
      (cell) => cell.frame === "honesty" && cell.model === payoff.model && cell.bias === payoff.bias,
    );
    return honesty === undefined ? [] : [[payoff, honesty]];
  });
}
