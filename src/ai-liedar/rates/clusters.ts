import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import { byteOrder } from "../../tables/canonical.ts";
import type { Category } from "../scenarios/scenario.ts";
import { MEASURES, percentOf } from "./measures.ts";

/** Numbers of one scenario: for each measure the sum of its values, then for each how many there are. */
export const WIDTH = 2 * MEASURES.length;

/** Sums by scenario, of one model, condition and category. */
export interface ScenarioSums {
  readonly category: Category;
  /** Ids of the scenarios that were played, in byte order. */
  readonly scenarios: readonly string[];
  /** `WIDTH` numbers for each scenario. */
  readonly sums: Float64Array;
}

/** The episodes of one model, condition and category, summed by scenario. */
export interface Clusters extends ScenarioSums {
  /** Episodes, with or without a value. */
  readonly episodes: number;
}

/** What the sums read of a label. */
export type ClusterLabel = Pick<LabelsRow, "category" | "scenario" | "coarse" | "fine" | "utility">;

/** Sums the labels of one model and condition that are of a category. Values that are missing are in no sum and no count. */
export function clustersOf(labels: readonly ClusterLabel[], category: Category): Clusters {
  const here = labels.filter((label) => label.category === category);
  const scenarios = [...new Set(here.map((label) => label.scenario))].sort(byteOrder);
  const place = new Map(scenarios.map((scenario, i) => [scenario, i * WIDTH]));
  const sums = new Float64Array(scenarios.length * WIDTH);
  for (const label of here) {
    const at = place.get(label.scenario) as number;
    for (const [m, measure] of MEASURES.entries()) {
      const value = percentOf(label, measure);
      if (value === null) continue;
      sums[at + m] += value;
      sums[at + MEASURES.length + m] += 1;
    }
  }
  return { category, scenarios, episodes: here.length, sums };
}

/**
 * Two conditions on the scenarios that both have: a measure is kept, in both, only on the scenarios where both have a
 * value of it. Scenarios stand in the same order in the two results.
 */
export function pairedClusters(
  first: ScenarioSums,
  second: ScenarioSums,
): readonly [ScenarioSums, ScenarioSums] {
  const places = new Map(second.scenarios.map((scenario, i) => [scenario, i]));
  const scenarios = first.scenarios.filter((scenario) => places.has(scenario));
  const sumsOf = () => new Float64Array(scenarios.length * WIDTH);
  const [one, two] = [sumsOf(), sumsOf()];
  const firstPlaces = new Map(first.scenarios.map((scenario, i) => [scenario, i]));
  for (const [i, scenario] of scenarios.entries()) {
    const from = (firstPlaces.get(scenario) as number) * WIDTH;
    const other = (places.get(scenario) as number) * WIDTH;
    for (let m = 0; m < MEASURES.length; m++) {
      const count = m + MEASURES.length;
      if (first.sums[from + count] === 0 || second.sums[other + count] === 0) continue;
      for (const column of [m, count]) {
        one[i * WIDTH + column] = first.sums[from + column];
        two[i * WIDTH + column] = second.sums[other + column];
      }
    }
  }
  return [
    { category: first.category, scenarios, sums: one },
    { category: second.category, scenarios, sums: two },
  ];
}

/** Scenarios with a value of the measure at place `m` of `MEASURES`. */
export function scenariosWith({ scenarios, sums }: ScenarioSums, m: number): number {
  let count = 0;
  for (let i = 0; i < scenarios.length; i++) if (sums[i * WIDTH + MEASURES.length + m] > 0) count++;
  return count;
}

/** `WIDTH` totals over all scenarios. */
export function totals({ sums }: ScenarioSums): Float64Array {
  const out = new Float64Array(WIDTH);
  for (let i = 0; i < sums.length; i++) out[i % WIDTH] += sums[i];
  return out;
}
