import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { PairwiseTestsRow } from "../../../schemas/ai-liedar/tables/pairwise_tests.ts";
import { holm } from "../../statistics/holm.ts";
import { pairedTTest, type TTest, unpairedTTest } from "../../statistics/t-tests.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { percentOf } from "./measures.ts";

const MEASURES: readonly PairwiseTestsRow["measure"][] = ["truthful", "falsification"];

/**
 * Student's t tests between every two models on the mean rates of scenarios, unpaired as published and paired, which is
 * the sounder one: a scenario is hard for every model or for none. Scenarios count that have a value for both models.
 * Holm's correction takes all pairs of a measure and kind of test as its family; a test that is undefined is no member.
 *
 * @param labels of one condition
 */
export function pairwiseTests(labels: readonly LabelsRow[]): PairwiseTestsRow[] {
  const models = [...new Set(labels.map((label) => label.model))].sort(byteOrder);
  return MEASURES.flatMap((measure) => {
    const means = new Map(
      models.map((model) => [
        model,
        scenarioMeans(
          labels.filter((label) => label.model === model),
          measure,
        ),
      ]),
    );
    const pairs = models.flatMap((model_a, i) =>
      models.slice(i + 1).map((model_b) => {
        const [own, other] = [model_a, model_b].map((model) => means.get(model) as Map<string, number>);
        const scenarios = [...own.keys()].filter((scenario) => other.has(scenario));
        const [a, b] = [own, other].map((each) => scenarios.map((scenario) => each.get(scenario) as number));
        return { model_a, model_b, a, b, unpaired: unpairedTTest(a, b), paired: pairedTTest(a, b) };
      }),
    );
    const unpaired = corrected(pairs.map((pair) => pair.unpaired));
    const paired = corrected(pairs.map((pair) => pair.paired));
    return pairs.map((pair, i): PairwiseTestsRow => {
      const [rate_a, rate_b] = [meanOf(pair.a), meanOf(pair.b)];
      return {
        measure,
        model_a: pair.model_a,
        model_b: pair.model_b,
        scenarios: pair.a.length,
        rate_a,
        rate_b,
        difference: rate_a === null || rate_b === null ? null : rate_a - rate_b,
        t_unpaired: pair.unpaired?.t ?? null,
        df_unpaired: pair.unpaired?.df ?? null,
        p_unpaired: pair.unpaired?.p ?? null,
        p_unpaired_holm: unpaired[i],
        t_paired: pair.paired?.t ?? null,
        df_paired: pair.paired?.df ?? null,
        p_paired: pair.paired?.p ?? null,
        p_paired_holm: paired[i],
      };
    });
  });
}

/** Mean of a measure over the episodes of each scenario, in byte order of the scenarios; those without a value are left out. */
export function scenarioMeans(
  labels: readonly LabelsRow[],
  measure: PairwiseTestsRow["measure"],
): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const label of labels) {
    const value = percentOf(label, measure);
    if (value === null) continue;
    const own = sums.get(label.scenario) ?? { sum: 0, count: 0 };
    sums.set(label.scenario, { sum: own.sum + value, count: own.count + 1 });
  }
  const sorted = [...sums].sort(([a], [b]) => byteOrder(a, b));
  return new Map(sorted.map(([scenario, { sum, count }]) => [scenario, sum / count]));
}

/** p values by Holm over the tests that are defined. */
function corrected(tests: readonly (TTest | null)[]): (number | null)[] {
  const adjusted = holm(tests.flatMap((test) => (test === null ? [] : [test.p])));
  let next = 0;
  return tests.map((test) => (test === null ? null : adjusted[next++]));
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
