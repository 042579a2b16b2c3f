import type { Cell, Key, RowSample } from "../report.ts";
import { FirstFew } from "./first-few.ts";
import type { Places, SideName } from "./keys.ts";
import { ordered } from "./ordered.ts";
import { toCell, type Values, valueAt } from "./values.ts";

/** The first few rows of one table that the other lacks, filled column by column. */
export class RowSamples {
  readonly #count: number;
  readonly #rows: readonly number[];
  readonly #cells = new Map<string, readonly Cell[]>();

  constructor(places: Places, side: SideName, rows: Int32Array, limit: number) {
    this.#count = rows.length;
    this.#rows = firstByKey(places, side, rows, limit);
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Takes the cells of one more column. */
  fill(column: string, values: Values): void {
    if (!this.isEmpty)
      this.#cells.set(
        column,
        this.#rows.map((row) => toCell(valueAt(values, row))),
      );
  }

  /** Takes a key column, whose values the places hold. */
  fillKey(column: string, places: Places, side: SideName): void {
    this.#cells.set(
      column,
      this.#rows.map((row) => toCell(places.valueOf(column, side, row))),
    );
  }

  /** @param columns in the order of the table */
  result(columns: readonly string[]): RowSample {
    return {
      count: this.#count,
      sample: this.#rows.map((_, i) =>
        ordered(columns.map((column) => [column, this.#cells.get(column)?.[i] ?? null])),
      ),
    };
  }
}

/** The first different keys among rows. */
export function firstKeys(places: Places, side: SideName, rows: Int32Array, limit: number): Key[] {
  const seen = new Set<number>();
  const different = rows.filter((row) => {
    const number = places.numbers?.[side][row] as number;
    return !seen.has(number) && seen.add(number);
  });
  return firstByKey(places, side, different, limit).map((row) => places.keyOf(side, row));
}

function firstByKey(places: Places, side: SideName, rows: Int32Array, limit: number): number[] {
  const few = new FirstFew<number>(limit, (x, y) => places.compare(side, x, side, y) || x - y);
  for (const row of rows) few.offer(row);
  return few.sorted();
}
