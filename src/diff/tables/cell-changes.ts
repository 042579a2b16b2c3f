import { byteOrder } from "../../tables/canonical.ts";
import type { CellChange, ColumnTally, Tolerance } from "../report.ts";
import { FirstFew } from "./first-few.ts";
import type { Places } from "./keys.ts";
import type { Matching } from "./match.ts";
import {
  type Distance,
  distance,
  numberAt,
  sameCell,
  toCell,
  type Value,
  type Values,
  valueAt,
} from "./values.ts";

/** A cell that differs, by the place of its row among the matched ones. */
interface Place extends Distance {
  readonly column: string;
  readonly match: number;
}

/** The same with its values: read only of what is shown. */
interface Found extends Place {
  readonly was: Value;
  readonly is: Value;
}

/** Counts the cells that differ, column by column, and keeps the largest differences. */
export class CellChanges {
  readonly #places: Places;
  readonly #matching: Matching;
  readonly #tolerance: Tolerance;
  readonly #samples: number;
  /** One byte per matched row, 1 where a cell differs. */
  readonly #rows: Uint8Array;
  readonly #tallies: ColumnTally[] = [];
  readonly #found: Found[][] = [];
  #tolerated = 0;
  #inKeyOrder: boolean | null = null;

  constructor(places: Places, matching: Matching, tolerance: Tolerance, samples: number) {
    this.#places = places;
    this.#matching = matching;
    this.#tolerance = tolerance;
    this.#samples = samples;
    this.#rows = new Uint8Array(matching.a.length);
  }

  compare(column: string, a: Values, b: Values): void {
    const { a: rowsA, b: rowsB } = this.#matching;
    const few = new FirstFew<Place>(this.#samples, (x, y) => this.#order(x, y));
    let cells = 0;
    let [absolute, relative]: [number | null, number | null] = [null, null];
    for (let match = 0; match < rowsA.length; match++) {
      const [i, j] = [rowsA[match] as number, rowsB[match] as number];
      if (sameCell(a, i, b, j)) continue;
      const apart = distance(numberAt(a, i), numberAt(b, j));
      if (isWithin(apart, this.#tolerance)) {
        this.#tolerated++;
        continue;
      }
      cells++;
      this.#rows[match] = 1;
      if (apart.absolute !== null) absolute = Math.max(absolute ?? 0, Math.abs(apart.absolute));
      if (apart.relative !== null) relative = Math.max(relative ?? 0, apart.relative);
      const { last } = few;
      if (last !== undefined && descending(apart.relative, last.relative) > 0) continue;
      few.offer({ column, match, absolute: apart.absolute, relative: apart.relative });
    }
    if (cells === 0) return;
    this.#tallies.push({ column, cells, largestAbsolute: absolute, largestRelative: relative });
    const read = (place: Place): Found => {
      const [i, j] = [rowsA[place.match] as number, rowsB[place.match] as number];
      return { ...place, was: valueAt(a, i), is: valueAt(b, j) };
    };
    this.#found.push(few.sorted().map(read));
  }

  result(): {
    rows: number;
    cells: number;
    tolerated: number;
    byColumn: ColumnTally[];
    sample: CellChange[];
  } {
    return {
      rows: this.#rows.reduce((sum, row) => sum + row, 0),
      cells: this.#tallies.reduce((sum, { cells }) => sum + cells, 0),
      tolerated: this.#tolerated,
      byColumn: this.#tallies,
      sample: fairly(this.#found, this.#samples)
        .sort((x, y) => this.#order(x, y))
        .map(({ match, column, was, is, absolute, relative }) => ({
          key: this.#places.keyOf("b", this.#matching.b[match] as number),
          column,
          was: toCell(was),
          is: toCell(is),
          absolute,
          relative,
        })),
    };
  }

  /** What is no distance of numbers comes first, then the largest relative and absolute ones; then by key. */
  #order(x: Place, y: Place): number {
    const size =
      descending(x.relative, y.relative) || descending(magnitude(x.absolute), magnitude(y.absolute));
    return size || this.#byKey(x.match, y.match) || byteOrder(x.column, y.column);
  }

  /** Order of two matched rows by their keys; of equal keys by their places. */
  #byKey(x: number, y: number): number {
    this.#inKeyOrder ??= this.#areInKeyOrder();
    return (this.#inKeyOrder ? 0 : this.#compareKeys(x, y)) || x - y;
  }

  /** Tables that are sorted by key are the rule: then the place tells as much as the key, and sooner. */
  #areInKeyOrder(): boolean {
    for (let match = 1; match < this.#matching.b.length; match++)
      if (this.#compareKeys(match - 1, match) > 0) return false;
    return true;
  }

  #compareKeys(x: number, y: number): number {
    const { b } = this.#matching;
    return this.#places.compare("b", b[x] as number, "b", b[y] as number);
  }
}

/** Whether a difference is let pass. −0 and 0 lie 0 apart: any tolerance lets them pass, none does not. */
function isWithin({ absolute, relative }: Distance, tolerance: Tolerance): boolean {
  if (tolerance.absolute <= 0 && tolerance.relative <= 0) return false;
  if (relative === null) return false;
  return (absolute !== null && Math.abs(absolute) <= tolerance.absolute) || relative <= tolerance.relative;
}

const magnitude = (value: number | null): number | null => (value === null ? null : Math.abs(value));

/** Order of numbers, the largest first and null before all. */
function descending(x: number | null, y: number | null): number {
  return x === y ? 0 : x === null ? -1 : y === null ? 1 : y - x;
}

/** A few of many lists: of each the first, then of each the second and so on, so that every column is seen. */
function fairly(lists: readonly (readonly Found[])[], limit: number): Found[] {
  const taken: Found[] = [];
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  for (let k = 0; k < longest && taken.length < limit; k++) {
    for (const list of lists) if (k < list.length && taken.length < limit) taken.push(list[k] as Found);
  }
  return taken;
}
