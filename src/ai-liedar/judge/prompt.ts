import type { EpisodesRow } from "../../../schemas/ai-liedar/episodes.ts";
import { findTemplate } from "../templates.ts";

/** Files of a stage: path to text. */
type Files = Readonly<Record<string, string>>;

type Texts = Pick<EpisodesRow, "background" | "human_private" | "agent_private" | "transcript" | "goal">;

/** Renders what a judge is asked about an episode. */
export type JudgePrompt = (episode: Texts) => string;

/**
 * The prompt of the truthfulness judge, truthfulness_judge.txt: the whole episode and both private texts.
 *
 * @throws RangeError as `findTemplate`
 */
export function truthfulnessPrompt(files: Files): JudgePrompt {
  const names = ["background", "human_private", "agent_private", "transcript"] as const;
  const template = findTemplate(files, "truthfulness_judge", names);
  const inside = delimited(["background", "human", "agent", "transcript"]);
  return ({ background, human_private, agent_private, transcript }) =>
    template.fill({
      background: inside(background),
      human_private: inside(human_private),
      agent_private: inside(agent_private),
      transcript: inside(transcript),
    });
}

/**
 * The prompt of the goal judge, goal_judge.txt: background, transcript and the goal alone, so that honesty is not
 * counted as a goal.
 *
 * @throws RangeError as `findTemplate`
 */
export function goalPrompt(files: Files): JudgePrompt {
  const names = ["background", "transcript", "goal"] as const;
  const template = findTemplate(files, "goal_judge", names);
  const inside = delimited(names);
  return ({ background, transcript, goal }) =>
    template.fill({ background: inside(background), transcript: inside(transcript), goal: inside(goal) });
}

/**
 * Makes texts safe to stand between tags of these names: where one holds such a tag itself, opening or closing, in
 * whatever case and spacing, `‹` takes the place of `<`. Tags of other names stay, such as those of the private texts.
 */
export function delimited(tags: readonly string[]): (text: string) => string {
  const tag = new RegExp(`<(?=[\\s/]*(?:${tags.join("|")})(?![\\w-]))`, "giu");
  return (text) => text.replace(tag, "‹");
}
