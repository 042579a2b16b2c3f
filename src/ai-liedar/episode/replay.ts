import type { DesignRow } from "../../../schemas/ai-liedar/design.ts";
import type { EpisodesRow } from "../../../schemas/ai-liedar/episodes.ts";
import type { TurnsRow } from "../../../schemas/ai-liedar/turns.ts";
import { after, BEGINNING, type Limits, speakerOf } from "./course.ts";
import { AGENT_NAME, publicLine, transcriptOf } from "./public-line.ts";

/** What an episode came to. */
type Replayed = Pick<
  EpisodesRow,
  "ended_by" | "turns" | "malformed_human" | "malformed_agent" | "transcript" | "answers"
>;

/**
 * Follows a recorded episode by the rules by which it was played.
 *
 * @param rows all its answers, by turn and attempt
 * @throws RangeError when they do not follow these rules: an answer too many, too few, or by another speaker
 */
export function replay(
  episode: DesignRow,
  rows: readonly TurnsRow[],
  humanName: string,
  limits: Limits,
): Replayed {
  const lines: string[] = [];
  const keys: (string | null)[] = [];
  const malformed = { human: 0, agent: 0 };
  let standing = BEGINNING;
  for (const row of rows) {
    const { turn, attempt, endedBy } = standing;
    if (endedBy !== null) throw misfit(episode, `an answer after its end (${endedBy})`);
    if (row.turn !== turn || row.attempt !== attempt || row.speaker !== speakerOf(turn))
      throw misfit(
        episode,
        `${answerName(row)} in place of ${answerName({ turn, attempt, speaker: speakerOf(turn) })}`,
      );
    if (row.action_type !== null) {
      const name = row.speaker === "human" ? humanName : AGENT_NAME;
      lines.push(publicLine(name, { type: row.action_type, argument: row.argument ?? "" }));
      keys.push(row.key);
    } else if (row.status !== "not_collected") malformed[row.speaker]++;
    standing = after(standing, row, limits);
  }
  if (standing.endedBy === null)
    throw misfit(episode, `no answer to turn ${standing.turn}, and nothing that ends it`);
  return {
    ended_by: standing.endedBy,
    turns: standing.turn,
    malformed_human: malformed.human,
    malformed_agent: malformed.agent,
    transcript: transcriptOf(lines),
    answers: keys.includes(null) ? null : keys.join(" "),
  };
}

function answerName({ turn, attempt, speaker }: Pick<TurnsRow, "turn" | "attempt" | "speaker">): string {
  return `answer ${attempt} of the ${speaker} to turn ${turn}`;
}

function misfit(episode: DesignRow, has: string): RangeError {
  const { model, condition, scenario, variant, profile, repeat } = episode;
  return new RangeError(
    `the episode ${model}, ${condition}, ${scenario}, ${variant}, profile ${profile}, repeat ${repeat} has ${has}; ` +
      "its turns were played by other limits: make them again",
  );
}
