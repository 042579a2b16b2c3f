import { solvePositiveDefinite } from "./linear-solve.ts";
import { productsWith, rowsByColumn, type SparseRows } from "./sparse.ts";

/**
 * Inner products of some rows with each other: what ridge fits on many subsets of them share. O(rows · entries).
 *
 * @param matrix all rows
 * @param rows numbers of the rows meant; one may occur several times
 * @returns row after row, rows.length squared numbers
 */
export function innerProducts(matrix: SparseRows, rows: Int32Array): Float64Array {
  const n = rows.length;
  const gram = new Float64Array(n * n);
  const byColumn = rowsByColumn(matrix, rows);
  for (let a = 0; a < n; a++) productsWith(matrix, rows[a], byColumn, gram.subarray(a * n, (a + 1) * n));
  return gram;
}

/**
 * The ridge regression of `fitRidge` (unpenalised intercept, dual form) from inner products alone: no vector is
 * touched, so that a fit costs O(chosen³/6) whatever the length of the vectors. For many fits on subsets of the
 * same rows.
 *
 * With counts left out, c solves (K + alpha·I)·c = y − mean(y), K the inner products of the chosen rows about their
 * centre, and the prediction at x is mean(y) + Σ c_a·⟨x_a − centre, x − centre⟩.
 *
 * @param gram from `innerProducts`
 * @param rows how many rows it is of
 * @param chosen places of the rows to fit on, at least one; equal rows may both be chosen
 * @param responses the response of each chosen row
 * @param alpha penalty, above 0
 * @returns the prediction at the row of a place
 * @throws RangeError for no rows or a penalty that is not positive
 */
export function gramRidge(
  gram: Float64Array,
  rows: number,
  chosen: Int32Array,
  responses: Float64Array,
  alpha: number,
): (place: number) => number {
  const n = chosen.length;
  if (n === 0 || !(alpha > 0)) {
    throw new RangeError(`gramRidge requires at least one row and alpha > 0, got ${n} rows, alpha ${alpha}`);
  }
  // Products with the centre, and the centre's with itself.
  const toCentre = new Float64Array(n);
  let centre = 0;
  let mean = 0;
  for (let a = 0; a < n; a++) {
    const row = chosen[a] * rows;
    let sum = 0;
    for (let b = 0; b < n; b++) sum += gram[row + chosen[b]];
    toCentre[a] = sum / n;
    centre += toCentre[a];
    mean += responses[a];
  }
  centre /= n;
  mean /= n;
  const kernel = new Float64Array(n * n);
  const weights = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    const row = chosen[a] * rows;
    for (let b = 0; b <= a; b++)
      kernel[a * n + b] = gram[row + chosen[b]] - toCentre[a] - toCentre[b] + centre;
    kernel[a * n + a] += alpha;
    weights[a] = responses[a] - mean;
  }
  solvePositiveDefinite(kernel, weights);
  // Σ c_a·⟨x_a − centre, x − centre⟩ = Σ c_a·⟨x_a, x⟩ − sum·⟨centre, x⟩ − Σ c_a·(⟨x_a, centre⟩ − |centre|²).
  let sum = 0;
  let shift = 0;
  for (let a = 0; a < n; a++) {
    sum += weights[a];
    shift += weights[a] * (toCentre[a] - centre);
  }
  return (place) => {
    const row = place * rows;
    let value = mean - shift;
    let product = 0;
    for (let a = 0; a < n; a++) {
      const entry = gram[row + chosen[a]];
      value += weights[a] * entry;
      product += entry;
    }
    return value - sum * (product / n);
  };
}
