import { fitLine } from "../../statistics/line.ts";

/** The line report = offset + slope·ω over interior states. */
export interface InteriorLine {
  /** 1 for a sender that adds a constant. */
  readonly slope: number;
  /** Intercept: the report at ω = 0, in units of the state; b for a sender that says ω + b. */
  readonly offset: number;
  /** Number of states used. */
  readonly n: number;
}

/**
 * Least-squares line of the report on the state, over the states with ω ≤ 1 − b. A report of ω + b is then at
 * most 1, so that a cap at 1 does not bend the line; on all states it does (slope .974 and offset 1.06 b at
 * b = .12 for ω + b capped at 1, whose truth is 1 and b). Selecting on ω, the regressor, does not bias a
 * regression on ω; selecting on the report would. O(n).
 *
 * A sender that adds more than b meets the cap below 1 − b already, and its slope falls short of 1.
 *
 * @param omega states in [0, 1]
 * @param reports the stated numbers, not clipped, finite
 * @param bias b, the most that is taken to be added, 0 or more
 * @returns null where fewer than two interior states differ: they have no line
 */
export function interiorLine(omega: Float64Array, reports: Float64Array, bias: number): InteriorLine | null {
  const { states, values } = interior(omega, reports, bias);
  if (!states.some((state) => state !== states[0])) return null;
  const { intercept, slope } = fitLine(states, values);
  return { slope, offset: intercept, n: states.length };
}

/** The rows with ω ≤ 1 − b, in their order. */
export function interior(
  omega: Float64Array,
  reports: Float64Array,
  bias: number,
): { readonly states: Float64Array; readonly values: Float64Array } {
  const states = new Float64Array(omega.length);
  const values = new Float64Array(omega.length);
  let n = 0;
  for (let i = 0; i < omega.length; i++) {
    if (omega[i] > 1 - bias) continue;
    states[n] = omega[i];
    values[n] = reports[i];
    n++;
  }
  return { states: states.subarray(0, n), values: values.subarray(0, n) };
}
