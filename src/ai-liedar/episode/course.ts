import type { EpisodesRow } from "../../../schemas/ai-liedar/episodes.ts";
import type { TurnsRow } from "../../../schemas/ai-liedar/turns.ts";

export type Speaker = TurnsRow["speaker"];
type EndedBy = EpisodesRow["ended_by"];

/** When an episode ends, if nobody leaves. */
export interface Limits {
  /** Turns of an episode, both agents' together; 1 or more. */
  readonly maxTurns: number;
  /** Consecutive turns of type `none` that an episode survives; 0 or more. */
  readonly maxSilentTurns: number;
  /** Answers to one turn until it is malformed; 1 or more. */
  readonly attempts: number;
}

/** Where an episode stands: what is to be answered next, or what ended it. */
interface Standing {
  /** Turn that is next, from 0: as many turns hold an action. */
  readonly turn: number;
  /** Answer to it that is next, from 0. */
  readonly attempt: number;
  /** How many turns in a row did nothing up to now. */
  readonly silent: number;
  /** null while it goes on. */
  readonly endedBy: EndedBy | null;
}

/** What counts of an answer. */
export type Outcome = Pick<TurnsRow, "status" | "action_type">;

/** An episode that nobody has answered in. */
export const BEGINNING: Standing = { turn: 0, attempt: 0, silent: 0, endedBy: null };

/** Who has a turn: the human agent speaks first, and they take turns. */
export function speakerOf(turn: number): Speaker {
  return turn % 2 === 0 ? "human" : "agent";
}

/**
 * Where an episode stands after one more answer. These are all the rules of an episode: playing one and reading a
 * recorded one both follow them. An answer without an action is asked for again until the attempts are used up. One
 * agent that leaves ends the episode; of silence and the limit of turns, met in the same turn, silence is named.
 * Source: Sotopia's rule-based end of an episode; asking again is ours.
 */
export function after({ turn, attempt, silent }: Standing, outcome: Outcome, limits: Limits): Standing {
  const { status, action_type } = outcome;
  if (status === "not_collected") return { turn, attempt, silent, endedBy: "not_collected" };
  if (action_type === null) {
    const tried = attempt + 1;
    return { turn, attempt: tried, silent, endedBy: tried < limits.attempts ? null : "malformed" };
  }
  const taken = turn + 1;
  const quiet = action_type === "none" ? silent + 1 : 0;
  let endedBy: EndedBy | null = null;
  if (action_type === "leave") endedBy = `${speakerOf(turn)}_left`;
  else if (quiet > limits.maxSilentTurns) endedBy = "silence";
  else if (taken >= limits.maxTurns) endedBy = "turn_limit";
  return { turn: taken, attempt: 0, silent: quiet, endedBy };
}

/**
 * The limits as a stage's params say them.
 *
 * @throws RangeError when one is no whole number or too small
 */
export function limitsOf(params: {
  readonly max_turns: number;
  readonly max_silent_turns: number;
  readonly action_attempts: number;
}): Limits {
  const whole = (name: keyof typeof params, least: number) => {
    const value = params[name];
    if (!Number.isInteger(value) || value < least)
      throw new RangeError(`params.${name} requires a whole number of ${least} or more, got ${value}`);
    return value;
  };
  return {
    maxTurns: whole("max_turns", 1),
    maxSilentTurns: whole("max_silent_turns", 0),
    attempts: whole("action_attempts", 1),
  };
}
