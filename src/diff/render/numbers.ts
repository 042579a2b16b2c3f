/**
 * Numbers as a reader compares them: no locale, as few digits as tell two values apart.
 */

/** Fewest digits of a fraction: more only where two values would look the same. */
const DIGITS = 4;
/** Digits that always read back as the same double. */
const ALL_DIGITS = 17;

/**
 * Two different numbers with the fewest digits, 4 or more, by which the texts differ as much as the numbers
 * do, to a tenth. Whole numbers keep every digit.
 *
 * @example numberPair(0.6608279, 0.6608301) // ["0.660828", "0.66083"]
 */
export function numberPair(was: number, is: number): [string, string] {
  for (let digits = DIGITS; digits < ALL_DIGITS; digits++) {
    const [a, b] = [rounded(was, digits), rounded(is, digits)];
    const difference = is - was;
    const isTold = Math.abs(b - a - difference) <= Math.abs(difference) / 10;
    if (a !== b && isTold) return [String(a), String(b)];
  }
  return [String(was), String(is)];
}

/** A number that is compared with nothing. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** A difference with its sign, to three digits: "+0.0123", "−4". A difference of whole numbers is whole. */
export function differenceText(difference: number): string {
  const magnitude = magnitudeText(Math.abs(difference));
  return difference < 0 ? `−${magnitude}` : `+${magnitude}`;
}

/** A size to three digits; a whole one keeps all of them. */
export function magnitudeText(size: number): string {
  return String(rounded(size, 3));
}

/** A relative difference to two digits: in per cent, below 0.01 % as a plain number. */
export function relativeText(relative: number): string {
  if (relative === 0) return "0 %";
  return relative >= 1e-4 ? `${rounded(100 * relative, 2)} %` : String(rounded(relative, 2));
}

function rounded(value: number, digits: number): number {
  if (Number.isSafeInteger(value)) return value;
  return Number(value.toPrecision(digits));
}
