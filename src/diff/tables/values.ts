import type { Cell } from "../report.ts";
import { type Exact, exactDifference, exactValue, nearest, sameNumber } from "./exact.ts";

/** A value of a cell in memory. Numbers that a double cannot hold are their decimal digits. */
export type Value = string | number | boolean | null;

/** A column of numbers. */
export interface Numbers {
  readonly kind: "numbers";
  /** 0 where a value is missing; the nearest double where the number is no double. */
  readonly values: Float64Array;
  /** One byte per row, 1 where there is no value; null when none is missing. */
  readonly missing: Uint8Array | null;
  /** Row → number of more digits than a double has; null when there is none. */
  readonly exact: ReadonlyMap<number, Exact> | null;
}

/** A column of anything else, or of everything. */
export interface Plain {
  readonly kind: "plain";
  readonly values: readonly Value[];
  /** Row → number whose digits stand among the values; null when there is none. */
  readonly exact: ReadonlyMap<number, Exact> | null;
}

export type Values = Numbers | Plain;

export function valueAt(column: Values, row: number): Value {
  if (column.kind === "plain") return column.values[row] as Value;
  if (column.missing !== null && column.missing[row] === 1) return null;
  const exact = column.exact?.get(row);
  return exact === undefined ? (column.values[row] as number) : exactValue(exact);
}

/** A value as a report holds it. */
export function toCell(value: Value): Cell {
  if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { number: Object.is(value, -0) ? "-0" : String(value) };
}

/** How far two numbers lie apart. */
export interface Distance {
  /** is − was; null where either is no finite number, or where a double cannot hold it. */
  readonly absolute: number | null;
  /** Its magnitude by the larger magnitude of the two, 0 to 2; null where either is no finite number. */
  readonly relative: number | null;
}

const NO_DISTANCE: Distance = { absolute: null, relative: null };

/** Distance of two values in a cell: only of two finite numbers there is one. */
export function distance(was: number | Exact | null, is: number | Exact | null): Distance {
  if (was === null || is === null) return NO_DISTANCE;
  const [x, y] = [nearest(was), nearest(is)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return NO_DISTANCE;
  const larger = Math.max(Math.abs(x), Math.abs(y));
  const absolute = typeof was === "number" && typeof is === "number" ? y - x : exactDifference(was, is);
  // x − y of opposite signs may exceed the largest double where x/m − y/m does not.
  const relative =
    larger === 0
      ? 0
      : Number.isFinite(absolute)
        ? Math.abs(absolute) / larger
        : Math.abs(y / larger - x / larger);
  return { absolute: Number.isFinite(absolute) ? absolute + 0 : null, relative };
}

/** The number in a cell, exact; null where there is none. */
export function numberAt(column: Values, row: number): number | Exact | null {
  if (column.kind === "plain") {
    const value = column.values[row] as Value;
    return column.exact?.get(row) ?? (typeof value === "number" ? value : null);
  }
  if (column.missing !== null && column.missing[row] === 1) return null;
  return column.exact?.get(row) ?? (column.values[row] as number);
}

/**
 * Whether two cells hold the same: NaN is NaN, −0 is not 0, a missing value is nothing else, and numbers are
 * compared as numbers whatever holds them.
 */
export function sameCell(a: Values, i: number, b: Values, j: number): boolean {
  if (a.kind === "numbers" && b.kind === "numbers") {
    const [noA, noB] = [a.missing?.[i] === 1, b.missing?.[j] === 1];
    if (noA || noB) return noA && noB;
    const [x, y] = [a.values[i] as number, b.values[j] as number];
    if (!Object.is(x, y)) return false;
    if (a.exact === null && b.exact === null) return true;
    return sameNumber(a.exact?.get(i) ?? x, b.exact?.get(j) ?? y);
  }
  if (Object.is(valueAt(a, i), valueAt(b, j))) return true;
  const [x, y] = [numberAt(a, i), numberAt(b, j)];
  return x !== null && y !== null && sameNumber(x, y);
}

/** Doubles and, beside them, the integers that no double holds and the decimals. */
export function numbersOf(length: number, at: (row: number) => number | Exact | null): Numbers {
  const values = new Float64Array(length);
  let missing: Uint8Array | null = null;
  let exact: Map<number, Exact> | null = null;
  for (let row = 0; row < length; row++) {
    const value = at(row);
    if (value === null) {
      missing ??= new Uint8Array(length);
      missing[row] = 1;
    } else if (typeof value === "number") {
      values[row] = value;
    } else {
      values[row] = nearest(value);
      if (typeof value === "object" || !Number.isSafeInteger(values[row])) {
        exact ??= new Map();
        exact.set(row, value);
      }
    }
  }
  return { kind: "numbers", values, missing, exact };
}
