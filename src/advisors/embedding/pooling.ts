/**
 * Mean of the rows of a matrix, scaled to length 1: the vector of a text from those of its tokens, as
 * sentence-transformers makes it with mean pooling. The sums are of 64 bits and run in the order of the rows.
 *
 * @param rows the matrix, row by row
 * @param dimensions length of a row, 1 or more
 * @returns a vector of 32-bit floats; null where the mean is 0 or not finite and so has no direction
 */
export function unitMean(rows: ArrayLike<number>, dimensions: number): Float32Array | null {
  const mean = new Float64Array(dimensions);
  const count = rows.length / dimensions;
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < dimensions; k++) mean[k] += rows[row * dimensions + k];
  }
  let squares = 0;
  for (let k = 0; k < dimensions; k++) {
    mean[k] /= count;
    squares += mean[k] * mean[k];
  }
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Infinity)) return null;
  return Float32Array.from(mean, (value) => value / length);
}
