import { defaultRng } from "../statistics/random/index.ts";

/**
 * Folds for cross-fitting: the observation at position i of numpy's `default_rng(seed).permutation(n)` gets
 * fold i mod folds. They depend on n alone, so cells of equal size share them.
 *
 * @param n number of observations
 * @param folds number of folds, 2 or more
 * @param seed seed of the permutation
 * @returns the fold of each observation, 0 … folds − 1
 * @throws RangeError for fewer than two folds: nothing would be left to fit on
 */
export function crossFitFolds(n: number, folds: number, seed: number): Int32Array {
  if (!Number.isInteger(folds) || folds < 2) {
    throw new RangeError(`crossFitFolds requires 2 folds or more, got ${folds}`);
  }
  const order = defaultRng(seed).permutation(n);
  const out = new Int32Array(n);
  for (let i = 0; i < n; i++) out[order[i]] = i % folds;
  return out;
}
