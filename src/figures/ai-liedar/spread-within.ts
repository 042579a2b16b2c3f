import { spreadLabels } from "../labels.ts";

/**
 * Labels moved apart as by `spreadLabels`, and kept between two ends as far as they fit: those beyond an end are moved
 * back, and push the others. Same unit throughout.
 *
 * @param gap least distance; less where so many do not fit
 */
export function spreadWithin(
  positions: readonly number[],
  gap: number,
  [low, high]: readonly [number, number],
): number[] {
  const room = positions.length > 1 ? Math.min(gap, (high - low) / (positions.length - 1)) : gap;
  const spread = spreadLabels(positions, room);
  const rising = spread.map((_, i) => i).sort((a, b) => spread[a] - spread[b] || a - b);
  let least = low;
  for (const i of rising) {
    spread[i] = Math.max(spread[i], least);
    least = spread[i] + room;
  }
  let most = high;
  for (const i of rising.reverse()) {
    spread[i] = Math.min(spread[i], most);
    most = spread[i] - room;
  }
  return spread;
}
