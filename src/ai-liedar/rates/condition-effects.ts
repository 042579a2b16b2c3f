import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import { CATEGORIES } from "../scenarios/scenario.ts";
import { type ClusterLabel, clustersOf, pairedClusters, scenariosWith, totals } from "./clusters.ts";
import { known, sumOf } from "./condition-rates.ts";
import { type Draws, drawnTotals } from "./draws.ts";
import { MEASURES, POOLS } from "./measures.ts";
import { canResample, membersOf, poolRate, resampledInterval } from "./pools.ts";

export type ConditionEffect = Omit<EffectsRow, "model" | "condition">;

/**
 * What a condition changes against base, in percentage points: a row for each pool and measure. Only scenarios with a
 * value in both conditions count, in both rates; intervals are those of `conditionRates`, a scenario that is drawn
 * bringing its episodes of both conditions.
 *
 * @param base labels of one model in the base condition
 * @param other labels of the same model in the other condition
 */
export function conditionEffects(
  base: readonly ClusterLabel[],
  other: readonly ClusterLabel[],
  draws: Draws,
): ConditionEffect[] {
  const pairs = CATEGORIES.map((category) =>
    pairedClusters(clustersOf(base, category), clustersOf(other, category)),
  );
  const [samples, drawn] = [totals, drawnFrom(draws)].map((of) =>
    [0, 1].map((side) => pairs.map((pair) => of(pair[side]))),
  );
  const resamples = Math.max(...drawn[0].map((each) => each.length)) / samples[0][0].length;
  return POOLS.flatMap((pool) =>
    MEASURES.map((measure, m): ConditionEffect => {
      const members = membersOf(pool);
      const scenarios = pairs.map(([own]) => scenariosWith(own, m));
      const rates = samples.map((sample) => known(poolRate(sample, 0, m, pool)));
      const counts = samples.map((sample) =>
        sumOf(
          sample.map((own) => own[MEASURES.length + m]),
          members,
        ),
      );
      const [rate_base, rate] = rates;
      const change = rate_base === null || rate === null ? null : rate - rate_base;
      const interval =
        change !== null && canResample(scenarios, pool)
          ? resampledInterval(
              resamples,
              (row) => poolRate(drawn[1], row, m, pool) - poolRate(drawn[0], row, m, pool),
            )
          : null;
      return {
        category: pool,
        measure,
        scenarios: sumOf(scenarios, members),
        n_base: counts[0],
        n: counts[1],
        rate_base,
        rate,
        change,
        change_lo: interval?.low ?? null,
        change_hi: interval?.high ?? null,
      };
    }),
  );
}

/** Totals of each resample of a category. */
function drawnFrom(draws: Draws): typeof totals {
  return (own) => drawnTotals(own, draws(own.category, own.scenarios.length));
}
