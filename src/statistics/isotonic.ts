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
  const level = new Float64Array(n);
  const weight = new Float64Array(n);
  const end = new Int32Array(n);
  let blocks = 0;
  for (let i = 0; i < n; i++) {
    level[blocks] = values[i];
    weight[blocks] = weights[i];
    end[blocks] = i + 1;
    blocks++;
    while (blocks > 1 && level[blocks - 2] > level[blocks - 1]) {
      const a = blocks - 2;
      const b = blocks - 1;
      const total = weight[a] + weight[b];
      level[a] = (level[a] * weight[a] + level[b] * weight[b]) / total;
      weight[a] = total;
      end[a] = end[b];
      blocks--;
    }
  }
  const fitted = new Float64Array(n);
  for (let block = 0, i = 0; block < blocks; block++) {
    while (i < end[block]) fitted[i++] = level[block];
  }
  return fitted;
}
