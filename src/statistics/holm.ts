/**
 * p values adjusted for a family of tests by the step-down method of Holm (1979, Scandinavian Journal of
 * Statistics 6:65): the i-th smallest of m is multiplied by m − i + 1, no adjusted value is below an earlier
 * one, and none is above 1. Rejecting where the adjusted value is at most α keeps the chance of any false
 * rejection in the family at most α, whatever the dependence of the tests. O(m log m).
 *
 * @param p probabilities, 0 … 1, in any order; a family of one is left as it is
 * @returns one per test, in the order given
 * @throws RangeError for a value outside [0, 1]: a missing test is no member of the family
 * @example holm([0.01, 0.04, 0.03, 0.005]) // 0.03, 0.06, 0.06, 0.02
 */
export function holm(p: readonly number[]): number[] {
  for (const value of p) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`holm requires p values in [0, 1], got ${value}`);
  }
  const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b] || a - b);
  const adjusted = new Array<number>(p.length);
  let largest = 0;
  for (const [rank, i] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * p[i]));
    adjusted[i] = largest;
  }
  return adjusted;
}
