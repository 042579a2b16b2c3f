/**
 * Text of numbers, by their decimal digits alone: no locale, no Intl. Python's rules, which the published
 * reference files follow.
 */

/**
 * A double with the fewest digits that read back as the same double, as Python's repr writes it: `0.0`,
 * `0.0001`, `1e-05`, `2.063022798188865e-05`, `1e+16`.
 *
 * @param value finite; −0 is written as 0.0
 */
export function pythonRepr(value: number): string {
  const magnitude = Math.abs(value);
  // Between these bounds JavaScript writes the same digits, without the point of a whole number.
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    const text = String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [sign, digits, exponent] = shortestDigits(value);
  return value === 0 ? "0.0" : sign + scientific(digits, exponent);
}

/**
 * A number with the digits that a display format asks for: `d` (integer), `.3f` (digits after the point),
 * `.2e` (digits after the point, exponent of two digits or more), `.3g` (significant digits, no trailing
 * zeros, exponent below 1e-4 and from 10^digits on).
 *
 * Rounds the exact binary value to the nearest, a tie away from zero. Python rounds a tie to the even digit
 * (`0.5` with `.0f` is 1 here and 0 there). What rounds to zero has no sign.
 *
 * @param value finite
 * @param format as x-format
 * @throws RangeError for another format
 */
export function formatNumber(value: number, format: string): string {
  const match = /^(?:(d)|\.(\d{1,2})([feg]))$/.exec(format);
  if (match === null) throw new RangeError(`format requires d, .3f, .2e or .3g (any digits), got ${format}`);
  const digits = Number(match[2] ?? 0);
  const magnitude = Math.abs(value);
  let text: string;
  switch (match[3] ?? "f") {
    case "e":
      text = twoDigitExponent(magnitude.toExponential(digits));
      break;
    case "g":
      text = general(magnitude, Math.max(1, digits));
      break;
    default:
      text = fixed(magnitude, digits);
  }
  return value < 0 && /[1-9]/.test(text.replace(/e.*/, "")) ? `-${text}` : text;
}

/** toFixed turns to exponents at 1e21, where a double is an integer and has no digits after the point. */
function fixed(magnitude: number, digits: number): string {
  if (magnitude < 1e21) return magnitude.toFixed(digits);
  return BigInt(magnitude) + (digits === 0 ? "" : `.${"0".repeat(digits)}`);
}

function general(magnitude: number, significant: number): string {
  const [mantissa = "0", power = "0"] = magnitude.toExponential(significant - 1).split("e");
  const digits = mantissa.replace(".", "").replace(/0+$/, "") || "0";
  const exponent = Number(power);
  return exponent < -4 || exponent >= significant
    ? scientific(digits, exponent)
    : positional(digits, exponent);
}

/** Sign, digits without trailing zeros, and the exponent of the first digit. */
function shortestDigits(value: number): [sign: string, digits: string, exponent: number] {
  const [mantissa = "0", power = "0"] = Math.abs(value).toExponential().split("e");
  return [value < 0 ? "-" : "", mantissa.replace(".", ""), Number(power)];
}

function scientific(digits: string, exponent: number): string {
  const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
  return twoDigitExponent(`${mantissa}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`);
}

function twoDigitExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = digits.slice(exponent + 1);
  return rest === "" ? whole : `${whole}.${rest}`;
}
