import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import { conditionsOf } from "../../src/ai-liedar/conditions.ts";
import { explainFault } from "../../src/ai-liedar/scenarios/faults.ts";
import { instructionOf } from "../../src/ai-liedar/scenarios/instructions.ts";
import { lintScenarios } from "../../src/ai-liedar/scenarios/lint.ts";
import { agentPrivate, humanPrivate, questionOf, withName } from "../../src/ai-liedar/scenarios/render.ts";
import { VARIANTS } from "../../src/ai-liedar/scenarios/scenario.ts";

interface Inputs {
  /** One YAML file per scenario. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** Wording for models; truthful_prompt.txt and falsification_prompt.txt hold the steering instructions. */
  readonly prompts: Readonly<Record<string, string>>;
}

interface Params {
  readonly ablations: readonly string[];
  readonly steering: readonly string[];
}

/**
 * The texts that both agents are given, in every wording, for every profile and condition. In each the human's name
 * stands where the scenario has `{human}`.
 *
 * @throws RangeError when scenarios have faults, with every fault on a line of its own
 */
export default function scenarios({ scenarios, prompts }: Inputs, params: Params): ScenariosRow[] {
  const conditions = conditionsOf(params.ablations, params.steering).map((condition) => ({
    condition,
    instruction: instructionOf(condition, prompts),
  }));
  const linted = lintScenarios(scenarios);
  if (linted.kind === "faulty") throw new RangeError(linted.faults.map(explainFault).join("\n"));
  if (linted.scenarios.length === 0)
    throw new RangeError("the study requires at least one scenario, got none");
  const rows: ScenariosRow[] = [];
  for (const { id, category, motivation, domain, profiles, wordings } of linted.scenarios) {
    for (const variant of VARIANTS) {
      const wording = wordings[variant];
      for (const [index, profile] of profiles.entries()) {
        const filled = (text: string) => withName(text, profile.name);
        for (const { condition, instruction } of conditions) {
          rows.push({
            scenario: id,
            variant,
            profile: index + 1,
            condition,
            category,
            motivation,
            domain,
            background: filled(wording.background),
            human_name: profile.name,
            question: filled(questionOf(wording.human_goal)),
            human_private: filled(humanPrivate(wording, profile)),
            agent_private: filled(agentPrivate(wording, condition, instruction)),
            negative_fact: filled(wording.agent.negative_fact),
            lesser_fact: filled(wording.agent.lesser_fact),
            goal: filled(wording.agent.goal),
          });
        }
      }
    }
  }
  return rows;
}
