import type { EmbeddedAdvisor } from "../advisor.ts";
import { readPrompt } from "./support/reading.ts";
import { answer, sayBothIdeals, sayNumber, wordingOf } from "./support/wording.ts";

/** How many biases are added to the state, by frame. */
const ADDED = { neutral: 1, payoff: 1.5, honesty: 0.5 } as const;

/**
 * Exaggerator: reports ω + b in the neutral frame, ω + 1.5 b in the payoff frame and ω + 0.5 b in the
 * honesty frame, capped at 1, with four to six decimals. A receiver who knows the rule can undo it but for
 * the cap. Known truth: slope 1 and offset 1, 1.5 or 0.5 b where the cap does not bind; a frame moves the
 * report and, the cap apart, leaves its information alone. Comprehension prompts get the right answer.
 * Params: `seed`, which changes the wording alone.
 */
const exaggerator: EmbeddedAdvisor = (request, params) => {
  const { task, frame, omega, bias } = readPrompt(request.prompt);
  const wording = wordingOf("exaggerator", request.prompt, params);
  if (task === "comprehension") return answer(sayBothIdeals(omega, bias, wording), request);
  const report = Math.min(1, omega + ADDED[frame] * bias);
  return answer(sayNumber(wording.decimals(report, 4, 6), wording), request);
};

export default exaggerator;
