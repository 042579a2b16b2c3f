/*
 * Python's rules for white space and decimal digits, where they differ from JavaScript's: the published
 * receiver was a Python program, and a message must be read alike.
 */

/** What Python's str.strip removes: U+001C–1F and U+0085 among it, U+FEFF not. JavaScript's trim differs. */
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const LEADING = new RegExp(`^${SPACE}+`, "u");
const SPACE_CHARACTER = new RegExp(SPACE, "u");

/** The text without white space at both ends, as Python's str.strip. O(n). */
export function strip(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE_CHARACTER.test(text[end - 1])) end--;
  return text.slice(0, end).replace(LEADING, "");
}

const DECIMAL = /^\p{Nd}$/u;

/**
 * Value 0 … 9 of a Unicode decimal digit. Unicode lays digits out in blocks of ten from zero to nine, some of
 * them side by side, so the value is the distance from where the run of digits begins, mod 10.
 */
function digitValue(character: string): number {
  const code = character.codePointAt(0) as number;
  let distance = 0;
  while (DECIMAL.test(String.fromCodePoint(code - distance - 1))) distance++;
  return distance % 10;
}

/** A numeral with each Unicode decimal digit replaced by its ASCII digit, as Python's float reads it. */
export function asciiDigits(numeral: string): string {
  return numeral.replace(/[^\x00-\x7f]/gu, (character) =>
    DECIMAL.test(character) ? String(digitValue(character)) : character,
  );
}
