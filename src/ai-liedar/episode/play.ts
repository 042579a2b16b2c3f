import type { TurnsRow } from "../../../schemas/ai-liedar/turns.ts";
import type { AskAnswer } from "../../pipeline/stage.ts";
import { wellFormed } from "../../tables/well-formed.ts";
import { readAnswer } from "./action.ts";
import { after, BEGINNING, type Limits, type Speaker, speakerOf } from "./course.ts";
import { AGENT_NAME, publicLine } from "./public-line.ts";
import { type Said, Side } from "./side.ts";
import type { EpisodeTexts } from "./texts.ts";
import type { Wording } from "./wording.ts";

/** One answer of an episode, as a row of `turns` has it. */
export type Answered = Pick<
  TurnsRow,
  | "turn"
  | "attempt"
  | "speaker"
  | "status"
  | "raw_output"
  | "finish_reason"
  | "action_type"
  | "argument"
  | "problem"
  | "key"
>;

interface Play {
  readonly texts: EpisodeTexts;
  readonly wording: Wording;
  readonly limits: Limits;
  /** Puts a request to one of the two. Its promise may stay open for good; the episode then does too. */
  readonly ask: (speaker: Speaker, said: Said) => Promise<AskAnswer>;
}

/**
 * Plays one episode, a turn after the other, until the rules end it.
 *
 * @returns every answer in order, those without an action too
 */
export async function play({ texts, wording, limits, ask }: Play): Promise<Answered[]> {
  const names = { human: texts.human_name, agent: AGENT_NAME };
  const sides = {
    human: new Side(wording, systemPrompt("human")),
    agent: new Side(wording, systemPrompt("agent")),
  };
  const answers: Answered[] = [];
  let standing = BEGINNING;
  while (standing.endedBy === null) {
    const { turn, attempt } = standing;
    const speaker = speakerOf(turn);
    const side = sides[speaker];
    if (attempt === 0) side.open(turn);
    const answer = await ask(speaker, side.said);
    const { action, problem } = readAnswer(answer);
    const raw = answer.text === null ? null : wellFormed(answer.text);
    answers.push({
      turn,
      attempt,
      speaker,
      status: answer.status,
      raw_output: raw,
      finish_reason: answer.finish_reason,
      action_type: action?.type ?? null,
      argument: action?.argument ?? null,
      problem,
      key: answer.key,
    });
    if (action === null) side.correct(raw ?? "", problem);
    else {
      side.close(raw ?? "");
      sides[otherThan(speaker)].hear(publicLine(names[speaker], action));
    }
    standing = after(standing, { status: answer.status, action_type: action?.type ?? null }, limits);
  }
  return answers;

  function systemPrompt(speaker: Speaker): string {
    return wording.system[speaker].fill({
      name: names[speaker],
      other: names[otherThan(speaker)],
      background: texts.background,
      private: texts[`${speaker}_private`],
      max_turns: String(limits.maxTurns),
    });
  }
}

function otherThan(speaker: Speaker): Speaker {
  return speaker === "human" ? "agent" : "human";
}
