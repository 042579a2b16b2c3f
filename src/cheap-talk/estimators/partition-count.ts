import { defaultRng } from "../../statistics/random/index.ts";
import { type Interval, percentileInterval } from "../../statistics/resampling.ts";
import { type Segmentation, type StepFits, stepFits } from "../segmentation.ts";

/** Limits of the calibrated partition count. */
export interface PartitionCountSettings {
  /** Most steps tried, 1 or more; ours: 20. A count that reaches it means "that many or more". */
  readonly maxSteps: number;
  /** σ₀, the action noise below which steps are not told apart, in units of the action; ours: 0.001. */
  readonly noiseFloor: number;
}

/** The calibrated number of partition cells. */
export interface PartitionCount {
  /** K̂, 1 … maxSteps. */
  readonly count: number;
  /** Whether K̂ is the most that could be found (maxSteps, or every state its own step): read "≥ K̂". */
  readonly atCeiling: boolean;
  /** The step function with K̂ steps; where steps were pooled it has fewer distinct levels than steps. */
  readonly segmentation: Segmentation;
}

/**
 * Calibrated number of partition cells: the K that minimises T·ln(SSE(K)/T + σ₀²) + (2K − 1)·ln T over the
 * monotone K-step functions of the actions in the order of the states; ties go to the smaller K.
 *
 * This is Schwarz's criterion (1978, Ann. Stat. 6:461) for steps with Gaussian noise of unknown variance: the
 * maximised −2 ln L is T·ln(SSE/T) up to a constant, and a K-step function has K levels and K − 1 boundaries.
 * Yao (1988, Stat. Prob. Lett. 6:181) shows the count to be consistent. Unlike the published penalty it is
 * scaled by the noise. The floor σ₀ keeps it finite where there is none: differences of the order of σ₀ are
 * noise by definition. The truth that it estimates is the number of cells that hold a state.
 *
 * K, as in the published rule, counts steps, pooled ones too; they cost as much as others and explain nothing.
 *
 * O(maxSteps · T²) at worst, mostly far less (`calibratedCount`).
 *
 * @param omega states, in any order; equal ones keep their order
 * @param actions the receiver's action or the report at each state, not clipped, finite
 * @throws RangeError for no rows, lengths that differ, or settings outside their range
 */
export function countPartition(
  omega: Float64Array,
  actions: Float64Array,
  { maxSteps, noiseFloor }: PartitionCountSettings,
): PartitionCount {
  const fits = stepFits(omega, actions, maxSteps);
  const count = calibratedCount(fits, noiseFloor);
  return { count, atCeiling: count === fits.maxSteps, segmentation: fits.segmentation(count) };
}

/**
 * The count of `countPartition` from fits that others use, too.
 *
 * @param noiseFloor σ₀, above 0
 * @throws RangeError for a noise floor that is not above 0
 */
export function calibratedCount(fits: StepFits, noiseFloor: number): number {
  return bestSteps(fits, noiseFloor, 1).steps;
}

/**
 * The number of steps with the smallest criterion, and that criterion; the smallest of equals. The search ends
 * at the K whose penalty alone is too dear even if it left no more residual than the best non-falling function
 * of the state does: exact, and soon for babbling and for partitions.
 *
 * @param noiseFloor σ₀, above 0
 * @param fewest least number of steps, 1 … fits.maxSteps
 * @throws RangeError for a noise floor that is not above 0
 */
export function bestSteps(
  fits: StepFits,
  noiseFloor: number,
  fewest: number,
): { readonly steps: number; readonly criterion: number } {
  const { n, maxSteps } = fits;
  const of = (sse: number, steps: number): number => shapeCriterion(sse, n, 2 * steps - 1, noiseFloor);
  const leastSse = fits.isotonicSse();
  let steps = fewest;
  let criterion = of(fits.sse(fewest), fewest);
  for (let k = fewest + 1; k <= maxSteps && of(leastSse, k) < criterion; k++) {
    const next = of(fits.sse(k), k);
    if (next < criterion) {
      steps = k;
      criterion = next;
    }
  }
  return { steps, criterion };
}

/**
 * Schwarz's criterion of a fit with noise floor: n·ln(SSE/n + σ₀²) + parameters·ln n. Smaller is better; the
 * variance is not counted, in any shape.
 *
 * @param sse sum of squared residuals
 * @param n number of states, 1 or more
 * @param parameters free numbers of the fit's mean
 * @param noiseFloor σ₀, above 0
 * @throws RangeError for a noise floor that is not above 0
 */
export function shapeCriterion(sse: number, n: number, parameters: number, noiseFloor: number): number {
  if (!(noiseFloor > 0)) throw new RangeError(`shapeCriterion requires noiseFloor > 0, got ${noiseFloor}`);
  return n * Math.log(sse / n + noiseFloor * noiseFloor) + parameters * Math.log(n);
}

/** How the interval of a partition count is made. */
export interface PartitionIntervalSettings extends PartitionCountSettings {
  /** How many resamples, 1 or more. */
  readonly resamples: number;
  /** Seed of numpy's `default_rng`. */
  readonly seed: number;
  /** Coverage asked for, above 0 and below 1, such as 0.95. */
  readonly level: number;
}

/**
 * Interval of the calibrated partition count by resampling residuals at fixed states (Efron 1979, Ann. Stat.
 * 7:1, §7): the residuals of the chosen fit are drawn with replacement, added to its levels, and counted anew
 * with the same ceiling and noise floor. Ends are percentiles of the counts, rounded outwards to whole
 * numbers. States are not resampled: duplicated states would make steps of their own.
 *
 * Residuals are taken to be exchangeable (equal noise at every state). With no noise the interval is the
 * count itself. An end at the ceiling means "that many or more". O(resamples) counts.
 *
 * @throws RangeError as `countPartition`, or for settings outside their range
 */
export function partitionCountInterval(
  omega: Float64Array,
  actions: Float64Array,
  settings: PartitionIntervalSettings,
): Interval {
  const { maxSteps, noiseFloor, resamples, seed, level } = settings;
  if (!Number.isInteger(resamples) || resamples < 1 || !(level > 0 && level < 1)) {
    throw new RangeError(
      `partitionCountInterval requires resamples >= 1 and 0 < level < 1, got ${resamples}, ${level}`,
    );
  }
  const fits = stepFits(omega, actions, maxSteps);
  const count = calibratedCount(fits, noiseFloor);
  const n = fits.n;
  const fitted = fits.fitted(count);
  const residuals = actions.map((action, i) => action - fitted[i]);
  const random = defaultRng(seed);
  const counts = new Float64Array(resamples);
  const resampled = new Float64Array(n);
  for (let r = 0; r < resamples; r++) {
    const drawn = random.integers(0, n, n);
    for (let i = 0; i < n; i++) resampled[i] = fitted[i] + residuals[drawn[i]];
    counts[r] = calibratedCount(stepFits(omega, resampled, maxSteps), noiseFloor);
  }
  const { low, high } = percentileInterval(counts, level);
  return { low: Math.floor(low), high: Math.ceil(high) };
}
