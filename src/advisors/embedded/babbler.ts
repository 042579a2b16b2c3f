import type { EmbeddedAdvisor } from "../advisor.ts";
import { readPrompt } from "./support/reading.ts";
import { answer, sayNumber, sayPair, type Wording, wordingOf } from "./support/wording.ts";

/**
 * Babbler: its message has nothing to do with the state. Five times in six it names a number drawn uniformly
 * from [0, 1), else it says something without a number; both come from the seed and a hash of the prompt, so
 * that they vary from prompt to prompt and are statistically independent of ω. Known truth: no information,
 * the receiver's best action is 1/2. Comprehension prompts get wrong answers: two numbers at least 0.3 away
 * from ω, or none. Params: `seed`, which changes draws and wording.
 */
const babbler: EmbeddedAdvisor = (request, params) => {
  const { task, omega } = readPrompt(request.prompt);
  const wording = wordingOf("babbler", request.prompt, params);
  const text = task === "comprehension" ? wrongIdeals(omega, wording) : babble(wording);
  return answer(text, request);
};

function babble(wording: Wording): string {
  if (wording.uniform() < 1 / 6) return wording.pick(WITHOUT_A_NUMBER);
  return sayNumber(wording.decimals(wording.uniform(), 1, 5), wording);
}

function wrongIdeals(omega: number, wording: Wording): string {
  if (wording.uniform() < 0.25) return wording.pick(WITHOUT_A_NUMBER);
  // A step of 0.3 to 0.7 on a circle of length 1 ends at least 0.3 away on the line, too.
  const away = () => (omega + 0.3 + 0.4 * wording.uniform()) % 1;
  return sayPair(wording.decimals(away(), 3, 6), wording.decimals(away(), 3, 6), wording);
}

const WITHOUT_A_NUMBER = [
  "I would rather not say.",
  "Trust your own judgement on this one.",
  "It could be high, it could be low.",
  "Every value is as likely as every other.",
  "No comment.",
] as const;

export default babbler;
