/** Sentences about intervals, for captions. */

import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import { CATEGORIES } from "../scenarios/scenario.ts";
import type { Measure, Pool } from "./measures.ts";

/** An interval from fewer scenarios of a category is said to be too narrow. */
const ENOUGH = 10;

/** Says how intervals are made. */
export function intervalSentence(resamples: number): string {
  const count = String(resamples).replace(/\B(?=(\d{3})+$)/g, ",");
  return [
    `Intervals: 95 %, percentiles of ${count} resamples of scenarios.`,
    "Scenarios are drawn with replacement within each category and bring all their episodes; the draws are the same for every measure.",
    "There is no interval where a category has one scenario alone.",
  ].join(" ");
}

/**
 * Says that intervals are too narrow where some rest on few scenarios: a bootstrap of n clusters falls short by about
 * √((n − 1)/n), and more by its percentiles. Scenarios are resampled within their category, so those of a category count
 * for intervals over several categories as well. "" where none rests on few.
 *
 * @param rows with the rows of each category behind the intervals shown
 * @param measures whose intervals are shown
 */
export function fewScenariosSentence(
  rows: readonly (RatesRow | EffectsRow)[],
  measures: readonly Measure[],
): string {
  const behind = rows.filter(
    (row) =>
      (CATEGORIES as readonly Pool[]).includes(row.category) &&
      measures.includes(row.measure) &&
      ("rate_lo" in row ? row.rate_lo : row.change_lo) !== null,
  );
  const least = behind.reduce((lowest, row) => Math.min(lowest, row.scenarios), Infinity);
  return least < ENOUGH
    ? `Some intervals rest on no more than ${least} scenarios of a category; intervals of so few (below ${ENOUGH}) are too narrow.`
    : "";
}
