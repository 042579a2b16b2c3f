import { type Interval, percentileInterval } from "../../statistics/resampling.ts";
import { CATEGORIES } from "../scenarios/scenario.ts";
import { WIDTH } from "./clusters.ts";
import { MEASURES, type Pool } from "./measures.ts";

/** Coverage of every interval of the study. */
export const LEVEL = 0.95;

/** Places in `CATEGORIES` that a pool takes together. */
export function membersOf(pool: Pool): readonly number[] {
  const own = (CATEGORIES as readonly Pool[]).indexOf(pool);
  return own >= 0 ? [own] : CATEGORIES.map((_, i) => i);
}

/**
 * Rate of a pool: the sum of all values over their number; of `mean_of_categories` the unweighted mean of the three
 * categories' rates, which is the published way.
 *
 * @param totals for each category sums and counts, `WIDTH` numbers from `row` on; nothing where it has no scenario
 * @param m place of the measure in `MEASURES`
 * @returns NaN where there is no value: none at all, or none of some category under `mean_of_categories`
 */
export function poolRate(totals: readonly Float64Array[], row: number, m: number, pool: Pool): number {
  let sum = 0;
  let count = 0;
  for (const category of membersOf(pool)) {
    const categorySum = totals[category][row + m] ?? 0;
    const categoryCount = totals[category][row + MEASURES.length + m] ?? 0;
    if (pool === "mean_of_categories") {
      sum += categorySum / categoryCount;
      count += 1;
    } else {
      sum += categorySum;
      count += categoryCount;
    }
  }
  return sum / count;
}

/**
 * Percentile interval of what is computed from each resample. Resamples without a value (NaN) are left out.
 *
 * @param resamples how many there are
 * @param value of a resample, by the place where its totals begin
 * @returns null where no resample has a value
 */
export function resampledInterval(resamples: number, value: (row: number) => number): Interval | null {
  const values = new Float64Array(resamples);
  let filled = 0;
  for (let r = 0; r < resamples; r++) {
    const here = value(r * WIDTH);
    if (!Number.isNaN(here)) values[filled++] = here;
  }
  // Sorted here, so that sorting again for either end costs little.
  return filled === 0 ? null : percentileInterval(values.subarray(0, filled).sort(), LEVEL);
}

/**
 * Whether scenarios of a pool can be resampled for a measure: no category in it may rest on one scenario alone, whose
 * spread is unknown and not 0.
 *
 * @param scenarios for each category, scenarios with a value
 */
export function canResample(scenarios: readonly number[], pool: Pool): boolean {
  const members = membersOf(pool).map((category) => scenarios[category]);
  return members.some((count) => count > 0) && members.every((count) => count !== 1);
}
