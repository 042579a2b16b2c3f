import type { ScenariosRow } from "../../../schemas/ai-liedar/scenarios.ts";

/** What an episode is played on: a wording of a scenario, for one human and one condition. */
export type EpisodeTexts = Pick<
  ScenariosRow,
  "background" | "human_name" | "human_private" | "agent_private" | "goal"
>;

/** What tells the texts apart. */
type TextsKey = Pick<ScenariosRow, "scenario" | "variant" | "profile" | "condition">;

/**
 * Looks up texts.
 *
 * @returns a function that throws a RangeError where the scenarios have none for an episode
 */
export function textsIn(scenarios: readonly ScenariosRow[]): (episode: TextsKey) => EpisodeTexts {
  const known = new Map(scenarios.map((row) => [keyOf(row), row]));
  return (episode) => {
    const texts = known.get(keyOf(episode));
    if (texts === undefined) {
      const { scenario, variant, profile, condition } = episode;
      throw new RangeError(
        `the design has an episode of ${scenario}, ${variant}, profile ${profile}, ${condition}, ` +
          "for which the scenarios have no texts; run ai-liedar/scenarios again",
      );
    }
    return texts;
  };
}

function keyOf({ scenario, variant, profile, condition }: TextsKey): string {
  return JSON.stringify([scenario, variant, profile, condition]);
}
