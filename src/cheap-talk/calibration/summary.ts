/** The values of one instrument over the replications of one sender. */
export interface Trial {
  /** NaN where the instrument is undefined. */
  readonly value: number;
  /** NaN where there is no true number. */
  readonly truth: number;
  /** The value as it is counted; null where it is a measurement. */
  readonly word: string | null;
  /** Whether the value stands for "this or more", so that its size means nothing. */
  readonly isBeyond: boolean;
}

/** Bias and spread of an instrument; null where undefined. */
export interface TrialSummary {
  /** Replications without a value. */
  readonly missing: number;
  /** Share of the values that stand for "this or more"; null where none can. */
  readonly share_beyond: number | null;
  /** Mean truth of the replications that have one. */
  readonly truth: number | null;
  /** Mean of the values that are sizes, and their standard deviation. */
  readonly mean: number | null;
  readonly sd: number | null;
  /** Mean difference of value and truth where both are known. */
  readonly mean_error: number | null;
  /** Of a counted value: share that equals the truth, the commonest one, and how often each occurred. */
  readonly share_exact: number | null;
  readonly mode: string | null;
  readonly distribution: string | null;
}

/**
 * Summary of the replications of one sender by one instrument.
 *
 * @param trials one per replication
 */
export function summarise(trials: readonly Trial[]): TrialSummary {
  const known = trials.filter(({ value }) => !Number.isNaN(value));
  // A count at its ceiling is still a count; a measurement beyond its range has no size.
  const sizes = known.filter(({ isBeyond, word }) => !isBeyond || word !== null);
  const mean = meanOf(sizes.map(({ value }) => value));
  const pairs = sizes.filter(({ truth }) => !Number.isNaN(truth));
  const truths = trials.flatMap(({ truth }) => (Number.isNaN(truth) ? [] : [truth]));
  const counted = known.flatMap(({ word }) => (word === null ? [] : [word]));
  const counts = countWords(counted);
  const withTruth = known.filter(({ word, truth }) => word !== null && !Number.isNaN(truth));
  return {
    missing: trials.length - known.length,
    share_beyond: meanOf(known.map(({ isBeyond }) => Number(isBeyond))),
    truth: meanOf(truths),
    mean,
    sd: mean === null ? null : sdOf(sizes.map(({ value }) => value)),
    mean_error: meanOf(pairs.map(({ value, truth }) => value - truth)),
    share_exact: meanOf(withTruth.map(({ value, truth }) => Number(value === truth))),
    mode: counts[0] === undefined ? null : modeOf(counts),
    distribution: counts.length === 0 ? null : counts.map(([word, count]) => `${word}: ${count}`).join(", "),
  };
}

/** Null for none; of equal values that very value, which a sum would round. */
function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  if (values.every((value) => value === values[0])) return values[0];
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation with n − 1; null for fewer than two values. */
function sdOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / (values.length - 1));
}

/** How often each word occurs: numbers in rising order, other words in the order of their code units. */
function countWords(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...counts].sort(([a], [b]) => Number(a) - Number(b) || byName(a, b));
}

/** The commonest word; of several the first. */
function modeOf(counts: readonly (readonly [string, number])[]): string {
  let [mode, most] = counts[0] as readonly [string, number];
  for (const [word, count] of counts) if (count > most) [mode, most] = [word, count];
  return mode;
}
