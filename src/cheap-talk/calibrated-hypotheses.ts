import { differenceTest, equivalenceTest, normalInterval } from "../statistics/equivalence.ts";
import { holm } from "../statistics/holm.ts";
import { line } from "../statistics/regression.ts";
import type { Estimates } from "./cell-estimates.ts";
import type { CellKey } from "./cells.ts";
import { INTERVAL_LEVEL, type SampledCell, type SampledEstimate, sampledEstimate } from "./sampled-cells.ts";

/** A cell under one decoder, with its halves. */
export type HypothesisCell = SampledCell<CellKey & Estimates & { readonly decoder: string }>;

/** Measures of information that H1 and H2 are tested on. */
export type InformationMeasure = "I_norm" | "I_adjusted";

/** A hypothesis for one group of cells. */
export interface HypothesisTest extends SampledEstimate {
  /** Cells that the estimate is made of. */
  readonly cells: number;
  /** Two-sided p value of 0, and the same by Holm over the family. */
  readonly p: number | null;
  readonly p_holm: number | null;
}

/** H2 for one group of cells. */
export interface EquivalenceTest extends HypothesisTest {
  readonly low_90: number | null;
  readonly high_90: number | null;
  readonly p_equivalence: number | null;
  readonly p_equivalence_holm: number | null;
}

/** Level of the tests; twice it is what the interval beside an equivalence test leaves out. */
export const SIGNIFICANCE = 0.05;

/**
 * H1 for the cells of one model, or of all: the least-squares slope of a measure on b over the positive-bias
 * cells that have it. Null with fewer than two positive biases.
 */
export function biasSlope(
  cells: readonly HypothesisCell[],
  states: number,
  measure: keyof Estimates,
): SampledEstimate & { readonly cells: number } {
  const used = cells.filter(({ row }) => row.bias > 0 && row[measure] !== null);
  const biases = used.map(({ row }) => row.bias);
  const slope = (estimates: readonly Estimates[]): number | null => {
    const values: number[] = [];
    for (const estimate of estimates) {
      const value = estimate[measure];
      if (value === null) return null;
      values.push(value);
    }
    return line(biases, values)?.slope ?? null;
  };
  return { ...sampledEstimate(used, states, INTERVAL_LEVEL, slope), cells: used.length };
}

/**
 * H2 for the cells of one model, or of all: the mean over models and positive biases of payoff frame minus
 * honesty frame, where both have the measure. Null where no pair has.
 */
export function frameContrast(
  cells: readonly HypothesisCell[],
  states: number,
  measure: keyof Estimates,
): SampledEstimate & { readonly cells: number } {
  const used = cells.filter(({ row }) => row.bias > 0 && row[measure] !== null);
  const pairs = used.flatMap((payoff) => {
    if (payoff.row.frame !== "payoff") return [];
    const honesty = used.find(
      ({ row }) => row.frame === "honesty" && row.model === payoff.row.model && row.bias === payoff.row.bias,
    );
    return honesty === undefined ? [] : [payoff, honesty];
  });
  const contrast = (estimates: readonly Estimates[]): number | null => {
    let sum = 0;
    for (let i = 0; i < estimates.length; i += 2) {
      const payoff = estimates[i][measure];
      const honesty = estimates[i + 1][measure];
      if (payoff === null || honesty === null) return null;
      sum += payoff - honesty;
    }
    return sum / (estimates.length / 2);
  };
  return { ...sampledEstimate(pairs, states, INTERVAL_LEVEL, contrast), cells: pairs.length };
}

/**
 * H1 tested for a family of groups: the p values of no slope, adjusted by Holm over those that have one.
 */
export function testSlopes(
  estimates: readonly (SampledEstimate & { readonly cells: number })[],
): HypothesisTest[] {
  const p = estimates.map(({ value, se }) =>
    value === null || se === null ? null : differenceTest({ value, se }),
  );
  const adjusted = holmOfPresent(p);
  return estimates.map((estimate, i) => ({ ...estimate, p: p[i], p_holm: adjusted[i] }));
}

/**
 * H2 tested for a family of groups: no difference as for H1, and equivalence by two one-sided tests against
 * ±margin with the 90 % interval; each adjusted by Holm over the groups that have it.
 */
export function testContrasts(
  estimates: readonly (SampledEstimate & { readonly cells: number })[],
  margin: number,
): EquivalenceTest[] {
  const p = estimates.map(({ value, se }) =>
    value === null || se === null ? null : equivalenceTest({ value, se }, margin),
  );
  const adjusted = holmOfPresent(p);
  return testSlopes(estimates).map((test, i) => {
    const { value, se } = test;
    const narrow =
      value === null || se === null
        ? { low: null, high: null }
        : normalInterval({ value, se }, 1 - 2 * SIGNIFICANCE);
    return {
      ...test,
      low_90: narrow.low,
      high_90: narrow.high,
      p_equivalence: p[i],
      p_equivalence_holm: adjusted[i],
    };
  });
}

/** falls, rises or inconclusive, by the adjusted p value; null without one. */
export function slopeVerdict({ value, p_holm }: HypothesisTest): "falls" | "rises" | "inconclusive" | null {
  if (value === null || p_holm === null) return null;
  if (p_holm > SIGNIFICANCE) return "inconclusive";
  return value < 0 ? "falls" : "rises";
}

/**
 * equivalent, different or inconclusive, by the adjusted p values; null without them. A difference that is
 * shown to lie within the margin is too small to matter, so equivalent comes first.
 */
export function contrastVerdict({
  p_holm,
  p_equivalence_holm,
}: EquivalenceTest): "equivalent" | "different" | "inconclusive" | null {
  if (p_holm === null || p_equivalence_holm === null) return null;
  if (p_equivalence_holm <= SIGNIFICANCE) return "equivalent";
  return p_holm <= SIGNIFICANCE ? "different" : "inconclusive";
}

/** Holm over the p values that are there: a group without one is no member of the family. */
function holmOfPresent(p: readonly (number | null)[]): (number | null)[] {
  const present = p.filter((value) => value !== null);
  const adjusted = holm(present);
  let next = 0;
  return p.map((value) => (value === null ? null : adjusted[next++]));
}
