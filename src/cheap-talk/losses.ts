/** Actions held to the unit interval, where payoffs are defined. */
export function clip(actions: Float64Array): Float64Array {
  return actions.map((action) => Math.min(1, Math.max(0, action)));
}

/** Squared distance of each action from ω + offset: offset 0 for the receiver's loss, b for the sender's. */
export function squaredErrors(actions: Float64Array, omega: Float64Array, offset: number): Float64Array {
  return actions.map((action, i) => {
    const error = action - omega[i] - offset;
    return error * error;
  });
}

/** Arithmetic mean, of some rows or of all; NaN for none. */
export function meanOf(values: Float64Array, rows?: Int32Array): number {
  let sum = 0;
  if (rows === undefined) {
    for (let i = 0; i < values.length; i++) sum += values[i];
    return sum / values.length;
  }
  for (let i = 0; i < rows.length; i++) sum += values[rows[i]];
  return sum / rows.length;
}

/**
 * Share of the variance of ω that the actions explain: 1 − SSE/SST about the mean of ω. 1 is perfect, 0 no
 * better than the mean, below 0 worse.
 *
 * @returns null where ω does not vary
 */
export function rSquared(actions: Float64Array, omega: Float64Array): number | null {
  const mean = meanOf(omega);
  let residual = 0;
  let total = 0;
  for (let i = 0; i < omega.length; i++) {
    const error = omega[i] - actions[i];
    const deviation = omega[i] - mean;
    residual += error * error;
    total += deviation * deviation;
  }
  return total > 0 ? 1 - residual / total : null;
}
