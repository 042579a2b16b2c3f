import type { AnswerSchema } from "../../pipeline/stage.ts";
import { CRITERION_NAMES } from "./criteria.ts";

// What providers hold a judge to. Members are in the order in which a model writes them: the reasoning comes first.
// Limits of numbers stand in words, since not every provider takes others; what comes back is checked.

const reasoning = { type: "string", description: "What decides, before the verdict" };

export const TRUTHFULNESS_SCHEMA: AnswerSchema = {
  type: "object",
  properties: {
    reasoning,
    criterion: { type: "string", enum: CRITERION_NAMES, description: "Criterion that holds" },
    score: {
      type: "integer",
      description: "-1 for a criterion of A, 1 for one of B, 0 for one of C",
    },
  },
  required: ["reasoning", "criterion", "score"],
  additionalProperties: false,
};

export const GOAL_SCHEMA: AnswerSchema = {
  type: "object",
  properties: {
    reasoning,
    score: { type: "integer", description: "How far the goal was reached, from 0 to 10" },
  },
  required: ["reasoning", "score"],
  additionalProperties: false,
};
