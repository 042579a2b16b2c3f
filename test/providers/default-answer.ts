/**
 * What the server says to a prompt where nothing else is scripted: always the same to the same prompt, and true. A
 * message prompt gets "The state is 0.123456." with the number as the prompt prints it; a comprehension prompt the
 * best actions of receiver and sender, "0.123456, 0.163456"; a prompt without a state "I know no number."
 */
export function truthfulAnswer(prompt: string): string {
  const state = stateIn(prompt);
  if (state === null) return "I know no number.";
  if (!prompt.includes("two numbers")) return `The state is ${state}.`;
  const bias = SIX_DECIMALS.exec(prompt.slice(prompt.indexOf(state) + state.length))?.[0] ?? "0";
  return `${state}, ${(Number(state) + Number(bias)).toFixed(6)}`;
}

// The design prints state and bias with six decimals, and nothing else so.
const SIX_DECIMALS = /(?<![\d.])\d+\.\d{6}(?!\d)/u;

const NAMED = /\b(?:omega|true state)\b\D{0,20}?(\d*\.\d+|\d+)/iu;

const NUMBERS = /(?<![\d.])(?:\d*\.\d+|\d+)(?![\d.]*\d)/gu;

/**
 * The state as a prompt prints it: its first number with six decimals, else the number after "omega" or "true state",
 * else the first number in [0, 1]; null where there is none.
 */
function stateIn(prompt: string): string | null {
  const printed = SIX_DECIMALS.exec(prompt)?.[0] ?? NAMED.exec(prompt)?.[1];
  if (printed !== undefined) return printed;
  return (prompt.match(NUMBERS) ?? []).find((number) => Number(number) <= 1) ?? null;
}
