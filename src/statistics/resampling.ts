import { defaultRng } from "./random/index.ts";

/**
 * Percentile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7; numpy's
 * default). O(n log n).
 *
 * @param values at least one number; not changed
 * @param share 0 (smallest) … 1 (largest)
 * @returns NaN where a value is NaN
 * @throws RangeError for no values or a share outside [0, 1]
 * @example percentile(new Float64Array([1, 2, 3, 4]), 0.25) // 1.75
 */
export function percentile(values: Float64Array, share: number): number {
  if (values.length === 0 || !(share >= 0 && share <= 1)) {
    throw new RangeError(
      `percentile requires at least one value and a share in [0, 1], got ${values.length} values, share ${share}`,
    );
  }
  for (const value of values) if (Number.isNaN(value)) return Number.NaN;
  return sortedPercentile(values.slice().sort(), share);
}

/**
 * Percentile of values that are sorted already, otherwise as `percentile`. O(1).
 *
 * @param sorted at least one number, ascending, none of them NaN
 * @param share 0 … 1
 */
function sortedPercentile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  const weight = position - below;
  const gap = sorted[above] - sorted[below];
  // Interpolating from the nearer end keeps the result between the two, as numpy does.
  return weight >= 0.5 ? sorted[above] - gap * (1 - weight) : sorted[below] + gap * weight;
}

/** Ends of an interval, low ≤ high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Equal-tailed percentile interval of a statistic's resampled values (Efron 1979).
 *
 * @param values resampled values, at least one
 * @param level coverage asked for, 0 … 1; 0.95 takes the percentiles 2.5 and 97.5
 */
export function percentileInterval(values: Float64Array, level: number): Interval {
  return { low: percentile(values, (1 - level) / 2), high: percentile(values, (1 + level) / 2) };
}

/**
 * The row numbers of resamples with replacement: numpy's `integers(0, n, n)`, `resamples` times from one
 * `default_rng(seed)`. They depend on n, seed and count alone, so cells of equal size share them.
 *
 * @param n rows of a cell, 1 or more
 * @param resamples how many resamples, 0 or more
 * @param seed seed of the generator
 * @returns one array of n row numbers per resample
 */
export function bootstrapRows(n: number, resamples: number, seed: number): Int32Array[] {
  const random = defaultRng(seed);
  return Array.from({ length: resamples }, () => random.integers(0, n, n));
}
