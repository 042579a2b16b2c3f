import { type Condition, LEFT_OUT } from "../conditions.ts";
import { findQuestion } from "./question.ts";
import { ELEMENTS, type Profile, type Wording } from "./scenario.ts";

/** Puts the human's name in the places of `{human}`. */
export function withName(text: string, name: string): string {
  return text.replaceAll("{human}", () => name);
}

/**
 * The AI agent's private text before names are filled in: one line per element in its tags, `goal` last. An ablation
 * leaves its element out; an instruction (steering) comes after the goal.
 */
export function agentPrivate({ agent }: Wording, condition: Condition, instruction: string | null): string {
  const without = (LEFT_OUT as Partial<Record<Condition, string>>)[condition];
  const lines = ELEMENTS.filter((element) => element !== without).map((element) =>
    tagged(element, agent[element]),
  );
  return [...lines, ...(instruction === null ? [] : [tagged("instruction", instruction)])].join("\n");
}

/** The human agent's private text before names are filled in: who it is, and what it wants. */
export function humanPrivate({ human_goal }: Wording, { about }: Profile): string {
  return `${tagged("profile", about)}\n${tagged("goal", human_goal)}`;
}

/**
 * The question of a human's goal, without its quotes.
 *
 * @throws RangeError when there is not exactly one; the linter finds that earlier
 */
export function questionOf(humanGoal: string): string {
  const found = findQuestion(humanGoal);
  if ("problem" in found) throw new RangeError(`human_goal ${found.problem}`);
  return found.question;
}

function tagged(tag: string, text: string): string {
  return `<${tag}>${text}</${tag}>`;
}
