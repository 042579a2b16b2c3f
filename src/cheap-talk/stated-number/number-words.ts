import type { Token } from "./tokens.ts";

const UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

const UNIT = new Map<string, number>([
  ...UNITS.map((word, value) => [word, value] as const),
  ["nought", 0],
  ["naught", 0],
]);
const TEEN = new Map(TEENS.map((word, i) => [word, 10 + i]));
const TEN = new Map([...TENS.map((word, i) => [word, 20 + 10 * i] as const), ["fourty", 40] as const]);
const POINT = new Set(["point", "dot", "decimal"]);

const ORDINALS: readonly (readonly [string, number])[] = [
  ["third", 3],
  ["quarter", 4],
  ["fourth", 4],
  ["fifth", 5],
  ["sixth", 6],
  ["seventh", 7],
  ["eighth", 8],
  ["ninth", 9],
  ["tenth", 10],
  ["eleventh", 11],
  ["twelfth", 12],
  ["sixteenth", 16],
  ["twentieth", 20],
  ["thirtieth", 30],
  ["fortieth", 40],
  ["fiftieth", 50],
  ["hundredth", 100],
  ["thousandth", 1000],
];
/** What stands below a fraction in words. */
const DENOMINATORS: ReadonlyMap<string, number> = new Map([
  ["half", 2],
  ["halves", 2],
  ...ORDINALS.flatMap(([word, value]) => [[word, value] as const, [`${word}s`, value] as const]),
]);

/** A number said in words, and the token after it. */
export interface WordNumber {
  readonly value: number;
  readonly next: number;
}

function wordAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  return token?.kind === "word" ? token.text : null;
}

/** The place after a hyphen that joins two words, or the place itself. */
function pastHyphen(tokens: readonly Token[], at: number): number {
  const hyphen = tokens[at];
  const after = tokens[at + 1];
  const joins = hyphen?.kind === "symbol" && hyphen.text === "-" && !hyphen.spaced;
  return joins && after?.kind === "word" && !after.spaced ? at + 1 : at;
}

/** Whole number below a hundred: "forty-two", "forty two", "twelve". */
function belowHundred(tokens: readonly Token[], at: number): WordNumber | null {
  const word = wordAt(tokens, at) ?? "";
  const ten = TEN.get(word);
  if (ten !== undefined) {
    const next = pastHyphen(tokens, at + 1);
    const unit = UNIT.get(wordAt(tokens, next) ?? "") ?? 0;
    return unit === 0 ? { value: ten, next: at + 1 } : { value: ten + unit, next: next + 1 };
  }
  const value = UNIT.get(word) ?? TEEN.get(word);
  return value === undefined ? null : { value, next: at + 1 };
}

/** Whole number in words, up to hundreds and thousands: "one hundred", "a hundred", "forty-two". */
export function wholeInWords(tokens: readonly Token[], at: number): WordNumber | null {
  const article = wordAt(tokens, at) === "a" && /^(?:hundred|thousand)$/u.test(wordAt(tokens, at + 1) ?? "");
  const first = article ? { value: 1, next: at + 1 } : belowHundred(tokens, at);
  if (first === null) return null;
  const next = pastHyphen(tokens, first.next);
  const scale = { hundred: 100, thousand: 1000 }[wordAt(tokens, next) ?? ""];
  return scale === undefined ? first : { value: first.value * scale, next: next + 1 };
}

/**
 * The decimals after "point": digits one by one ("four two", "oh eight"), or a number below a hundred
 * ("forty-two").
 */
function decimalsInWords(tokens: readonly Token[], at: number): { digits: string; next: number } | null {
  let digits = "";
  let next = at;
  for (;;) {
    const here = digits === "" ? next : pastHyphen(tokens, next);
    const word = wordAt(tokens, here) ?? "";
    const digit = word === "oh" || word === "o" ? 0 : UNIT.get(word);
    if (digit === undefined) break;
    digits += String(digit);
    next = here + 1;
  }
  if (digits !== "") return { digits, next };
  const below = belowHundred(tokens, at);
  return below === null ? null : { digits: String(below.value), next: below.next };
}

/** "point four two" from the word "point" on, with what stands before it: decimals as said. */
export function pointInWords(
  tokens: readonly Token[],
  at: number,
  whole: number,
): (WordNumber & { readonly decimals: number }) | null {
  const here = pastHyphen(tokens, at);
  if (!POINT.has(wordAt(tokens, here) ?? "")) return null;
  const after = tokens[here + 1];
  if (after?.kind === "digits" && after.whole) {
    return { value: Number(`${whole}.${after.text}`), decimals: after.text.length, next: here + 2 };
  }
  const read = decimalsInWords(tokens, pastHyphen(tokens, here + 1));
  if (read === null) return null;
  return { value: Number(`${whole}.${read.digits}`), decimals: read.digits.length, next: read.next };
}

/** The denominator that stands at a place: "fifths", "-fifths". */
export function denominatorInWords(tokens: readonly Token[], at: number): WordNumber | null {
  const here = pastHyphen(tokens, at);
  const value = DENOMINATORS.get(wordAt(tokens, here) ?? "");
  return value === undefined ? null : { value, next: here + 1 };
}
