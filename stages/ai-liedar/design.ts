import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import { conditionsOf } from "../../src/ai-liedar/conditions.ts";
import { countsOf, type EpisodesPerScenario, playedOf, scenariosOf } from "../../src/ai-liedar/design.ts";

interface Inputs {
  readonly scenarios: readonly ScenariosRow[];
}

interface Params {
  readonly models: readonly string[];
  /** Models that play the ablations, among `models`; none: no ablations. */
  readonly ablation_models: readonly string[];
  readonly ablations: readonly string[];
  readonly steering: readonly string[];
  /** Per scenario, model and condition of that kind. */
  readonly episodes_per_scenario: EpisodesPerScenario;
}

/**
 * Which episodes are played: the base condition and the steering conditions by every model, the ablations by
 * `ablation_models` alone.
 *
 * Where a kind of condition plays k of a scenario's n profiles, the scenarios in byte order of their ids begin in turn
 * with profile 1, 2, …, n, 1, … and go on from there: with one of two, odd scenarios have profile 1 and even ones
 * profile 2, in every model and condition. Of the wordings the first ones are played: original, paraphrase_1,
 * paraphrase_2.
 *
 * @throws RangeError when there are no models or scenarios, when an ablation model is not known, when
 * `episodes_per_scenario` lacks a kind that is played or a member of it, and when more profiles
 * or variants are asked for than a scenario has
 */
export default function design({ scenarios }: Inputs, params: Params): DesignRow[] {
  const { models, ablation_models, ablations, steering, episodes_per_scenario } = params;
  if (models.length === 0) throw new RangeError("a design requires at least one model, got none");
  const unknown = ablation_models.filter((name) => !models.includes(name));
  if (unknown.length > 0)
    throw new RangeError(
      `params.ablation_models requires names among ${models.join(", ")}, got ${unknown.join(", ")}`,
    );
  const offered = scenariosOf(scenarios, conditionsOf(ablations, steering));
  const rows: DesignRow[] = [];
  const play = (kind: keyof EpisodesPerScenario, conditions: readonly string[], by: readonly string[]) => {
    if (conditions.length === 0 || by.length === 0) return;
    const played = playedOf(offered, countsOf(episodes_per_scenario, kind), kind);
    for (const model of models.filter((name) => by.includes(name)))
      for (const condition of conditions as DesignRow["condition"][])
        for (const episode of played) rows.push({ model, condition, ...episode });
  };
  play("base", ["base"], models);
  play("ablation", ablations, ablation_models);
  play("steering", steering, models);
  return rows;
}
