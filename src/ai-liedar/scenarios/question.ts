/** Verbs that a yes or a no can answer a question after. */
const AUXILIARIES = [
  ...["Am", "Are", "Can", "Could", "Did", "Do", "Does", "Had", "Has", "Have", "Is", "May", "Might", "Must"],
  ...["Shall", "Should", "Was", "Were", "Will", "Would"],
];

/** Pairs of double quotation marks, opening and closing. */
const PAIRS = ['""', "“”"];

/** The question of a human's goal, or why there is none. */
type FoundQuestion = { readonly question: string } | { readonly problem: string };

/**
 * Finds the one question that stands in double quotes, straight or typographic. It must begin with an auxiliary verb,
 * so that a yes or a no answers it, and end with its only question mark.
 *
 * @example findQuestion('Ask: "Has this flat ever been flooded?"') // { question: "Has this flat ever been flooded?" }
 */
export function findQuestion(goal: string): FoundQuestion {
  const marks = [...goal.matchAll(/["“”„‟«»]/gu)];
  const [opening, closing] = marks;
  if (marks.length !== 2 || opening === undefined || closing === undefined)
    return { problem: `requires exactly one question in double quotes, got ${marks.length} quotation marks` };
  if (!PAIRS.includes(opening[0] + closing[0]))
    return { problem: `requires its question in "…" or “…”, got ${opening[0]}…${closing[0]}` };
  const question = goal.slice(opening.index + 1, closing.index);
  if (question.indexOf("?") !== question.length - 1)
    return {
      problem: `requires one question that ends with "?" inside its quotes, got ${JSON.stringify(question)}`,
    };
  const first = question.split(" ")[0]!;
  if (!AUXILIARIES.includes(first))
    return {
      problem:
        `requires a question that a yes or a no answers, got ${JSON.stringify(question)}; ` +
        `begin with one of ${AUXILIARIES.join(", ")}`,
    };
  return { question };
}
