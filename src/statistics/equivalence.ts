import { normalCdf, normalQuantile } from "./normal.ts";
import type { Interval } from "./resampling.ts";

/** An estimate with its standard error, in one unit; se is 0 or more, and 0 says that nothing varies. */
export interface NormalEstimate {
  readonly value: number;
  readonly se: number;
}

/**
 * value ± z·se with z the normal quantile of (1 + level)/2. Not cut to the range of the estimand.
 *
 * @param level coverage asked for, above 0 and below 1
 * @throws RangeError for another level, or for an se that is negative or NaN
 */
export function normalInterval({ value, se }: NormalEstimate, level: number): Interval {
  if (!(level > 0 && level < 1 && se >= 0)) {
    throw new RangeError(`normalInterval requires 0 < level < 1 and se >= 0, got level ${level}, se ${se}`);
  }
  const half = se === 0 ? 0 : normalQuantile((1 + level) / 2) * se;
  return { low: value - half, high: value + half };
}

/**
 * Two-sided p value of the hypothesis that the estimand is 0, by the normal distribution: 2·Φ(−|value|/se).
 * Without variation (se 0) it is 1 for a value of 0 and 0 for any other.
 *
 * @example differenceTest({ value: 1.959963984540054, se: 1 }) // 0.05
 */
export function differenceTest({ value, se }: NormalEstimate): number {
  return Math.min(1, 2 * lowerTail(-Math.abs(value), se));
}

/**
 * Equivalence by two one-sided tests (Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics
 * 15:657): is the estimand within ±margin? The p value is the larger one of the tests of "at most −margin" and
 * "at least margin". It is at most α exactly where the interval of level 1 − 2α (90 % for α = 5 %) lies within
 * ±margin, which is how to read it off a table. A large p value says that equivalence is not shown, not that
 * there is a difference.
 *
 * @param margin largest difference that counts as none, above 0
 * @returns the p value; without variation (se 0) it is 0 inside the margin, 1 outside and on it
 * @throws RangeError for a margin that is not above 0
 * @example equivalenceTest({ value: 0, se: 0.03 }, 0.05) // 0.0478: the 90 % interval is ±0.0493
 */
export function equivalenceTest({ value, se }: NormalEstimate, margin: number): number {
  if (!(margin > 0)) throw new RangeError(`equivalenceTest requires a margin above 0, got ${margin}`);
  return lowerTail(Math.abs(value) - margin, se);
}

/** Φ(x/se); at se 0 its limit, with 1 for x = 0: a test that nothing speaks for is not won. */
function lowerTail(x: number, se: number): number {
  if (se === 0) return x < 0 ? 0 : 1;
  return normalCdf(x / se);
}
