import { defaultRng } from "./random/index.ts";

/*
 * Standard errors from half-samples without replacement.
 *
 * A statistic of T units is computed on many halves of them, each drawn without replacement, and its spread over
 * the halves is its standard error at T. Why halves: the mean of h out of T units drawn without replacement
 * has variance s²·(1/h − 1/T) over the draws, and at h = T/2 that is s²/T, the variance of the mean of T
 * independent units. The same holds for any statistic that is nearly a mean (asymptotically linear):
 * subsampling of Politis & Romano (1994, Annals of Statistics 22:2031) with the finite-population factor
 * h/(T − h), which is 1 at one half; equally the delete-d jackknife of Shao & Wu (1989, Annals of Statistics
 * 17:1176; Shao & Tu 1995, The Jackknife and Bootstrap, section 2.3) with d = T − h and random subsets.
 *
 * Why without replacement: information is created by duplicated pairs, so the bootstrap shifts it (cheap-talk
 * §7.5). A half holds each unit once. It is smaller, hence a biased estimator is more biased on it; so the
 * interval is put around the estimate on all units and takes nothing but its width from the halves.
 */

/** A word is uniform on 0 … 2^31 − 1; scaled to T places it favours none by more than T/2^31. */
const WORDS = 0x80000000;

/**
 * Halves of T units, each without replacement: the positions of ⌊T/2⌋ of them, ascending. Halves are
 * independent of each other, so for a small T some are equal. They depend on T, count and seed alone.
 *
 * @param T number of units, 0 or more; for an odd T the half is the smaller one, and `halfSampleError`
 *   corrects for it
 * @param count number of halves, 0 or more
 * @param seed seed of numpy's generator
 * @throws RangeError for a T or a count that is not a whole number of 0 or more
 * @example halves(4, 2, 1) // two arrays of two positions among 0, 1, 2, 3
 */
export function halves(T: number, count: number, seed: number): Int32Array[] {
  if (!Number.isInteger(T) || T < 0 || !Number.isInteger(count) || count < 0) {
    throw new RangeError(`halves requires whole numbers T and count of 0 or more, got ${T} and ${count}`);
  }
  const size = Math.floor(T / 2);
  // All words at once: one call per word would cost ten times as much.
  const words = defaultRng(seed).integers(0, WORDS, count * size);
  const order = new Int32Array(T);
  return Array.from({ length: count }, (_, half) => {
    for (let i = 0; i < T; i++) order[i] = i;
    // Fisher–Yates from the first place up, as far as the half reaches.
    for (let i = 0; i < size; i++) {
      const j = i + Math.floor((words[half * size + i] / WORDS) * (T - i));
      const kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order.slice(0, size).sort();
  });
}

/**
 * Standard error at T of a statistic from its values on halves of ⌊T/2⌋ units: √(h/(T − h)) times their
 * standard deviation, and h/(T − h) is 1 for an even T.
 *
 * @param values the statistic on each half; NaN where it is undefined, and such halves are left out
 * @param T number of units that the halves were drawn from
 * @returns null with fewer than two defined values, or fewer than two units
 */
export function halfSampleError(values: Float64Array, T: number): number | null {
  const size = Math.floor(T / 2);
  let count = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    count++;
  }
  if (count < 2 || size < 1) return null;
  const mean = sum / count;
  let squares = 0;
  let varies = false;
  let first = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    if (Number.isNaN(first)) first = values[i];
    const deviation = values[i] - mean;
    squares += deviation * deviation;
    // Equal values leave the rounding error of their mean behind, which is no variation.
    varies ||= Math.abs(values[i] - first) > 1e-12 * Math.max(1, Math.abs(first));
  }
  return varies ? Math.sqrt((squares / (count - 1)) * (size / (T - size))) : 0;
}
