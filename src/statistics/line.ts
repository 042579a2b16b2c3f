/** A line y = intercept + slope · x. */
export interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/**
 * Ordinary least-squares line of y on x. O(n). Where x holds absurd reports (1e300) the fit runs on
 * x divided by the largest, so that sums of squares cannot overflow.
 *
 * @param x finite numbers
 * @param y finite numbers, as many
 * @returns slope 0 and the mean of y where x does not vary; NaN both where there are no points
 * @example fitLine(new Float64Array([0, 1]), new Float64Array([1, 3])) // { intercept: 1, slope: 2 }
 */
export function fitLine(x: Float64Array, y: Float64Array): Line {
  const n = x.length;
  if (n === 0) return { intercept: Number.NaN, slope: Number.NaN };
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(x[i]));
  const scale = largest > 1e100 ? largest : 1;
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < n; i++) {
    meanX += x[i] / scale;
    meanY += y[i];
  }
  meanX /= n;
  meanY /= n;
  let sxx = 0;
  let sxy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i] / scale - meanX;
    sxx += dx * dx;
    sxy += dx * (y[i] - meanY);
  }
  // Equal reports leave rounding errors of the mean behind, which are no variation.
  const varies = x.some((value) => value !== x[0]) && sxx > 0;
  const slope = varies ? sxy / sxx : 0;
  return { intercept: meanY - slope * meanX, slope: slope / scale };
}
