import { poolAdjacentViolators } from "../statistics/isotonic.ts";

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
  const n = omega.length;
  const { maxSteps, penalty } = settings;
  if (n === 0 || actions.length !== n) {
    throw new RangeError(
      `segment requires as many actions as states, at least one, got ${actions.length} for ${n}`,
    );
  }
  if (!Number.isInteger(maxSteps) || maxSteps < 1 || !(penalty >= 0)) {
    throw new RangeError(`segment requires maxSteps >= 1 and penalty >= 0, got ${maxSteps}, ${penalty}`);
  }
  const order = Int32Array.from({ length: n }, (_, i) => i).sort((a, b) => omega[a] - omega[b] || a - b);
  const states = Float64Array.from(order, (i) => omega[i]);
  const sorted = Float64Array.from(order, (i) => actions[i]);
  const splits = new LeastSquaresSplits(sorted);
  const stepPenalty = penalty * Math.log(n);
  let best = monotoneFit(states, sorted, splits.bounds());
  let bestCriterion = best.sse + stepPenalty;
  for (let k = 2; k <= Math.min(maxSteps, n); k++) {
    // The penalty alone is as dear as the best fit: no later K can win, whatever it explains.
    if (k * stepPenalty >= bestCriterion) break;
    splits.addStep();
    const fit = monotoneFit(states, sorted, splits.bounds());
    const criterion = fit.sse + k * stepPenalty;
    if (criterion < bestCriterion) {
      best = fit;
      bestCriterion = criterion;
    }
  }
  return best;
}

/** Least-squares K-step functions of a sequence, K growing by one at a time (Bellman's recursion). */
class LeastSquaresSplits {
  private readonly n: number;
  /** Prefix sums and sums of squares of the centred values: centring loses fewer digits. */
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;
  /** 1/i: a product is several times cheaper than a division, and there are n² of them. */
  private readonly inverses: Float64Array;
  /** Smallest sum of squares of the first i values in K steps. */
  private smallest: Float64Array;
  /** For each K so far, where the last step of the first i values starts. */
  private readonly starts: Int32Array[];

  constructor(values: Float64Array) {
    const n = values.length;
    this.n = n;
    let mean = 0;
    for (const value of values) mean += value / n;
    this.sums = new Float64Array(n + 1);
    this.squares = new Float64Array(n + 1);
    this.inverses = Float64Array.from({ length: n + 1 }, (_, i) => 1 / i);
    this.smallest = new Float64Array(n + 1);
    for (let i = 0; i < n; i++) {
      const centred = values[i] - mean;
      this.sums[i + 1] = this.sums[i] + centred;
      this.squares[i + 1] = this.squares[i] + centred * centred;
      const sum = this.sums[i + 1];
      this.smallest[i + 1] = Math.max(0, this.squares[i + 1] - (sum * sum) / (i + 1));
    }
    this.starts = [new Int32Array(n + 1)];
  }

  /** From K to K + 1 steps. */
  addStep(): void {
    const { n, sums, squares, inverses, smallest } = this;
    const k = this.starts.length + 1;
    const next = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    const start = new Int32Array(n + 1);
    for (let i = k; i <= n; i++) {
      let best = Number.POSITIVE_INFINITY;
      let at = k - 1;
      // A step only grows dearer as it reaches further back: the search ends where it alone exceeds the best.
      for (let j = i - 1; j >= k - 1; j--) {
        const sum = sums[i] - sums[j];
        const cost = squares[i] - squares[j] - sum * sum * inverses[i - j];
        if (cost > best) break;
        const total = smallest[j] + Math.max(0, cost);
        if (total <= best) {
          best = total;
          at = j;
        }
      }
      next[i] = best;
      start[i] = at;
    }
    this.smallest = next;
    this.starts.push(start);
  }

  /** Where the K steps of the whole sequence start, and its length: K + 1 numbers. */
  bounds(): Int32Array {
    const steps = this.starts.length;
    const out = new Int32Array(steps + 1);
    out[steps] = this.n;
    for (let k = steps - 1; k >= 1; k--) out[k] = this.starts[k][out[k + 1]];
    return out;
  }
}

/** Means of the steps, made non-falling, and the sum of squares about them. */
function monotoneFit(states: Float64Array, values: Float64Array, bounds: Int32Array): Segmentation {
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
    for (let i = bounds[k]; i < bounds[k + 1]; i++) {
      const residual = values[i] - levels[k];
      sse += residual * residual;
    }
  }
  return {
    steps: Array.from(levels, (level, k) => ({
      omegaLow: states[bounds[k]],
      omegaHigh: states[bounds[k + 1] - 1],
      level,
      n: counts[k],
    })),
    sse,
  };
}
