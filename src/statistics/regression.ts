import { fitLine, type Line } from "./line.ts";

/**
 * Ordinary least squares for the small designs of the paper: a line, and a few columns of dummies. Plain
 * functions over numbers; sums run in row order.
 */

/**
 * Least-squares line of y on x, where it is determined.
 *
 * @param x regressor, finite
 * @param y response, finite, as long as x
 * @returns null where no line is determined: fewer than two points, or all x equal
 * @throws RangeError when the lengths differ
 * @example line([0, 1], [1, 3]) // { intercept: 1, slope: 2 }
 */
export function line(x: readonly number[], y: readonly number[]): Line | null {
  if (y.length !== x.length) {
    throw new RangeError(`line requires as many y as x, got ${y.length} and ${x.length}`);
  }
  if (x.every((value) => value === x[0])) return null;
  return fitLine(Float64Array.from(x), Float64Array.from(y));
}

/** One coefficient with its classical (homoskedastic) standard error. */
export interface Coefficient {
  readonly value: number;
  /** √(s²·(X′X)⁻¹ⱼⱼ) with s² = SSE/(n − k); null without residual degrees of freedom. */
  readonly se: number | null;
  /** value/se; null where se is null or 0. */
  readonly t: number | null;
}

/** Result of `leastSquares`. */
export interface Fit {
  /** One per column of the design, in its order. */
  readonly coefficients: readonly Coefficient[];
  /** SSE/(n − k), null when n = k. */
  readonly residualVariance: number | null;
}

/**
 * Least squares y = Xβ with classical standard errors, by Householder QR (no normal equations, so the error
 * grows with the condition of X and not with its square).
 *
 * @param columns the k columns of X, each of length n; a constant is a column of ones
 * @param y response, length n
 * @returns null where β is not determined: n < k, or a column that is (to 1e-10 of its length) a combination
 *   of those before it, such as the dummy of a group that holds every row
 * @throws RangeError when a column's length differs from y's
 * @example leastSquares([[1, 1, 1], [0, 1, 2]], [1, 3, 5]) // coefficients 1 and 2, residual variance 0
 */
export function leastSquares(columns: readonly ArrayLike<number>[], y: ArrayLike<number>): Fit | null {
  const n = y.length;
  const k = columns.length;
  for (const column of columns) {
    if (column.length !== n) {
      throw new RangeError(`leastSquares requires columns of length ${n}, got ${column.length}`);
    }
  }
  if (n < k || k === 0) return null;
  const q = columns.map((column) => Float64Array.from(column));
  const rhs = Float64Array.from(y);
  const diagonal = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    const v = q[j] as Float64Array;
    const whole = norm(v, 0);
    const tail = norm(v, j);
    if (!(tail > 1e-10 * whole)) return null;
    // The sign that avoids cancellation; v becomes the Householder vector, R's diagonal is kept apart.
    const alpha = v[j] > 0 ? -tail : tail;
    diagonal[j] = alpha;
    v[j] -= alpha;
    const vv = dot(v, v, j);
    for (let c = j + 1; c < k; c++) reflect(v, q[c] as Float64Array, j, vv);
    reflect(v, rhs, j, vv);
  }
  const beta = new Float64Array(k);
  for (let i = k - 1; i >= 0; i--) {
    let sum = rhs[i];
    for (let c = i + 1; c < k; c++) sum -= (q[c] as Float64Array)[i] * beta[c];
    beta[i] = sum / diagonal[i];
  }
  const residualVariance = n > k ? dot(rhs, rhs, k) / (n - k) : null;
  const leverage = inverseRowSquares(q, diagonal);
  const coefficients = Array.from(beta, (value, j): Coefficient => {
    const se = residualVariance === null ? null : Math.sqrt(residualVariance * leverage[j]);
    return { value, se, t: se === null || se === 0 ? null : value / se };
  });
  return { coefficients, residualVariance };
}

/** Diagonal of (X′X)⁻¹ = R⁻¹R⁻ᵀ: the sums of squares of the rows of R⁻¹. */
function inverseRowSquares(q: readonly Float64Array[], diagonal: Float64Array): Float64Array {
  const k = diagonal.length;
  const squares = new Float64Array(k);
  const column = new Float64Array(k);
  for (let c = 0; c < k; c++) {
    for (let i = c; i >= 0; i--) {
      let sum = i === c ? 1 : 0;
      for (let j = i + 1; j <= c; j++) sum -= (q[j] as Float64Array)[i] * column[j];
      column[i] = sum / diagonal[i];
      squares[i] += column[i] * column[i];
    }
  }
  return squares;
}

function dot(a: Float64Array, b: Float64Array, from: number): number {
  let sum = 0;
  for (let i = from; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array, from: number): number {
  return Math.sqrt(dot(a, a, from));
}

/** target −= 2·v·(v·target)/(v·v), on the elements from `from` on. */
function reflect(v: Float64Array, target: Float64Array, from: number, vv: number): void {
  const factor = (2 * dot(v, target, from)) / vv;
  for (let i = from; i < v.length; i++) target[i] -= factor * v[i];
}
