/**
 * Rows of a sparse matrix (compressed rows), columns ascending within a row. Dense rows fit too: every column
 * is listed.
 */
export interface SparseRows {
  readonly rows: number;
  /** Number of columns. */
  readonly dimensions: number;
  /** Where row i begins in `columns` and `values`; rows + 1 entries. */
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Compressed rows from a list of [column, value] lists, each in ascending column order. */
export function sparseRows(lists: readonly (readonly [number, number])[][], dimensions: number): SparseRows {
  const offsets = new Int32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) offsets[i + 1] = offsets[i] + lists[i].length;
  const columns = new Int32Array(offsets[lists.length]);
  const values = new Float64Array(offsets[lists.length]);
  for (let i = 0, k = 0; i < lists.length; i++) {
    for (const [column, value] of lists[i]) {
      columns[k] = column;
      values[k] = value;
      k++;
    }
  }
  return { rows: lists.length, dimensions, offsets, columns, values };
}

/** Inner product of row i with a dense vector. */
export function dotRow(matrix: SparseRows, i: number, vector: Float64Array): number {
  let sum = 0;
  for (let k = matrix.offsets[i]; k < matrix.offsets[i + 1]; k++)
    sum += matrix.values[k] * vector[matrix.columns[k]];
  return sum;
}

/** vector ← vector + factor · row i. */
export function addRow(matrix: SparseRows, i: number, factor: number, vector: Float64Array): void {
  for (let k = matrix.offsets[i]; k < matrix.offsets[i + 1]; k++) {
    vector[matrix.columns[k]] += factor * matrix.values[k];
  }
}

/** The numbers of all rows. */
export function everyRow(matrix: SparseRows): Int32Array {
  return Int32Array.from({ length: matrix.rows }, (_, i) => i);
}

/**
 * The chosen rows turned on their side: row j of the result lists, for column j, the places in `chosen` of the
 * rows that hold it.
 */
export function rowsByColumn(matrix: SparseRows, chosen: Int32Array): SparseRows {
  const offsets = new Int32Array(matrix.dimensions + 1);
  for (const i of chosen) {
    for (let k = matrix.offsets[i]; k < matrix.offsets[i + 1]; k++) offsets[matrix.columns[k] + 1]++;
  }
  for (let j = 0; j < matrix.dimensions; j++) offsets[j + 1] += offsets[j];
  const next = offsets.slice();
  const columns = new Int32Array(offsets[matrix.dimensions]);
  const values = new Float64Array(offsets[matrix.dimensions]);
  for (let place = 0; place < chosen.length; place++) {
    for (let k = matrix.offsets[chosen[place]]; k < matrix.offsets[chosen[place] + 1]; k++) {
      const at = next[matrix.columns[k]]++;
      columns[at] = place;
      values[at] = matrix.values[k];
    }
  }
  return { rows: matrix.dimensions, dimensions: chosen.length, offsets, columns, values };
}

/**
 * Inner products of row i with all chosen rows, into `products`. Only shared columns cost anything.
 *
 * @param byColumn the chosen rows, from `rowsByColumn`
 * @param products one place per chosen row; overwritten
 */
export function productsWith(
  matrix: SparseRows,
  i: number,
  byColumn: SparseRows,
  products: Float64Array,
): void {
  products.fill(0);
  const { offsets, columns, values } = byColumn;
  for (let k = matrix.offsets[i]; k < matrix.offsets[i + 1]; k++) {
    const value = matrix.values[k];
    const end = offsets[matrix.columns[k] + 1];
    for (let l = offsets[matrix.columns[k]]; l < end; l++) products[columns[l]] += value * values[l];
  }
}
