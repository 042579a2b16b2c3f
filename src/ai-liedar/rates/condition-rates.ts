import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import { CATEGORIES } from "../scenarios/scenario.ts";
import { type ClusterLabel, clustersOf, scenariosWith, totals } from "./clusters.ts";
import { type Draws, drawnTotals } from "./draws.ts";
import { MEASURES, POOLS } from "./measures.ts";
import { canResample, membersOf, poolRate, resampledInterval } from "./pools.ts";

export type ConditionRate = Omit<RatesRow, "model" | "condition">;

/** A number, or null where it is not known. */
export const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Sum of a pool's numbers, one for each category. */
export const sumOf = (numbers: readonly number[], members: readonly number[]): number =>
  members.reduce((sum, category) => sum + numbers[category], 0);

/**
 * Rates of one model in one condition, in percent: a row for each pool and measure.
 *
 * Intervals are 95 % percentile intervals (Efron 1979) of a bootstrap of clusters (Field & Welsh 2007, Journal of the
 * Royal Statistical Society B 69:369), stratified: scenarios are drawn with replacement within their category and bring
 * all their episodes. Episodes of a scenario are alike, so the scenario is the unit. Such a bootstrap is sound for means
 * of rates; not for statistics that a repeated unit biases, such as measures of information; and it is too narrow with
 * few scenarios. null where a category in the pool has one scenario alone.
 *
 * @param labels of one model and condition
 */
export function conditionRates(labels: readonly ClusterLabel[], draws: Draws): ConditionRate[] {
  const clusters = CATEGORIES.map((category) => clustersOf(labels, category));
  const sample = clusters.map(totals);
  const drawn = clusters.map((own) => drawnTotals(own, draws(own.category, own.scenarios.length)));
  const resamples = Math.max(...drawn.map((each) => each.length)) / sample[0].length;
  return POOLS.flatMap((pool) =>
    MEASURES.map((measure, m): ConditionRate => {
      const members = membersOf(pool);
      const scenarios = clusters.map((own) => scenariosWith(own, m));
      const n = sumOf(
        sample.map((own) => own[MEASURES.length + m]),
        members,
      );
      const rate = known(poolRate(sample, 0, m, pool));
      const interval =
        rate !== null && canResample(scenarios, pool)
          ? resampledInterval(resamples, (row) => poolRate(drawn, row, m, pool))
          : null;
      return {
        category: pool,
        measure,
        scenarios: sumOf(scenarios, members),
        n,
        missing:
          sumOf(
            clusters.map((own) => own.episodes),
            members,
          ) - n,
        rate,
        rate_lo: interval?.low ?? null,
        rate_hi: interval?.high ?? null,
      };
    }),
  );
}
