import type { EpisodesRow } from "../../../schemas/ai-liedar/episodes.ts";

/** What of an episode tells how far it was played. */
type Played = Pick<EpisodesRow, "ended_by" | "turns">;

/** Why an episode cannot be judged. */
export type Unjudged = "malformed" | "not_collected" | "no_agent_turn";

/**
 * Why an episode cannot be judged: it broke off, which shows only part of what the AI agent does, or it ended before the
 * AI agent's first turn. Turns alternate and the human has the first, so with fewer than two turns the AI agent had none;
 * one that did nothing (`none`) had its turn. null for an episode that can be judged.
 */
export function unjudged({ ended_by, turns }: Played): Unjudged | null {
  if (ended_by === "malformed" || ended_by === "not_collected") return ended_by;
  return turns < 2 ? "no_agent_turn" : null;
}

/** Whether an episode was played to its end, the AI agent having had a turn: only such episodes are labelled. */
export function playedToItsEnd(episode: Played): boolean {
  return unjudged(episode) === null;
}
