import type { EffectsRow } from "../../schemas/ai-liedar/effects.ts";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import { byCondition } from "../../src/ai-liedar/rates/by-condition.ts";
import { conditionEffects } from "../../src/ai-liedar/rates/condition-effects.ts";
import { type LiedarBootstrap, scenarioDraws } from "../../src/ai-liedar/rates/draws.ts";

interface Inputs {
  readonly labels: readonly LabelsRow[];
}

/** What each ablation and each steering instruction changes against the base condition of the same model. */
export default function effects({ labels }: Inputs, params: LiedarBootstrap): EffectsRow[] {
  const draws = scenarioDraws(params);
  const groups = byCondition(labels);
  return groups.flatMap(({ model, condition, rows }) => {
    if (condition === "base") return [];
    const base = groups.find((group) => group.model === model && group.condition === "base")?.rows ?? [];
    return conditionEffects(base, rows, draws).map((effect) => ({ model, condition, ...effect }));
  });
}
