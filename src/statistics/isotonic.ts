/**
 * Weighted isotonic (never falling) least-squares fit by pooling adjacent violators (Ayer et al. 1955;
 * Barlow et al. 1972). O(n).
 *
 * @param values the sequence to fit
 * @param weights a positive weight per value
 * @returns the fitted sequence, of equal length: runs that fall are replaced by their weighted mean
 * @throws RangeError when the lengths differ
 * @example poolAdjacentViolators(new Float64Array([1, 3, 2]), new Float64Array([1, 1, 1])) // 1, 2.5, 2.5
 */
export function poolAdjacentViolators(values: Float64Array, weights: Float64Array): Float64Array {
  const n = values.length;
  if (weights.length !== n) {
    throw new RangeError(
      `poolAdjacentViolators requires as many weights as values, got ${weights.length} for ${n}`,
    );
  }
  const fitted = values.slice();
  poolInPlace(fitted, weights.slice(), new Int32Array(n), n);
  return fitted;
}

/**
 * The same in the caller's arrays, for many fits. O(n).
 *
 * @param values the first n are replaced by the fit
 * @param weights positive; the first n are overwritten
 * @param ends room for n numbers
 */
export function poolInPlace(values: Float64Array, weights: Float64Array, ends: Int32Array, n: number): void {
  let blocks = 0;
  for (let i = 0; i < n; i++) {
    let level = values[i];
    let weight = weights[i];
    // Blocks stand at the front of the arrays: there are never more of them than values read.
    while (blocks > 0 && values[blocks - 1] > level) {
      blocks--;
      const total = weights[blocks] + weight;
      level = (values[blocks] * weights[blocks] + level * weight) / total;
      weight = total;
    }
    values[blocks] = level;
    weights[blocks] = weight;
    ends[blocks] = i + 1;
    blocks++;
  }
  // From the last block down: what is written lies behind the blocks that are still to be read.
  for (let block = blocks - 1; block >= 0; block--) {
    const level = values[block];
    const begin = block === 0 ? 0 : ends[block - 1];
    for (let i = ends[block] - 1; i >= begin; i--) values[i] = level;
  }
}
