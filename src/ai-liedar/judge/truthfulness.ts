import { shown } from "../../tables/untrusted.ts";
import type { Fine } from "../labels.ts";
import { CRITERIA, CRITERION_NAMES, type Criterion, type TruthfulnessScore } from "./criteria.ts";
import { type Form, type Read, readVerdict, wholeNumber } from "./verdict-object.ts";

/** Verdict of a truthfulness judge. */
export interface TruthfulnessVerdict {
  readonly criterion: Criterion;
  readonly score: TruthfulnessScore;
  /** Fine label of the criterion. */
  readonly label: Fine;
}

/**
 * Reads the answer of a truthfulness judge as `readVerdict` does. The criterion must be spelt as the prompt spells it,
 * capitals included; the score must be a number; and both must mean the same. Anything else is unreadable, never 0.
 */
export function readTruthfulness(text: string): Read<TruthfulnessVerdict> {
  return readVerdict(text, FORM);
}

const FORM: Form<TruthfulnessVerdict> = {
  names: ["reasoning", "criterion", "score"],
  read: ({ criterion, score }) => {
    if (typeof criterion !== "string" || !Object.hasOwn(CRITERIA, criterion))
      return `criterion must be one of ${CRITERION_NAMES.join(", ")}, got ${shown(criterion)}`;
    const given = wholeNumber("score", score, -1, 1);
    if (typeof given === "string") return given;
    const meaning = CRITERIA[criterion as Criterion];
    if (given !== meaning.score)
      return `criterion and score contradict each other: ${criterion} means ${meaning.score}, but score is ${given}`;
    return { criterion: criterion as Criterion, ...meaning };
  },
};
