import type { Table } from "apache-arrow";
import { plainColumn } from "./arrow.ts";
import { canonicalJson } from "./canonical.ts";
import { arrowTable, flatTable, takeRows } from "./flat.ts";

/** Map column → value of one slice. */
export type SliceValues = Readonly<Record<string, string | number>>;

/** The rows of a table that share the values of the map columns. */
export interface Slice {
  readonly values: SliceValues;
  readonly table: Table;
}

/** Canonical JSON of a slice's values, the same whatever the order of the map columns. */
export function sliceKey(values: SliceValues): string {
  return canonicalJson(values);
}

/**
 * Cuts a table into slices, one per combination of values that occurs in the map columns. Rows keep their
 * order, slices stand in the order of their first rows, and each has memory of its own.
 *
 * @param columns map columns, all of them columns of the table, of text or numbers and without missing values;
 *   with none of them the whole table is the one slice `{}`, even when it has no rows
 * @returns slice key → slice
 * @throws TypeError when a map column is absent, boolean or has a missing value
 */
export function cutTable(table: Table, columns: readonly string[]): Map<string, Slice> {
  if (columns.length === 0) return new Map([[sliceKey({}), { values: {}, table }]]);
  const flat = flatTable(table);
  // Groups are numbered column by column, so that no key text is made per row.
  let group = new Uint32Array(flat.length);
  let groups: Record<string, string | number>[] = flat.length === 0 ? [] : [{}];
  for (const name of columns) {
    const column = flat.columns.get(name);
    if (column === undefined) throw new TypeError(`cut requires the map column ${name}; the table has none`);
    if (column.type === "bool" || column.valid !== null) {
      throw new TypeError(`cut requires text or numbers without a missing value in the map column ${name}`);
    }
    const values = plainColumn(column) as ArrayLike<string | number>;
    const numbers = groups.map(() => new Map<string | number, number>());
    const next = new Uint32Array(flat.length);
    const found: Record<string, string | number>[] = [];
    for (let i = 0; i < flat.length; i++) {
      const before = group[i] as number;
      const value = values[i] as string | number;
      const known = numbers[before] as Map<string | number, number>;
      let number = known.get(value);
      if (number === undefined) {
        number = found.length;
        known.set(value, number);
        found.push({ ...groups[before], [name]: value });
      }
      next[i] = number;
    }
    group = next;
    groups = found;
  }
  const sizes = new Uint32Array(groups.length);
  for (const number of group) sizes[number] = (sizes[number] as number) + 1;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(groups.length);
  for (let i = 0; i < group.length; i++) {
    const number = group[i] as number;
    (rows[number] as Uint32Array)[filled[number] as number] = i;
    filled[number] = (filled[number] as number) + 1;
  }
  return new Map(
    groups.map((values, number) => [
      sliceKey(values),
      { values, table: arrowTable(takeRows(flat, rows[number] as Uint32Array)) },
    ]),
  );
}
