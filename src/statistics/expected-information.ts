import { countLogTable } from "./information.ts";

/*
 * Mutual information that two unrelated variables of given counts have by chance. Tables are as in
 * `information.ts`: from counts, in nats.
 */

/**
 * Expected plug-in mutual information of two variables with fixed counts that are paired at random
 * (hypergeometric model), in nats: Vinh, Epps & Bailey 2010, JMLR 11:2837, eq. 24a. Exact.
 *
 * Every joint count n_ij is hypergeometric (of N observations a_i are in row i; b_j are drawn for column j), so
 * that E[I] = ln N + (Σ_ij E[n_ij ln n_ij] − Σ_i a_i ln a_i − Σ_j b_j ln b_j)/N, which is their sum over n_ij
 * with the logarithm taken apart. O(rows · columns · smaller count).
 *
 * @param rowCounts whole numbers of 0 or more
 * @param columnCounts whole numbers of 0 or more, of equal sum
 * @returns 0 or more; NaN where all counts are 0
 * @throws RangeError for counts below 0 or sums that differ
 * @example expectedInformation(Int32Array.of(1, 1), Int32Array.of(1, 1)) // Math.LN2: any pairing is one to one
 */
export function expectedInformation(rowCounts: Int32Array, columnCounts: Int32Array): number {
  const n = sumOf(rowCounts);
  if (sumOf(columnCounts) !== n) {
    throw new RangeError(
      `expectedInformation requires counts of equal sum, got ${n} and ${sumOf(columnCounts)}`,
    );
  }
  return expectedInformationOf(n)(rowCounts, columnCounts);
}

function sumOf(counts: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i];
    if (count < 0) throw new RangeError(`expectedInformation[${i}] requires counts >= 0, got ${count}`);
    sum += count;
  }
  return sum;
}

/** Largest n whose table of pairs is kept: 8 MB. */
const MOST_KEPT = 1000;

/**
 * A function as `expectedInformation` for repeated use on counts that sum to `n`: what a pair of counts adds is
 * kept, and pairs recur, so that a call costs O(rows · columns) look-ups in the long run. Its arguments are not
 * checked.
 *
 * @param n number of observations, 0 or more
 */
export function expectedInformationOf(
  n: number,
): (rowCounts: Int32Array, columnCounts: Int32Array) => number {
  const logs = countLogTable(n);
  const width = n <= MOST_KEPT ? n + 1 : 0;
  // 0 marks what is not known yet; a pair that adds 0 is cheap to compute again.
  const kept = new Float64Array(width * width);
  const pair = (a: number, b: number): number => {
    if (width === 0) return expectedCountLog(a, b, n, logs);
    const place = a <= b ? a * width + b : b * width + a;
    const known = kept[place];
    if (known !== 0) return known;
    const value = expectedCountLog(a, b, n, logs);
    kept[place] = value;
    return value;
  };
  return (rowCounts, columnCounts) => {
    if (n === 0) return Number.NaN;
    let joints = 0;
    let rowSum = 0;
    let columnSum = 0;
    for (let j = 0; j < columnCounts.length; j++) columnSum += logs[columnCounts[j]];
    for (let i = 0; i < rowCounts.length; i++) {
      const a = rowCounts[i];
      if (a === 0) continue;
      rowSum += logs[a];
      for (let j = 0; j < columnCounts.length; j++) {
        if (columnCounts[j] > 0) joints += pair(a, columnCounts[j]);
      }
    }
    // Grouped as in informationOf, so that a constant variable gives 0.
    return Math.max(0, (joints - rowSum - (columnSum - logs[n])) / n);
  };
}

/** A weight this small beside that of the mode adds nothing to 16 digits. */
const NEGLIGIBLE = 1e-20;

/**
 * E[X ln X] of a hypergeometric X: a and b marked independently among n, X marked twice. Weights start with 1 at
 * the mode, where none can overflow or underflow, go on by their ratio both ways and are normalised in the end.
 */
function expectedCountLog(a: number, b: number, n: number, logs: Float64Array): number {
  const low = Math.max(0, a + b - n);
  const high = Math.min(a, b);
  const mode = Math.min(high, Math.max(low, Math.floor(((a + 1) * (b + 1)) / (n + 2))));
  let sum = logs[mode];
  let total = 1;
  for (let x = mode, weight = 1; x < high && weight > NEGLIGIBLE; x++) {
    weight *= ((a - x) * (b - x)) / ((x + 1) * (n - a - b + x + 1));
    sum += weight * logs[x + 1];
    total += weight;
  }
  for (let x = mode, weight = 1; x > low && weight > NEGLIGIBLE; x--) {
    weight *= (x * (n - a - b + x)) / ((a - x + 1) * (b - x + 1));
    sum += weight * logs[x - 1];
    total += weight;
  }
  return sum / total;
}
