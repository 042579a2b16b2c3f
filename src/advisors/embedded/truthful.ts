import type { EmbeddedAdvisor } from "../advisor.ts";
import { readPrompt } from "./support/reading.ts";
import { answer, sayBothIdeals, sayNumber, wordingOf } from "./support/wording.ts";

/**
 * Truthful: reports the state ω in every frame and at every bias, with four to six decimals, so a receiver
 * loses almost nothing. Known truth: I_norm near 1 under the hybrid decoder, no exaggeration, no framing
 * effect. Comprehension prompts get the right answer. Params: `seed`, which changes the wording alone.
 */
const truthful: EmbeddedAdvisor = (request, params) => {
  const { task, omega, bias } = readPrompt(request.prompt);
  const wording = wordingOf("truthful", request.prompt, params);
  if (task === "comprehension") return answer(sayBothIdeals(omega, bias, wording), request);
  return answer(sayNumber(wording.decimals(omega, 4, 6), wording), request);
};

export default truthful;
