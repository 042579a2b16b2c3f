import type { TextNode } from "./types.ts";

/** A numeral in digits. */
export interface DigitsToken {
  readonly kind: "digits";
  /** As JavaScript reads it, without a sign. */
  readonly text: string;
  readonly whole: boolean;
  readonly decimals: number;
  readonly scientific: boolean;
  readonly spaced: boolean;
}

export type Token = DigitsToken | TextNode;

const BLANK = /[ \t\r\f\v]+/y;
const LINE = /\s*\n\s*/y;
/** Dates, times and other numbers in pieces: 2024-11-20, 20/11/2024, 10:30, 555-123-4567. */
const DATE =
  /\d{1,6}(?:-\d{1,6}){2,4}(?!\d|\.\d)|\d{1,4}(?:\/\d{1,4}){2}(?!\d|\.\d)|\d{1,2}:\d{2}(?!\d|\.\d)/y;
const DIGITS = /\d+(?:\.\d+)?|\.\d+/y;
const CHAIN = /(?:\.\d+)+/y;
const COMMA = /,(\d+)/y;
const EXPONENT = /e[+-]?\d{1,4}(?![\d\p{L}])/iuy;
/** "40-to-50 percent": what follows either number. */
const TO_PERCENT = /-to-\d{1,3}(?:\.\d{1,9})?\s?(?:%|percent)/y;
const PERCENT = /\s?(?:%|percent)/y;
/** What follows the first number of "#1/3". */
const OF_SEVERAL = /\/\d{1,4}(?![\d.])/y;
const LETTERS = /[A-Za-z]+/y;
const WORD = /[\p{L}\p{M}]+(?:'\p{L}+)*/uy;
const SYMBOL = /\+\/-|\.{2,}|->|=>|<=|>=|=<|==|!=|-{2,3}|./suy;

const ALIASES: Readonly<Record<string, string>> = {
  "->": "→",
  "=>": "→",
  "<=": "≤",
  "=<": "≤",
  ">=": "≥",
  "==": "=",
  "+/-": "±",
  "--": "–",
  "---": "—",
};

/** Words and numerals of a text in plain characters without markup. O(n). */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let spaced = true;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const push = (kind: TextNode["kind"], said: string, length = said.length) => {
    const lower = said.toLowerCase();
    tokens.push({ kind, text: lower, spaced, capital: kind === "word" && said[0] !== lower[0] });
    at += length;
    spaced = false;
  };
  while (at < text.length) {
    const line = match(LINE);
    if (line !== null) {
      push("line", "\n", line[0].length);
      spaced = true;
      continue;
    }
    const blank = match(BLANK);
    if (blank !== null) {
      at += blank[0].length;
      spaced = true;
      continue;
    }
    const character = text[at] as string;
    const before = text[at - 1] ?? " ";
    if (isDigit(character) || (character === "." && isDigit(text[at + 1]) && !/[\d.]/u.test(before))) {
      const date = match(DATE);
      if (date !== null) push("other", date[0]);
      else pushNumeral(before);
      continue;
    }
    const word = match(WORD);
    if (word !== null) push("word", word[0]);
    else {
      const symbol = (match(SYMBOL) as RegExpExecArray)[0];
      push("symbol", ALIASES[symbol] ?? symbol, symbol.length);
    }
  }
  return tokens;

  function pushNumeral(before: string): void {
    const start = at;
    let said = (match(DIGITS) as RegExpExecArray)[0];
    let whole = !said.includes(".");
    at += said.length;
    const chain = whole ? null : match(CHAIN);
    if (chain !== null) {
      at = start;
      push("other", said + chain[0]);
      return;
    }
    if (whole) {
      const comma = readComma(said, start);
      if (comma !== null) {
        said = comma.said;
        whole = comma.whole;
        at += comma.length;
      }
    }
    const exponent = match(EXPONENT);
    if (exponent !== null) {
      said += exponent[0].toLowerCase();
      at += exponent[0].length;
    }
    if (isGlued(said, whole && exponent === null, before, start)) {
      const letters = (match(LETTERS) ?? (/[#№]/u.test(before) ? match(OF_SEVERAL) : null))?.[0] ?? "";
      at += letters.length;
      const length = at - start;
      at = start;
      push("other", said + letters, length);
      return;
    }
    tokens.push({
      kind: "digits",
      text: said,
      whole: whole && exponent === null,
      decimals: decimalsOf(said),
      scientific: exponent !== null,
      spaced,
    });
    spaced = false;
  }

  /**
   * What follows a whole number after a comma without a space: decimals ("0,42"), thousands ("1,000"), or the next
   * item of a list ("[0,1]", "1,2,3"), which is not taken: null.
   */
  function readComma(left: string, start: number): { said: string; whole: boolean; length: number } | null {
    const comma = match(COMMA);
    if (comma === null || left.length > 3) return null;
    const right = comma[1] as string;
    const after = text[at + comma[0].length] ?? " ";
    if (/[,.]/u.test(after) && isDigit(text[at + comma[0].length + 1])) return null;
    if (text[start - 1] === "," && isDigit(text[start - 2])) return null;
    const bracketed = /[[(\]]/u.test(text[start - 1] ?? " ") && /[\])[]/u.test(after);
    if (bracketed && right.length === 1 && (right === "1" || text[start - 1] === "[")) return null;
    if (right.length === 3 && left !== "0") return { said: left + right, whole: true, length: 4 };
    return { said: `${left}.${right}`, whole: false, length: comma[0].length };
  }

  /** Whether a numeral is part of a word or a name: `GPT-4`, `v2`, `5-fold`, `2nd`, `10k`, `#1`. */
  function isGlued(said: string, whole: boolean, before: string, start: number): boolean {
    const times = before === "x" && isDigit(text[start - 2]);
    if (/[A-Za-z#№]/u.test(before) && !times) return true;
    if (match(TO_PERCENT) !== null) return false;
    if (isDigit(text[start - 5]) && text.startsWith("-to-", start - 4) && match(PERCENT) !== null)
      return false;
    if (before === "-" && /[A-Za-z]/u.test(text[start - 2] ?? " ") && (whole || Number(said) >= 2))
      return true;
    const letters = match(LETTERS)?.[0].toLowerCase();
    if (letters !== undefined) {
      if (letters === "ish" || letters === "pct" || letters === "percent") return false;
      // "4.2x10^-1", a cut "4.2e", and the ordinal below a fraction stroke: "2/5ths".
      if (letters === "x" && isDigit(text[at + 1])) return false;
      if (letters === "e" && at + 1 === text.length) return false;
      if (before === "/" && /^(?:th|rd|nd|st)s?$/u.test(letters)) return false;
      return whole || letters.length < 3;
    }
    return whole && text[at] === "-" && /[A-Za-z]/u.test(text[at + 1] ?? " ") && !text.startsWith("-ish", at);
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

function decimalsOf(numeral: string): number {
  const [mantissa = "", exponent = "0"] = numeral.split("e");
  const point = mantissa.indexOf(".");
  return Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent));
}
