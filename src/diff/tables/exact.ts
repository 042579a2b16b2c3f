/** A decimal as it is written: units / 10^scale. */
export interface Decimal {
  readonly units: bigint;
  /** 0 or more. */
  readonly scale: number;
}

/** A number that may have no double: an integer beyond 2^53, or a decimal of a file that keeps all digits. */
export type Exact = bigint | Decimal;

/** Digits that a double always gives back. */
const DIGITS_OF_DOUBLE = 15;
/** Digits, and zeros between them and the point, of a decimal that means something. */
const MOST_DIGITS = 1000;

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u;

/** The decimal that a text of digits, point and exponent writes; null where it is none, or has digits beyond count. */
export function decimalOf(text: string): Decimal | null {
  if (text.length > MOST_DIGITS) return null;
  const [, sign, whole, fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  if (whole === undefined) return null;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > MOST_DIGITS) return null;
  const units = BigInt(sign + whole + fraction);
  return scale < 0 ? { units: units * tenTo(-scale), scale: 0 } : shortest({ units, scale });
}

/** The same number without zeros at its end. */
function shortest({ units, scale }: Decimal): Decimal {
  let [rest, left] = [units, scale];
  while (left > 0 && rest % 10n === 0n) {
    rest /= 10n;
    left--;
  }
  return { units: rest, scale: left };
}

/** All digits of a number. */
function exactText(exact: Exact): string {
  if (typeof exact === "bigint") return String(exact);
  const { units, scale } = shortest(exact);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const at = digits.length - scale;
  return `${units < 0n ? "-" : ""}${digits.slice(0, at)}${scale === 0 ? "" : `.${digits.slice(at)}`}`;
}

/** A number where one reads as these very digits, else the digits. */
export function exactValue(exact: Exact): number | string {
  const text = exactText(exact);
  const number = Number(text);
  if (typeof exact === "bigint" || /^-?\d+$/u.test(text)) return Number.isSafeInteger(number) ? number : text;
  if (text.replace(/^-?0?\.?0*/u, "").length <= DIGITS_OF_DOUBLE) return number;
  const back = decimalOf(String(number));
  const { units, scale } = shortest(exact);
  return back !== null && back.units === units && back.scale === scale ? number : text;
}

/** The double nearest to a number. */
export function nearest(exact: number | Exact): number {
  return typeof exact === "object" ? Number(exactText(exact)) : Number(exact);
}

/** Whether two numbers are the same. A double beside a decimal stands for every decimal that rounds to it. */
export function sameNumber(x: number | Exact, y: number | Exact): boolean {
  if (typeof x === "number" && typeof y === "number") return Object.is(x, y);
  // Of −0, NaN and infinities no integer and no decimal knows.
  if ([x, y].some((value) => typeof value === "number" && !Number.isFinite(value))) return false;
  if (!Object.is(nearest(x), nearest(y))) return false;
  const isDecimal = typeof x === "object" || typeof y === "object";
  if (isDecimal && (typeof x === "number" || typeof y === "number")) return true;
  return isDecimal
    ? exactText(x as Exact) === exactText(y as Exact)
    : BigInt(x as bigint) === BigInt(y as bigint);
}

/** y − x of finite numbers, rounded once. */
export function exactDifference(x: number | Exact, y: number | Exact): number {
  const [a, b] = [asDecimal(x), asDecimal(y)];
  if (a === null || b === null) return nearest(y) - nearest(x);
  const scale = Math.max(a.scale, b.scale);
  const units = b.units * tenTo(scale - b.scale) - a.units * tenTo(scale - a.scale);
  return Number(exactText({ units, scale }));
}

function asDecimal(value: number | Exact): Decimal | null {
  if (typeof value === "object") return value;
  if (typeof value === "bigint") return { units: value, scale: 0 };
  return Number.isInteger(value) ? { units: BigInt(value), scale: 0 } : decimalOf(String(value));
}

function tenTo(power: number): bigint {
  return BigInt(`1${"0".repeat(power)}`);
}
