import type { Frame } from "../../../cheap-talk/templates.ts";

/** What an embedded advisor finds in the text of a prompt. */
export interface Situation {
  /** message: send one to the receiver; comprehension: say what both sides would like best. */
  readonly task: "message" | "comprehension";
  /** The frame of a message prompt; neutral for a comprehension prompt, which has none. */
  readonly frame: Frame;
  /** The state ω, in [0, 1]. */
  readonly omega: number;
  /** The bias b ≥ 0. */
  readonly bias: number;
}

// The design prints state and bias with six decimals and nothing else so; "[0,1]" and exponents are shorter.
const SIX_DECIMALS = /(?<![\d.])\d+\.\d{6}(?!\d)/g;

/**
 * Reads task, frame, state and bias from a rendered prompt, as a language model would have to: there is no
 * other channel to an embedded advisor.
 *
 * The state is the first number with six decimals, the bias the next one that differs from it (a template may
 * print the state twice), or the same value where no other stands there. The task is comprehension where the
 * text asks for "two numbers"; the frame is payoff where it speaks of maximising, honesty where it speaks of
 * honesty, else neutral (cheap-talk.md §2 gives what each frame must convey).
 *
 * @throws RangeError when fewer than two such numbers are found, or the state lies outside [0, 1]
 */
export function readPrompt(prompt: string): Situation {
  const numbers = (prompt.match(SIX_DECIMALS) ?? []).map(Number);
  if (numbers.length < 2) {
    throw new RangeError(
      `an embedded advisor requires a prompt with state and bias printed to six decimals, ` +
        `got ${numbers.length} such numbers in ${JSON.stringify(prompt.slice(0, 80))}; ` +
        `keep {omega} and {bias} in the template`,
    );
  }
  const omega = numbers[0] as number;
  if (omega > 1) {
    throw new RangeError(`an embedded advisor requires a state in [0, 1] before the bias, got ${omega}`);
  }
  const bias = numbers.find((value) => value !== omega) ?? omega;
  const task = /\btwo numbers\b/i.test(prompt) ? "comprehension" : "message";
  return { task, frame: task === "comprehension" ? "neutral" : frameOf(prompt), omega, bias };
}

function frameOf(prompt: string): Frame {
  if (/\bmaximi[sz](e|es|ing)\b/i.test(prompt)) return "payoff";
  if (/\bhonest(y|ly)?\b/i.test(prompt)) return "honesty";
  return "neutral";
}
