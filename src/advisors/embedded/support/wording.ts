import seedrandom from "seedrandom";
import type { AskRequest } from "../../../pipeline/stage.ts";
import type { AdvisorParams, EmbeddedAnswer } from "../../advisor.ts";

/** The draws behind the wording of one answer. */
export interface Wording {
  /** A number in [0, 1). */
  uniform(): number;
  /** One of the items, each with the same chance. */
  pick<Item>(items: readonly Item[]): Item;
  /** A value with between `fewest` and `most` decimals. */
  decimals(value: number, fewest: number, most: number): string;
}

/**
 * The wording of one answer: a generator seeded by the strategy, the prompt and the `seed` of the basket entry
 * (default 0), so that equal requests get equal answers, another seed or strategy gives other words, and the
 * words of two prompts have nothing to do with each other.
 *
 * @param strategy name of the strategy
 * @throws RangeError when params hold anything but a seed that is a number or a string
 */
export function wordingOf(strategy: string, prompt: string, params: AdvisorParams): Wording {
  for (const name of Object.keys(params)) {
    if (name !== "seed" || typeof params[name] === "boolean") {
      throw new RangeError(
        `embedded/${strategy} takes the param seed (number or text), got ${name}: ${JSON.stringify(params[name])}`,
      );
    }
  }
  const uniform = seedrandom.alea(digest(JSON.stringify([strategy, params.seed ?? 0, prompt])));
  const below = (count: number) => Math.floor(uniform() * count);
  return {
    uniform: () => uniform(),
    pick: (items) => {
      if (items.length === 0) throw new RangeError("pick requires at least one item, got none");
      return items[below(items.length)] as (typeof items)[number];
    },
    decimals: (value, fewest, most) => value.toFixed(fewest + below(most - fewest + 1)),
  };
}

/**
 * 64 bits of a text: two FNV-1a hashes from different starting points. A generator's own seeding walks over
 * its key several times, which on whole prompts costs more than all else that a sender does.
 */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code ^ (a >>> 15), 0x01000193);
  }
  return `${a >>> 0} ${b >>> 0}`;
}

// No published limit is near the length of these messages; four characters per token is the usual rule of thumb.
const CHARACTERS_PER_TOKEN = 4;

/** An answer as a provider gives it: cut, with finish reason "length", where it exceeds `max_tokens`. */
export function answer(text: string, request: AskRequest): EmbeddedAnswer {
  const most = request.max_tokens * CHARACTERS_PER_TOKEN;
  return text.length > most
    ? { text: text.slice(0, most), finish_reason: "length" }
    : { text, finish_reason: "stop" };
}

/**
 * One number in words: bare, as a claim about the state, or as a recommendation. It is the first and only
 * number of the text, no sign stands before it, and no marker follows that the parser would cut at.
 */
export function sayNumber(number: string, wording: Wording): string {
  return wording.pick(SAYING_ONE_NUMBER)(number);
}

const SAYING_ONE_NUMBER: readonly ((number: string) => string)[] = [
  (x) => x,
  (x) => x,
  (x) => x,
  (x) => `${x}.`,
  (x) => `The state is ${x}.`,
  (x) => `The true state is ${x}, so please act on that.`,
  (x) => `x = ${x}`,
  (x) => `My message: the value is ${x}`,
  (x) => `I observed ${x}.`,
  (x) => `The number I saw is ${x}. Use it as you think best.`,
  (x) => `I recommend that you choose a = ${x}.`,
  (x) => `Choose ${x}.`,
  (x) => `Please set your action to ${x}; that is what the state calls for.`,
  (x) => `Hello! The state this time is about ${x}.`,
];

/** The right answer to a comprehension prompt: ω, then ω + b, in a format that varies. */
export function sayBothIdeals(omega: number, bias: number, wording: Wording): string {
  const places = wording.pick([3, 4, 6]);
  return sayPair(omega.toFixed(places), (omega + bias).toFixed(places), wording);
}

/** Two numbers, the receiver's first, in a format that varies. */
export function sayPair(receiver: string, sender: string, wording: Wording): string {
  return wording.pick(SAYING_TWO_NUMBERS)(receiver, sender);
}

const SAYING_TWO_NUMBERS: readonly ((receiver: string, sender: string) => string)[] = [
  (r, s) => `${r}, ${s}`,
  (r, s) => `${r}, ${s}`,
  (r, s) => `${r} and ${s}`,
  (r, s) => `Receiver: ${r}, sender: ${s}`,
  (r, s) => `The receiver wants ${r} and the sender wants ${s}.`,
];
