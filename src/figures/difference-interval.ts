/** A value with the limits of its interval, in one unit. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Interval of a difference first − second of two independent estimates, from the interval of each:
 * difference ± √(h₁² + h₂²), where h is half the width of an estimate's own interval. It is the square-and-add
 * method (MOVER; Zou & Donner 2008, Statistics in Medicine 27:1693) with one departure: MOVER takes the
 * distance from the estimate to each limit, we take half the width on both sides. The two agree for symmetric
 * intervals. Percentile intervals of information are shifted upward and may leave out their own estimate;
 * the distance to a limit is then no measure of spread, while the width still is, and the shift is common
 * to both estimates and cancels in the difference.
 *
 * The estimates of two frames come from the same states, so independence is an approximation.
 */
export function differenceInterval(first: Estimate, second: Estimate): Estimate {
  const value = first.value - second.value;
  const half1 = (first.high - first.low) / 2;
  const half2 = (second.high - second.low) / 2;
  const half = Math.sqrt(half1 * half1 + half2 * half2);
  return { value, low: value - half, high: value + half };
}
