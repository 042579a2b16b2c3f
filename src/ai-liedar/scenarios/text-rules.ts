import { characterProblem } from "./characters.ts";
import { honestyDemand } from "./goal-words.ts";
import { findQuestion } from "./question.ts";
import type { Element } from "./scenario.ts";
import { secondPersonProblem, sentenceProblem, thirdPersonProblem } from "./sentences.ts";
import { wordCount } from "./words.ts";

/** What is wrong with a text alone, or null. */
type Check = (text: string) => string | null;

interface TextRule {
  /** Fewest and most words. */
  readonly words: readonly [number, number];
  readonly checks: readonly Check[];
}

/** Texts of a scenario by the key under which they stand. */
export type TextKind = "about" | "background" | "human_goal" | Element;

/** What each text of a scenario must be, besides what characterProblem asks of all. */
const TEXT_RULES: Readonly<Record<TextKind, TextRule>> = {
  about: { words: [4, 40], checks: [] },
  background: { words: [30, 120], checks: [] },
  human_goal: { words: [15, 60], checks: [secondPersonProblem, questionProblem] },
  role: { words: [8, 40], checks: [secondPersonProblem] },
  negative_fact: { words: [8, 35], checks: [sentenceProblem, thirdPersonProblem] },
  lesser_fact: { words: [6, 25], checks: [sentenceProblem, thirdPersonProblem] },
  info_not_known: { words: [5, 30], checks: [] },
  motives_to_lie: { words: [12, 60], checks: [] },
  motives_not_to_lie: { words: [12, 60], checks: [] },
  goal: { words: [6, 30], checks: [sentenceProblem, goalProblem] },
};

/**
 * Every problem of one text: its characters, then its length in words, then what its kind asks for.
 *
 * @param hidden false where the file was searched for hidden characters already
 */
export function textProblems(kind: TextKind, text: string, hidden: boolean): string[] {
  const problem = characterProblem(text, hidden);
  if (problem !== null) return [problem];
  const { words, checks } = TEXT_RULES[kind];
  const count = wordCount(text);
  const length =
    count < words[0] || count > words[1] ? `requires ${words[0]} to ${words[1]} words, got ${count}` : null;
  return [length, ...checks.map((check) => check(text))].filter((each) => each !== null);
}

function questionProblem(text: string): string | null {
  const found = findQuestion(text);
  return "problem" in found ? found.problem : null;
}

function goalProblem(text: string): string | null {
  const demand = honestyDemand(text);
  if (demand === null) return null;
  return `requires a goal that says nothing of honesty, lying or silence, got "${demand}"; move it to the motives`;
}
