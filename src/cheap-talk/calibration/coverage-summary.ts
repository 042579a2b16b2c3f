/** An estimate with its intervals, as the stage `coverage` writes it. */
export interface CoverageTrial {
  readonly truth: number | null;
  readonly value: number | null;
  readonly half_lo: number | null;
  readonly half_hi: number | null;
  readonly bootstrap_lo: number | null;
  readonly bootstrap_hi: number | null;
}

/** Coverage of both kinds of interval; null where no replication tells. */
export interface CoverageSummary {
  readonly replications: number;
  /** Replications without an estimate or without a half-sample interval. */
  readonly missing: number;
  readonly truth: number | null;
  /** Mean of the estimate over replications: what it expects at this number of states. */
  readonly mean: number | null;
  readonly sd: number | null;
  /** Shares of half-sample intervals that hold the mean, and the truth; their mean width. */
  readonly half_covers_mean: number | null;
  readonly half_covers_truth: number | null;
  readonly half_width: number | null;
  /** The same of the published bootstrap's intervals, and the share that leave out their own estimate. */
  readonly bootstrap_covers_mean: number | null;
  readonly bootstrap_covers_truth: number | null;
  readonly bootstrap_width: number | null;
  readonly bootstrap_excludes_estimate: number | null;
}

/** Coverage over the replications of one measure. */
export function summariseCoverage(trials: readonly CoverageTrial[]): CoverageSummary {
  const values = trials.flatMap(({ value }) => (value === null ? [] : [value]));
  const mean = meanOf(values);
  const half = trials.map(({ half_lo, half_hi }) => ({ low: half_lo, high: half_hi }));
  const bootstrap = trials.map(({ bootstrap_lo, bootstrap_hi }) => ({
    low: bootstrap_lo,
    high: bootstrap_hi,
  }));
  const truths = trials.map(({ truth }) => truth);
  const same = trials.map(() => mean);
  return {
    replications: trials.length,
    missing: trials.filter(({ value, half_lo }) => value === null || half_lo === null).length,
    truth: meanOf(truths.flatMap((truth) => (truth === null ? [] : [truth]))),
    mean,
    sd: sdOf(values, mean),
    half_covers_mean: shareOf(true, half, same),
    half_covers_truth: shareOf(true, half, truths),
    half_width: meanWidth(half),
    bootstrap_covers_mean: shareOf(true, bootstrap, same),
    bootstrap_covers_truth: shareOf(true, bootstrap, truths),
    bootstrap_width: meanWidth(bootstrap),
    bootstrap_excludes_estimate: shareOf(
      false,
      bootstrap,
      trials.map(({ value }) => value),
    ),
  };
}

/** An interval as it is stored: low null where there is none, high null alone where it has no upper bound. */
interface StoredInterval {
  readonly low: number | null;
  readonly high: number | null;
}

/** Share of the intervals that hold their point, or that do not. */
function shareOf(
  holds: boolean,
  intervals: readonly StoredInterval[],
  points: readonly (number | null)[],
): number | null {
  const counted: number[] = [];
  for (const [i, { low, high }] of intervals.entries()) {
    const point = points[i];
    if (low === null || point === null) continue;
    counted.push(Number((low <= point && (high === null || point <= high)) === holds));
  }
  return meanOf(counted);
}

/** Mean width of the intervals; null where one has no upper bound. */
function meanWidth(intervals: readonly StoredInterval[]): number | null {
  const known = intervals.filter(({ low }) => low !== null);
  if (known.some(({ high }) => high === null)) return null;
  return meanOf(known.map(({ low, high }) => (high as number) - (low as number)));
}

/** Null for none; of equal values that very value, which a sum would round. */
function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  if (values.every((value) => value === values[0])) return values[0];
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function sdOf(values: readonly number[], mean: number | null): number | null {
  if (mean === null || values.length < 2) return null;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / (values.length - 1));
}
