/*
 * Plug-in (maximum-likelihood) entropy and mutual information of binned data, in nats, from counts. Counts
 * are whole numbers, so Σ c·ln c is read from a table of k·ln k: no logarithm in the inner loop.
 */

/**
 * Index of each value among equal cells of [0, 1]: the cell that starts at or below it, the last for 1.
 * The edges are k·(1/bins) in floating point, as numpy's linspace makes them, and searched from the right,
 * so that a value printed as 0.15 falls into bin 2 of 20 (3·0.05 is 0.15000000000000002). O(n).
 *
 * @param values any finite numbers; below 0 counts as 0, above 1 as 1
 * @param bins number of cells, 1 or more
 * @throws RangeError for a bin count that is not a whole number of 1 or more, or a value that is NaN
 */
export function equalBins(values: Float64Array, bins: number): Int32Array {
  if (!Number.isInteger(bins) || bins < 1) {
    throw new RangeError(`equalBins requires a whole number of bins, 1 or more, got ${bins}`);
  }
  const step = 1 / bins;
  const out = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) throw new RangeError(`equalBins[${i}] requires numbers, got NaN`);
    let bin = Math.min(bins - 1, Math.max(0, Math.floor(value * bins)));
    while (bin + 1 < bins && (bin + 1) * step <= value) bin++;
    while (bin > 0 && bin * step > value) bin--;
    out[i] = bin;
  }
  return out;
}

/** k·ln k for k = 0 … n, with 0·ln 0 = 0. O(n). */
export function countLogTable(n: number): Float64Array {
  const table = new Float64Array(n + 1);
  for (let k = 2; k <= n; k++) table[k] = k * Math.log(k);
  return table;
}

/**
 * Entropy −Σ p ln p of a count vector, in nats (plug-in; biased downwards). 0 for a single occupied cell.
 *
 * @param counts whole numbers of 0 or more
 * @returns NaN where all counts are 0
 * @example entropy(new Int32Array([2, 2])) // Math.LN2
 */
export function entropy(counts: Int32Array): number {
  let total = 0;
  let sum = 0;
  for (const count of counts) {
    total += count;
    if (count > 1) sum += count * Math.log(count);
  }
  return total === 0 ? Number.NaN : Math.max(0, Math.log(total) - sum / total);
}

/** Plug-in information between two binned variables. */
export interface Information {
  /** Mutual information Σ p(r,s) ln(p(r,s) / p(r)p(s)), in nats, 0 or more. */
  readonly mutual: number;
  /** Entropy of the first variable (the state bins), in nats. */
  readonly entropy: number;
  /** mutual / entropy: 0 where the second says nothing of the first, 1 where it fixes it; NaN at entropy 0. */
  readonly normalised: number;
}

/**
 * A function from rows to their plug-in information; it holds the work space for repeated use on resamples
 * of up to `n` rows.
 *
 * @param n most rows that a call will name
 * @param bins number of cells of either variable
 */
export function informationOf(
  n: number,
  bins: number,
): (rowBins: Int32Array, columnBins: Int32Array, rows?: Int32Array) => Information {
  const table = countLogTable(n);
  const joint = new Int32Array(bins * bins);
  const rowCounts = new Int32Array(bins);
  const columnCounts = new Int32Array(bins);
  return (rowBins, columnBins, rows) => {
    joint.fill(0);
    rowCounts.fill(0);
    columnCounts.fill(0);
    const total = rows === undefined ? rowBins.length : rows.length;
    for (let k = 0; k < total; k++) {
      const i = rows === undefined ? k : rows[k];
      const row = rowBins[i];
      const column = columnBins[i];
      joint[row * bins + column]++;
      rowCounts[row]++;
      columnCounts[column]++;
    }
    if (total === 0) return { mutual: Number.NaN, entropy: Number.NaN, normalised: Number.NaN };
    let joints = 0;
    for (let k = 0; k < joint.length; k++) joints += table[joint[k]];
    let rowSum = 0;
    let columnSum = 0;
    for (let k = 0; k < bins; k++) {
      rowSum += table[rowCounts[k]];
      columnSum += table[columnCounts[k]];
    }
    // Grouped so that a constant second variable gives exactly 0.
    const mutual = Math.max(0, (joints - rowSum - (columnSum - table[total])) / total);
    const rowEntropy = Math.max(0, (table[total] - rowSum) / total);
    return {
      mutual,
      entropy: rowEntropy,
      normalised: rowEntropy > 0 ? Math.min(1, mutual / rowEntropy) : Number.NaN,
    };
  };
}

/**
 * Plug-in mutual information of two binned variables of equal length, with the entropy of the first.
 * Biased upwards by about (rows − 1)(columns − 1)/2n: a babbler scores well above 0. O(n + bins²).
 *
 * @param rowBins bin of each observation's first variable, 0 … bins − 1
 * @param columnBins bin of its second variable, 0 … bins − 1
 */
export function mutualInformation(rowBins: Int32Array, columnBins: Int32Array, bins: number): Information {
  return informationOf(rowBins.length, bins)(rowBins, columnBins);
}
