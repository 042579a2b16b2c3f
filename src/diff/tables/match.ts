import type { Places } from "./keys.ts";

/** Which rows of two tables are the same row. */
export interface Matching {
  /** Rows that both have: a[i] is b[i]. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly onlyA: Int32Array;
  readonly onlyB: Int32Array;
  /** Rows whose key an earlier row of the same table has. */
  readonly repeated: { readonly a: Int32Array; readonly b: Int32Array };
}

/** Matches rows by their keys, the k-th of equal ones with the k-th; without keys by position. Linear. */
export function matchRows(places: Places, lengthA: number, lengthB: number): Matching {
  const { numbers } = places;
  if (numbers === null) return byPosition(lengthA, lengthB);
  const { different } = numbers;
  // Rows of A by key as linked lists in the order of the table.
  const first = new Int32Array(different).fill(-1);
  const last = new Int32Array(different).fill(-1);
  const next = new Int32Array(lengthA).fill(-1);
  const repeatedA = new Rows();
  for (let row = 0; row < lengthA; row++) {
    const key = numbers.a[row] as number;
    if (first[key] === -1) {
      first[key] = row;
    } else {
      next[last[key] as number] = row;
      repeatedA.push(row);
    }
    last[key] = row;
  }
  const seen = new Uint8Array(different);
  const taken = new Uint8Array(lengthA);
  const [a, b, onlyA, onlyB, repeatedB] = [
    new Rows(lengthB),
    new Rows(lengthB),
    new Rows(),
    new Rows(),
    new Rows(),
  ];
  for (let row = 0; row < lengthB; row++) {
    const key = numbers.b[row] as number;
    if (seen[key] === 1) repeatedB.push(row);
    seen[key] = 1;
    const partner = first[key] as number;
    if (partner === -1) {
      onlyB.push(row);
    } else {
      first[key] = next[partner] as number;
      taken[partner] = 1;
      a.push(partner);
      b.push(row);
    }
  }
  for (let row = 0; row < lengthA; row++) if (taken[row] === 0) onlyA.push(row);
  return {
    a: a.done(),
    b: b.done(),
    onlyA: onlyA.done(),
    onlyB: onlyB.done(),
    repeated: { a: repeatedA.done(), b: repeatedB.done() },
  };
}

function byPosition(lengthA: number, lengthB: number): Matching {
  const rows = (from: number, to: number) =>
    Int32Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  const both = Math.min(lengthA, lengthB);
  const none = new Int32Array();
  return {
    a: rows(0, both),
    b: rows(0, both),
    onlyA: rows(both, lengthA),
    onlyB: rows(both, lengthB),
    repeated: { a: none, b: none },
  };
}

/** A list of row numbers that grows. */
class Rows {
  #rows: Int32Array;
  #length = 0;

  constructor(room = 64) {
    this.#rows = new Int32Array(Math.max(64, room));
  }

  push(row: number): void {
    if (this.#length === this.#rows.length) {
      const more = new Int32Array(2 * this.#length);
      more.set(this.#rows);
      this.#rows = more;
    }
    this.#rows[this.#length++] = row;
  }

  done(): Int32Array {
    return this.#rows.subarray(0, this.#length);
  }
}
