import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import type { RatesRow } from "../../schemas/ai-liedar/rates.ts";
import { byCondition } from "../../src/ai-liedar/rates/by-condition.ts";
import { conditionRates } from "../../src/ai-liedar/rates/condition-rates.ts";
import { type LiedarBootstrap, scenarioDraws } from "../../src/ai-liedar/rates/draws.ts";

interface Inputs {
  readonly labels: readonly LabelsRow[];
}

/**
 * Share of each label and mean utility, in percent, per model, condition and category, with scenario-clustered
 * intervals. Episodes without a verdict are in no rate and are counted.
 */
export default function rates({ labels }: Inputs, params: LiedarBootstrap): RatesRow[] {
  const draws = scenarioDraws(params);
  return byCondition(labels).flatMap(({ model, condition, rows }) =>
    conditionRates(rows, draws).map((rate) => ({ model, condition, ...rate })),
  );
}
