import { solvePositiveDefinite } from "./linear-solve.ts";
import { addRow, dotRow, productsWith, rowsByColumn, type SparseRows } from "./sparse.ts";

/** A fitted ridge regression: prediction = intercept + x · coefficients. */
export interface RidgeFit {
  readonly intercept: number;
  readonly coefficients: Float64Array;
}

/**
 * Ridge regression with an unpenalised intercept: minimises Σ (y − c − x·β)² + alpha·|β|² (Hoerl & Kennard
 * 1970), by centring x and y on their means. Equal rows may be given once, with a count and their mean
 * response: the solution is the same. It is found in whichever of the two equivalent forms is the smaller,
 * primal (columns) or dual (rows): O(min(columns, rows)³/3).
 *
 * @param matrix all distinct rows
 * @param chosen numbers of the rows to fit on, each once; at least one
 * @param counts how often each chosen row occurs, 1 or more
 * @param responses mean response of each chosen row's occurrences
 * @param alpha penalty, above 0
 * @throws RangeError for no rows or a penalty that is not positive
 */
export function fitRidge(
  matrix: SparseRows,
  chosen: Int32Array,
  counts: Float64Array,
  responses: Float64Array,
  alpha: number,
): RidgeFit {
  if (chosen.length === 0 || !(alpha > 0)) {
    throw new RangeError(
      `fitRidge requires at least one row and alpha > 0, got ${chosen.length} rows, alpha ${alpha}`,
    );
  }
  const centre = new Float64Array(matrix.dimensions);
  let total = 0;
  let meanResponse = 0;
  for (let a = 0; a < chosen.length; a++) {
    total += counts[a];
    meanResponse += counts[a] * responses[a];
    addRow(matrix, chosen[a], counts[a], centre);
  }
  meanResponse /= total;
  for (let j = 0; j < centre.length; j++) centre[j] /= total;
  const data = { matrix, chosen, counts, responses, alpha, centre, total, meanResponse };
  const coefficients = chosen.length <= matrix.dimensions ? solveDual(data) : solvePrimal(data);
  let shift = 0;
  for (let j = 0; j < centre.length; j++) shift += centre[j] * coefficients[j];
  return { intercept: meanResponse - shift, coefficients };
}

/** The fitted response of row i. */
export function predictRidge(fit: RidgeFit, matrix: SparseRows, i: number): number {
  return fit.intercept + dotRow(matrix, i, fit.coefficients);
}

interface Centred {
  readonly matrix: SparseRows;
  readonly chosen: Int32Array;
  readonly counts: Float64Array;
  readonly responses: Float64Array;
  readonly alpha: number;
  readonly centre: Float64Array;
  readonly total: number;
  readonly meanResponse: number;
}

/** β = Xcᵀ·c with (Xc·Xcᵀ + alpha·W⁻¹)·c = ȳ − mean, where W holds the counts. */
function solveDual({
  matrix,
  chosen,
  counts,
  responses,
  alpha,
  centre,
  meanResponse,
}: Centred): Float64Array {
  const n = chosen.length;
  const gram = new Float64Array(n * n);
  const weights = new Float64Array(n);
  const byColumn = rowsByColumn(matrix, chosen);
  const products = new Float64Array(n);
  const toCentre = new Float64Array(n);
  let centreNorm = 0;
  for (let j = 0; j < centre.length; j++) centreNorm += centre[j] * centre[j];
  for (let a = 0; a < n; a++) toCentre[a] = dotRow(matrix, chosen[a], centre);
  for (let a = 0; a < n; a++) {
    productsWith(matrix, chosen[a], byColumn, products);
    const shift = centreNorm - toCentre[a];
    for (let b = 0; b <= a; b++) gram[a * n + b] = products[b] - toCentre[b] + shift;
    gram[a * n + a] += alpha / counts[a];
    weights[a] = responses[a] - meanResponse;
  }
  solvePositiveDefinite(gram, weights);
  const coefficients = new Float64Array(matrix.dimensions);
  let sum = 0;
  for (let a = 0; a < n; a++) {
    addRow(matrix, chosen[a], weights[a], coefficients);
    sum += weights[a];
  }
  for (let j = 0; j < centre.length; j++) coefficients[j] -= sum * centre[j];
  return coefficients;
}

/** (Xᵀ·W·X − total·centre·centreᵀ + alpha·I)·β = Xᵀ·W·(ȳ − mean); weighted deviations sum to 0, so X need not be centred there. */
function solvePrimal(data: Centred): Float64Array {
  const { matrix, chosen, counts, responses, alpha, centre, total, meanResponse } = data;
  const p = matrix.dimensions;
  const normal = new Float64Array(p * p);
  const coefficients = new Float64Array(p);
  for (let a = 0; a < chosen.length; a++) {
    const begin = matrix.offsets[chosen[a]];
    const end = matrix.offsets[chosen[a] + 1];
    const residual = counts[a] * (responses[a] - meanResponse);
    for (let k = begin; k < end; k++) {
      const at = matrix.columns[k] * p;
      const value = counts[a] * matrix.values[k];
      coefficients[matrix.columns[k]] += residual * matrix.values[k];
      for (let l = begin; l <= k; l++) normal[at + matrix.columns[l]] += value * matrix.values[l];
    }
  }
  for (let i = 0; i < p; i++) {
    const scaled = total * centre[i];
    for (let j = 0; j <= i; j++) normal[i * p + j] -= scaled * centre[j];
    normal[i * p + i] += alpha;
  }
  solvePositiveDefinite(normal, coefficients);
  return coefficients;
}
