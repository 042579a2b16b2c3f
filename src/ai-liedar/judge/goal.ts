import { type Form, type Read, readVerdict, wholeNumber } from "./verdict-object.ts";

/** Verdict of a goal judge: how far the AI agent's goal was reached, a whole number from 0 to 10. */
export interface GoalVerdict {
  readonly score: number;
}

/** Reads the answer of a goal judge as `readVerdict` does. What is no whole number from 0 to 10 is unreadable, never 0. */
export function readGoal(text: string): Read<GoalVerdict> {
  return readVerdict(text, FORM);
}

const FORM: Form<GoalVerdict> = {
  names: ["reasoning", "score"],
  read: ({ score }) => {
    const given = wholeNumber("score", score, 0, 10);
    return typeof given === "string" ? given : { score: given };
  },
};
