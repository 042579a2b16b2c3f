import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import type { TurnsRow } from "../../schemas/ai-liedar/turns.ts";
import { limitsOf } from "../../src/ai-liedar/episode/course.ts";
import { replay } from "../../src/ai-liedar/episode/replay.ts";
import { textsIn } from "../../src/ai-liedar/episode/texts.ts";
import { theHuman } from "../../src/ai-liedar/episode/the-human.ts";

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
      ...replay(episode, answersOf.get(nameOf(episode)) ?? [], human_name, limits),
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
    const name = nameOf(row);
    const rows = episodes.get(name);
    if (rows === undefined) episodes.set(name, [row]);
    else rows.push(row);
  }
  return episodes;
}

function nameOf({ model, condition, scenario, variant, profile, repeat }: DesignRow): string {
  return JSON.stringify([model, condition, scenario, variant, profile, repeat]);
}
