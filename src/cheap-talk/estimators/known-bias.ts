/**
 * Actions of a receiver who knows the bias and takes the sender to add it: clip(report − b, 0, 1). Nothing is
 * fitted, so nothing is lost to fitting. Best reply to a sender that says ω + b; a report capped at 1 is taken
 * for 1 − b. O(n).
 *
 * Under it an offset of b is no loss at all, an offset of c is one of (c − b)², and what a cap takes away shows
 * at high states alone: together with `interiorLine` it tells offset, cap and loss apart.
 *
 * @param reports the stated numbers, any finite numbers
 * @param bias b, 0 or more
 * @example knownBiasActions(Float64Array.of(0.5, 0.05, 1.3), 0.1) // 0.4, 0, 1
 */
export function knownBiasActions(reports: Float64Array, bias: number): Float64Array {
  return reports.map((report) => Math.min(1, Math.max(0, report - bias)));
}
