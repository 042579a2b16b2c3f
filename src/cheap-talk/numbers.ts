import { asciiDigits } from "./python-text.ts";

/*
 * How the published receiver reads a number out of a message. Python's \d holds every Unicode decimal digit,
 * hence \p{Nd}. These patterns are kept as published, flaws included: "about 42%" is read as 42, "[0, 1]" as
 * 0, "3/4" as 3.
 */

const SIGNED = /[-+]?\p{Nd}*\.\p{Nd}+|[-+]?\p{Nd}+/u;
const UNSIGNED = /[-+]?\p{Nd}*\.\p{Nd}+|\p{Nd}+/u;

/** The first match as a number; null where there is none or it is too large for a double. */
function read(message: string, pattern: RegExp): number | null {
  const match = pattern.exec(message);
  if (match === null) return null;
  const value = Number(asciiDigits(match[0]));
  // A report of 400 digits is infinite as a double and no action: it counts as no number.
  return Number.isFinite(value) ? value + 0 : null;
}

/**
 * The first number in a message, as the hybrid and the parsed-report receiver read it: pattern
 * `[-+]?\d*\.\d+|[-+]?\d+`, first match, all Unicode decimal digits.
 *
 * @returns null where the message holds no number, or one beyond the range of a double
 * @example firstNumber("say -.5 of 3") // -0.5
 */
export function firstNumber(message: string): number | null {
  return read(message, SIGNED);
}

/**
 * The first number in a message by the pattern of the published supplementary statistics,
 * `[-+]?\d*\.\d+|\d+`: a sign before a whole number is not read.
 *
 * @returns null where the message holds no number, or one beyond the range of a double
 * @example firstUnsignedNumber("-3") // 3
 */
export function firstUnsignedNumber(message: string): number | null {
  return read(message, UNSIGNED);
}
