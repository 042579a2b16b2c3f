/**
 * Solves A·x = b for a symmetric positive definite A by Cholesky's factorisation A = L·Lᵀ. O(n³/3).
 * Both arguments are overwritten: `matrix` by L (lower triangle), `vector` by the solution.
 *
 * @param matrix n × n, row after row; the lower triangle alone is read
 * @param vector right-hand side, length n; holds x afterwards
 * @throws RangeError when a pivot is not positive, that is, when the matrix is not positive definite
 */
export function solvePositiveDefinite(matrix: Float64Array, vector: Float64Array): void {
  const n = vector.length;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j <= i; j++) {
      const other = j * n;
      const sum = matrix[row + j] - dotSlices(matrix, row, other, j);
      if (j < i) {
        matrix[row + j] = sum / matrix[other + j];
      } else {
        if (!(sum > 0)) {
          throw new RangeError(
            `solvePositiveDefinite requires a positive definite matrix, got pivot ${sum} in row ${i}`,
          );
        }
        matrix[row + i] = Math.sqrt(sum);
      }
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = vector[i];
    for (let k = 0; k < i; k++) sum -= matrix[i * n + k] * vector[k];
    vector[i] = sum / matrix[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    vector[i] /= matrix[i * n + i];
    const value = vector[i];
    for (let k = 0; k < i; k++) vector[k] -= matrix[i * n + k] * value;
  }
}

/** Inner product of two stretches of an array. Four sums side by side: the processor need not wait for one. */
function dotSlices(values: Float64Array, first: number, second: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < length; k += 4) {
    s0 += values[first + k] * values[second + k];
    s1 += values[first + k + 1] * values[second + k + 1];
    s2 += values[first + k + 2] * values[second + k + 2];
    s3 += values[first + k + 3] * values[second + k + 3];
  }
  for (; k < length; k++) s0 += values[first + k] * values[second + k];
  return s0 + s1 + (s2 + s3);
}
