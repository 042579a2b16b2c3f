import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import type { TurnsRow } from "../../schemas/ai-liedar/turns.ts";
import { limitsOf } from "../../src/ai-liedar/episode/course.ts";
import { play } from "../../src/ai-liedar/episode/play.ts";
import { textsIn } from "../../src/ai-liedar/episode/texts.ts";
import { theHuman } from "../../src/ai-liedar/episode/the-human.ts";
import { wordingOf } from "../../src/ai-liedar/episode/wording.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";

interface Inputs {
  /** Episodes of one model, condition and category. */
  readonly design: readonly DesignRow[];
  readonly scenarios: readonly ScenariosRow[];
  /** agent.txt, human.txt, turn.txt and correction.txt among them. */
  readonly prompts: Readonly<Record<string, string>>;
}

interface Params {
  readonly human: readonly string[];
  readonly episode_temperature: number;
  readonly action_max_tokens: number;
  readonly action_attempts: number;
  readonly max_turns: number;
  readonly max_silent_turns: number;
}

/**
 * Plays the episodes of this slice, all at once, each turn after turn. What the human agent says first depends on
 * neither model nor condition, so episodes that differ in these alone begin with the same answer.
 */
export default async function turns(
  { design, scenarios, prompts }: Inputs,
  params: Params,
  context: StageContext,
): Promise<TurnsRow[]> {
  const human = theHuman(params.human);
  const limits = limitsOf(params);
  const wording = wordingOf(prompts);
  const textsOf = textsIn(scenarios);
  const temperature = params.episode_temperature;
  const episodes = design.map(async (episode): Promise<TurnsRow[]> => {
    const { model, condition, category, scenario, variant, profile, repeat } = episode;
    const answers = await play({
      texts: textsOf(episode),
      wording,
      limits,
      ask: (speaker, said) =>
        context.ask({
          ...said,
          temperature,
          max_tokens: params.action_max_tokens,
          ...(repeat === 0 ? {} : { repeat }),
          ...(speaker === "human" ? { whom: human } : {}),
        }),
    });
    return answers.map((answer) => ({
      model,
      condition,
      category,
      scenario,
      variant,
      profile,
      repeat,
      ...answer,
      answerer: answer.speaker === "human" ? human : model,
      temperature,
    }));
  });
  return (await Promise.all(episodes)).flat();
}
