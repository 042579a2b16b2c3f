import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import type { TurnsRow } from "../../schemas/ai-liedar/turns.ts";
import { limitsOf } from "../../src/ai-liedar/episode/course.ts";
import { replay } from "../../src/ai-liedar/episode/replay.ts";
import { textsIn } from "../../src/ai-liedar/episode/texts.ts";
import { theHuman } from "../../src/ai-liedar/episode/the-human.ts";
import { episodeKey } from "../../src/ai-liedar/episode-key.ts";

interface Inputs {
  /** Episodes of one model, condition and category. */
  readonly design: readonly DesignRow[];
  /** Their answers, by turn and attempt. */
  readonly turns: readonly TurnsRow[];
  readonly scenarios: readonly ScenariosRow[];
}

interface Params {
  readonly human: readonly string[];
  readonly action_attempts: number;
  readonly max_turns: number;
  readonly max_silent_turns: number;
}

/** Puts the turns of each episode together: what both agents saw, what each of them alone knew, and what ended it. */
export default function episodes({ design, turns, scenarios }: Inputs, params: Params): EpisodesRow[] {
  const human = theHuman(params.human);
  const limits = limitsOf(params);
  const textsOf = textsIn(scenarios);
  const answersOf = byEpisode(turns);
  return design.map((episode) => {
    const { model, condition, category, scenario, variant, profile, repeat } = episode;
    const { human_name, background, human_private, agent_private, goal } = textsOf(episode);
    return {
      model,
      condition,
      category,
      scenario,
      variant,
      profile,
      repeat,
      human,
      ...replay(episode, answersOf.get(episodeKey(episode)) ?? [], human_name, limits),
      human_name,
      background,
      human_private,
      agent_private,
      goal,
    };
  });
}

function byEpisode(turns: readonly TurnsRow[]): Map<string, TurnsRow[]> {
  const episodes = new Map<string, TurnsRow[]>();
  for (const row of turns) {
    const key = episodeKey(row);
    const rows = episodes.get(key);
    if (rows === undefined) episodes.set(key, [row]);
    else rows.push(row);
  }
  return episodes;
}
