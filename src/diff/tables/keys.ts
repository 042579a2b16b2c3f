import { byteOrder } from "../../tables/canonical.ts";
import type { Key } from "../report.ts";
import { ordered } from "./ordered.ts";
import { PairNumbers } from "./pair-numbers.ts";
import { Unreadable } from "./table.ts";
import { toCell, type Value, type Values, valueAt } from "./values.ts";

export type SideName = "a" | "b";

/** Where the rows of two tables stand: by key, or by position. */
export interface Places {
  /** Per side and row a number that equal keys share; null where rows are told apart by position. */
  readonly numbers: { readonly a: Int32Array; readonly b: Int32Array; readonly different: number } | null;
  /** The key of a row as a report holds it. */
  keyOf(side: SideName, row: number): Key;
  /** Order of two rows by their keys, column by column; 0 for equal ones. */
  compare(sideX: SideName, x: number, sideY: SideName, y: number): number;
  /** The value of a key column. */
  valueOf(column: string, side: SideName, row: number): Value;
}

interface KeyColumn {
  readonly name: string;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Code → value. */
  readonly values: readonly Value[];
}

/** Collects key columns one by one, so that only codes and different values are kept in memory. */
export class KeyPlaces implements Places {
  readonly #columns: KeyColumn[] = [];
  #numbers: Places["numbers"] = null;

  add(name: string, a: Values, lengthA: number, b: Values, lengthB: number): void {
    const codes = new Codes();
    const column = { name, a: codes.of(a, lengthA), b: codes.of(b, lengthB), values: codes.values };
    this.#columns.push(column);
    const before = this.#numbers;
    if (before === null) {
      this.#numbers = { a: column.a, b: column.b, different: codes.values.length };
      return;
    }
    const pairs = new PairNumbers(Math.max(lengthA, lengthB));
    const joined = (numbers: Int32Array, own: Int32Array) =>
      numbers.map((number, row) => pairs.numberOf(number, own[row] as number));
    const [together, other] = [joined(before.a, column.a), joined(before.b, column.b)];
    this.#numbers = { a: together, b: other, different: pairs.size };
  }

  get numbers(): Places["numbers"] {
    return this.#numbers;
  }

  keyOf(side: SideName, row: number): Key {
    return ordered(
      this.#columns.map((column) => [column.name, toCell(column.values[column[side][row] as number]!)]),
    );
  }

  compare(sideX: SideName, x: number, sideY: SideName, y: number): number {
    for (const column of this.#columns) {
      const [codeX, codeY] = [column[sideX][x] as number, column[sideY][y] as number];
      if (codeX !== codeY) return valueOrder(column.values[codeX] as Value, column.values[codeY] as Value);
    }
    return 0;
  }

  valueOf(name: string, side: SideName, row: number): Value {
    const column = this.#columns.find((each) => each.name === name)!;
    return column.values[column[side][row] as number] as Value;
  }
}

/** Rows without a key: the n-th is the n-th. */
export const POSITIONS: Places = {
  numbers: null,
  keyOf: (_side, row) => ({ "#": row + 1 }),
  compare: (_sideX, x, _sideY, y) => x - y,
  valueOf: () => null,
};

/** What a Map holds at most. */
const MOST_KEYS = 16_777_215;

/** Numbers the different values of a column of two tables. */
class Codes {
  readonly values: Value[] = [];
  readonly #codes = new Map<Value, number>();
  #negativeZero = -1;

  of(column: Values, length: number): Int32Array {
    const codes = new Int32Array(length);
    let last: Value | undefined;
    let code = 0;
    for (let row = 0; row < length; row++) {
      const value = valueAt(column, row);
      // Runs of one value are the rule in sorted tables.
      if (row === 0 || !Object.is(value, last)) code = this.#codeOf(value);
      last = value;
      codes[row] = code;
    }
    return codes;
  }

  #codeOf(stored: Value): number {
    // A Map takes −0 for 0.
    if (Object.is(stored, -0)) {
      if (this.#negativeZero === -1) this.#negativeZero = this.values.push(-0) - 1;
      return this.#negativeZero;
    }
    // Integers beyond 2^53 are their digits, whatever holds them.
    const isLarge = typeof stored === "number" && Number.isInteger(stored) && !Number.isSafeInteger(stored);
    const value = isLarge ? String(BigInt(stored)) : stored;
    let code = this.#codes.get(value);
    if (code === undefined) {
      if (this.#codes.size === MOST_KEYS)
        throw new Unreadable(`a key column has more than ${MOST_KEYS} different values; fewer are compared`);
      code = this.values.push(value) - 1;
      this.#codes.set(value, code);
    }
    return code;
  }
}

/** Order of values of any kind: missing, false, true, numbers (NaN last), texts by their bytes. */
function valueOrder(x: Value, y: Value): number {
  const kind = kindOf(x) - kindOf(y);
  if (kind !== 0) return kind;
  if (typeof x === "string") return byteOrder(x, y as string);
  if (typeof x === "number") return numberOrder(x, y as number);
  return Number(x) - Number(y);
}

const kindOf = (value: Value): number =>
  value === null ? 0 : typeof value === "boolean" ? 1 : typeof value === "number" ? 2 : 3;

function numberOrder(x: number, y: number): number {
  if (x < y) return -1;
  if (x > y) return 1;
  if (x === y) return Number(Object.is(y, -0)) - Number(Object.is(x, -0));
  return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
}
