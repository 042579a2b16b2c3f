import { poolAdjacentViolators } from "../statistics/isotonic.ts";
import { risingOrder } from "../statistics/rising-order.ts";

/** One step of the fitted step function, over the states in rising order. */
export interface Step {
  /** Smallest and largest state in it. */
  readonly omegaLow: number;
  readonly omegaHigh: number;
  /** Its level: mean action, pooled where levels would fall. */
  readonly level: number;
  /** Number of states in it. */
  readonly n: number;
}

/** A fitted step function. */
export interface Segmentation {
  /** From the lowest states up; their number is the estimate N̂. */
  readonly steps: readonly Step[];
  /** Sum of squared residuals after pooling. */
  readonly sse: number;
}

/** Limits of the published segmentation. */
export interface SegmentationSettings {
  /** Most steps tried, 1 or more; published: 10. */
  readonly maxSteps: number;
  /** Factor λ of the penalty λ·K·ln n, 0 or more; published: 1. */
  readonly penalty: number;
}

/**
 * The published estimate of the number of partition cells: for K = 1 … maxSteps the least-squares K-step
 * function of the actions in the order of the states (dynamic programme), its levels made non-falling by
 * pooling adjacent violators, and the K that minimises SSE + λ·K·ln n; ties go to the smaller K.
 *
 * The penalty is not scaled by the noise, so that a perfect equilibrium sender with seven cells gets 2: read
 * N̂ with that in mind. O(maxSteps · n²) at worst; the search ends at the K whose penalty alone exceeds the
 * best criterion, which is exact and mostly soon.
 *
 * @param omega states, in any order; equal ones keep their order
 * @param actions the action at each state, not clipped, finite
 * @throws RangeError for no rows, lengths that differ, or settings outside their range
 */
export function segment(
  omega: Float64Array,
  actions: Float64Array,
  settings: SegmentationSettings,
): Segmentation {
  requireSettings(settings);
  const fits = stepFits(omega, actions, settings.maxSteps);
  return fits.segmentation(publishedCount(fits, settings));
}

/**
 * The K of `segment`, from fits that may reach further than it does: so one dynamic programme serves the
 * published and the calibrated criterion.
 *
 * @param fits step functions of one cell
 * @param settings their maxSteps may be below that of the fits
 * @throws RangeError for settings outside their range
 */
export function publishedCount(fits: StepFits, settings: SegmentationSettings): number {
  requireSettings(settings);
  const { maxSteps, penalty } = settings;
  const stepPenalty = penalty * Math.log(fits.n);
  let best = 1;
  let bestCriterion = fits.sse(1) + stepPenalty;
  for (let k = 2; k <= Math.min(maxSteps, fits.maxSteps); k++) {
    // The penalty alone is as dear as the best fit: no later K can win, whatever it explains.
    if (k * stepPenalty >= bestCriterion) break;
    const criterion = fits.sse(k) + k * stepPenalty;
    if (criterion < bestCriterion) {
      best = k;
      bestCriterion = criterion;
    }
  }
  return best;
}

function requireSettings({ maxSteps, penalty }: SegmentationSettings): void {
  if (!Number.isInteger(maxSteps) || maxSteps < 1 || !(penalty >= 0)) {
    throw new RangeError(`segment requires maxSteps >= 1 and penalty >= 0, got ${maxSteps}, ${penalty}`);
  }
}

/**
 * The monotone K-step functions of one cell for K = 1 … maxSteps. A fit is computed when it is first asked
 * for, after those of fewer steps, and kept.
 */
export interface StepFits {
  /** Number of states. */
  readonly n: number;
  /** Most steps there are: what was asked for, at most n. */
  readonly maxSteps: number;
  /** Sum of squared residuals of the K-step function after pooling, K = 1 … maxSteps. */
  sse(steps: number): number;
  /** Smallest sum of squared residuals of any non-falling function of the state: no K gets below it. */
  isotonicSse(): number;
  /** The K-step function itself. Pooled steps stay apart, with equal levels. */
  segmentation(steps: number): Segmentation;
  /** Its levels at the states, in the order in which the states were given. */
  fitted(steps: number): Float64Array;
  /**
   * The same for the lowest states alone, 1 … n of them, from the same programme. Levels at the other states
   * are NaN.
   */
  lowest(states: number): StepFits;
}

/**
 * Least-squares K-step functions of the actions in the order of the states, every K by one dynamic programme
 * (Bellman 1961; each K from the one before), then made non-falling: adjacent levels that fall are pooled and
 * the residuals taken about the pooled level. The split is that of the unconstrained fit, so that a pooled
 * fit need not be the best non-falling one. O(n²) per K at worst.
 *
 * @param omega states, in any order; equal ones keep their order
 * @param actions the action at each state, not clipped, finite
 * @param maxSteps most steps, 1 or more
 * @throws RangeError for no rows, lengths that differ, or maxSteps below 1
 */
export function stepFits(omega: Float64Array, actions: Float64Array, maxSteps: number): StepFits {
  const n = omega.length;
  if (n === 0 || actions.length !== n) {
    throw new RangeError(
      `stepFits requires as many actions as states, at least one, got ${actions.length} for ${n}`,
    );
  }
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    throw new RangeError(`stepFits requires maxSteps >= 1, got ${maxSteps}`);
  }
  const order = risingOrder(omega);
  const states = new Float64Array(n);
  const values = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    states[k] = omega[order[k]];
    values[k] = actions[order[k]];
  }
  const most = Math.min(maxSteps, n);
  const sums = cumulate(values);
  const starts: Int32Array[] = [new Int32Array(n + 1)];
  let smallest = oneStep(sums);
  const startsOf = (steps: number): readonly Int32Array[] => {
    while (starts.length < steps) {
      const start = new Int32Array(n + 1);
      smallest = oneStepMore(sums, smallest, starts.length + 1, start);
      starts.push(start);
    }
    return starts;
  };
  // The programme holds the best steps of the first i values for every i.
  const lowest = (count: number): StepFits => {
    if (!Number.isInteger(count) || count < 1 || count > n) {
      throw new RangeError(`stepFits requires 1 to ${n} lowest states, got ${count}`);
    }
    const part = values.subarray(0, count);
    const mostOfPart = Math.min(most, count);
    const fits: LevelFit[] = [];
    const fitOf = (steps: number): LevelFit => {
      if (!Number.isInteger(steps) || steps < 1 || steps > mostOfPart) {
        throw new RangeError(`stepFits requires 1 to ${mostOfPart} steps, got ${steps}`);
      }
      let fit = fits[steps - 1];
      if (fit === undefined) {
        fit = monotoneFit(part, boundsOf(startsOf(steps), steps, count));
        fits[steps - 1] = fit;
      }
      return fit;
    };
    return {
      n: count,
      maxSteps: mostOfPart,
      sse: (steps) => fitOf(steps).sse,
      isotonicSse: () => squaresBetween(part, poolAdjacentViolators(part, new Float64Array(count).fill(1))),
      segmentation: (steps) => {
        const { bounds, levels, sse } = fitOf(steps);
        return {
          steps: Array.from(levels, (level, k) => ({
            omegaLow: states[bounds[k]],
            omegaHigh: states[bounds[k + 1] - 1],
            level,
            n: bounds[k + 1] - bounds[k],
          })),
          sse,
        };
      },
      fitted: (steps) => {
        const { bounds, levels } = fitOf(steps);
        const out = new Float64Array(n).fill(Number.NaN);
        for (let k = 0; k < steps; k++) {
          for (let i = bounds[k]; i < bounds[k + 1]; i++) out[order[i]] = levels[k];
        }
        return out;
      },
      lowest,
    };
  };
  return lowest(n);
}

/** How many starts of a last step are ruled out together. */
const BLOCK = 4;

/** What gives the squares of any run of values about their mean in a few operations. */
interface Sums {
  readonly n: number;
  /** Prefix sums and sums of squares of the centred values: centring loses fewer digits. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** 1/i: a product is several times cheaper than a division, and there are n² of them. */
  readonly inverses: Float64Array;
}

function cumulate(values: Float64Array): Sums {
  const n = values.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += values[i] / n;
  const sums = new Float64Array(n + 1);
  const squares = new Float64Array(n + 1);
  const inverses = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    const centred = values[i] - mean;
    sums[i + 1] = sums[i] + centred;
    squares[i + 1] = squares[i] + centred * centred;
    inverses[i + 1] = 1 / (i + 1);
  }
  return { n, sums, squares, inverses };
}

/** Sum of squares of the first i values about their mean, i = 0 … n. */
function oneStep({ n, sums, squares }: Sums): Float64Array {
  const out = new Float64Array(n + 1);
  for (let i = 1; i <= n; i++) out[i] = Math.max(0, squares[i] - (sums[i] * sums[i]) / i);
  return out;
}

/**
 * From K − 1 to K steps (Bellman's recursion): for each i the start j of the last step that makes the steps
 * before it and the last one cheapest together; the earliest of equals.
 *
 * The last step grows dearer as j falls, what is before it cheaper. So a block of starts is no better than its
 * last step from its high end plus what is before its low end, and most blocks are ruled out by a start that is
 * good already: that of i − 1. A slack above rounding keeps ties as they are without the short cut.
 *
 * @param smallest smallest sum of squares of the first i values in K − 1 steps
 * @param starts is filled with the start of the last of K steps of the first i values
 * @returns smallest sum of squares of the first i values in K steps
 */
function oneStepMore(
  { n, sums, squares, inverses }: Sums,
  smallest: Float64Array,
  k: number,
  starts: Int32Array,
): Float64Array {
  const next = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  const slack = 1e-14 * n * squares[n];
  for (let i = k; i <= n; i++) {
    const sumTo = sums[i];
    const squaresTo = squares[i];
    let limit = Number.POSITIVE_INFINITY;
    if (i > k) {
      const j = starts[i - 1];
      const sum = sumTo - sums[j];
      limit = smallest[j] + squaresTo - squares[j] - sum * sum * inverses[i - j] + slack;
    }
    let best = Number.POSITIVE_INFINITY;
    let at = k - 1;
    let j = i - 1;
    while (j >= k - 1) {
      const low = Math.max(k - 1, j - BLOCK + 1);
      const highSum = sumTo - sums[j];
      const highCost = squaresTo - squares[j] - highSum * highSum * inverses[i - j];
      if (highCost > limit) break;
      if (smallest[low] + highCost > limit) {
        j = low - 1;
        continue;
      }
      for (; j >= low; j--) {
        const sum = sumTo - sums[j];
        const cost = squaresTo - squares[j] - sum * sum * inverses[i - j];
        // From here on the last step alone exceeds the best.
        if (cost > best) {
          j = -1;
          break;
        }
        const total = cost <= 0 ? smallest[j] : smallest[j] + cost;
        if (total <= best) {
          best = total;
          at = j;
        }
      }
    }
    next[i] = best;
    starts[i] = at;
  }
  return next;
}

/** Where the steps of the first n values start, and n: one number more than there are steps. */
function boundsOf(starts: readonly Int32Array[], steps: number, n: number): Int32Array {
  const out = new Int32Array(steps + 1);
  out[steps] = n;
  for (let k = steps - 1; k >= 1; k--) out[k] = starts[k][out[k + 1]];
  return out;
}

/** A step function over places: where its steps start (and the end), their levels, the squares about them. */
interface LevelFit {
  readonly bounds: Int32Array;
  readonly levels: Float64Array;
  readonly sse: number;
}

/** Means of the steps, made non-falling, and the sum of squares about them. */
function monotoneFit(values: Float64Array, bounds: Int32Array): LevelFit {
  const steps = bounds.length - 1;
  const means = new Float64Array(steps);
  const counts = new Float64Array(steps);
  for (let k = 0; k < steps; k++) {
    counts[k] = bounds[k + 1] - bounds[k];
    for (let i = bounds[k]; i < bounds[k + 1]; i++) means[k] += values[i];
    means[k] /= counts[k];
  }
  const levels = poolAdjacentViolators(means, counts);
  let sse = 0;
  for (let k = 0; k < steps; k++) {
    const level = levels[k];
    for (let i = bounds[k]; i < bounds[k + 1]; i++) {
      const residual = values[i] - level;
      sse += residual * residual;
    }
  }
  return { bounds, levels, sse };
}

function squaresBetween(values: Float64Array, levels: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const residual = values[i] - levels[i];
    sum += residual * residual;
  }
  return sum;
}
