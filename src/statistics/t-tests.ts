import { studentTwoSided } from "./student-t.ts";

/** Outcome of a two-sided t test of equal means. */
export interface TTest {
  /** Mean of the first minus mean of the second. */
  readonly difference: number;
  readonly t: number;
  /** Degrees of freedom. */
  readonly df: number;
  /** Two-sided p value, 0 … 1. */
  readonly p: number;
}

/** A spread this small beside the largest value is rounding: shares such as 1/6 do not subtract exactly. */
const ROUNDING = 1e-12;

/**
 * Student's paired t test (1908, Biometrika 6:1): is the mean of a[i] − b[i] zero? t = mean/(s/√n) with the sample
 * standard deviation s of the differences and n − 1 degrees of freedom. O(n).
 *
 * @param a values, in the same order of units as `b`
 * @returns null where it is undefined: fewer than two pairs, or differences that do not vary
 * @throws RangeError for lists of unequal length or a value that is not finite: a missing value is left out before
 * @example pairedTTest([1, 2, 4], [0, 2, 1]) // { difference: 1.3333, t: 1.5119, df: 2, p: 0.2697 }
 */
export function pairedTTest(a: readonly number[], b: readonly number[]): TTest | null {
  if (a.length !== b.length)
    throw new RangeError(`pairedTTest requires lists of equal length, got ${a.length} and ${b.length}`);
  checkFinite("pairedTTest", a, b);
  const n = a.length;
  if (n < 2) return null;
  const { mean, squares } = spread(a.map((value, i) => value - (b[i] as number)));
  if (isConstant(squares, n, a, b)) return null;
  return outcome(mean, Math.sqrt(squares / (n - 1) / n), n - 1);
}

/**
 * Student's t test for two independent samples with equal variances: t = (mean a − mean b)/(s·√(1/n + 1/m)), s² the
 * squared deviations of both over n + m − 2 degrees of freedom (pooled variance; not Welch's test). O(n + m).
 *
 * @returns null where it is undefined: a sample of fewer than two, or neither sample varies
 * @throws RangeError for a value that is not finite
 * @example unpairedTTest([1, 2, 3], [3, 4, 8]) // { difference: -3, t: -1.8371, df: 4, p: 0.1401 }
 */
export function unpairedTTest(a: readonly number[], b: readonly number[]): TTest | null {
  checkFinite("unpairedTTest", a, b);
  if (a.length < 2 || b.length < 2) return null;
  const [first, second] = [spread(a), spread(b)];
  const df = a.length + b.length - 2;
  const squares = first.squares + second.squares;
  if (isConstant(squares, a.length + b.length, a, b)) return null;
  return outcome(first.mean - second.mean, Math.sqrt((squares / df) * (1 / a.length + 1 / b.length)), df);
}

function outcome(difference: number, se: number, df: number): TTest {
  const t = difference / se;
  return { difference, t, df, p: studentTwoSided(t, df) };
}

/** Mean and sum of squared deviations from it. */
function spread(values: readonly number[]): { mean: number; squares: number } {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return { mean, squares };
}

function isConstant(squares: number, n: number, ...lists: readonly (readonly number[])[]): boolean {
  let largest = 0;
  for (const list of lists) for (const value of list) largest = Math.max(largest, Math.abs(value));
  return Math.sqrt(squares / n) <= ROUNDING * largest;
}

function checkFinite(who: string, ...lists: readonly (readonly number[])[]): void {
  for (const list of lists)
    for (const value of list)
      if (!Number.isFinite(value)) throw new RangeError(`${who} requires finite values, got ${value}`);
}
