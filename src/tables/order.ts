import type { Table } from "apache-arrow";
import { plainColumn } from "./arrow.ts";
import { arrowTable, type FlatColumn, type FlatTable, flatTable, takeRows } from "./flat.ts";
import type { Column, TableSchema } from "./schema.ts";
import { shown } from "./untrusted.ts";

/** A table in the order of its key, or why it has none. */
export type Ordered =
  | { readonly kind: "ordered"; readonly table: Table }
  | {
      readonly kind: "duplicate-key";
      /** Key columns and their values, as two rows have them. */
      readonly key: Readonly<Record<string, unknown>>;
      readonly message: string;
    };

/**
 * Sorts a table by its schema's key: text in the order of its UTF-8 bytes, an enum column in the order of its
 * enum (what the enum does not list comes last), numbers by value, false before true. A table that is in order
 * already is given back as it is.
 *
 * @throws TypeError when the table lacks a key column
 */
export function orderTable(table: Table, schema: TableSchema): Ordered {
  const flat = flatTable(table);
  const ranks = schema.key.map((name) => {
    const values = flat.columns.get(name);
    const column = schema.columns.find((c) => c.name === name);
    if (values === undefined || column === undefined) {
      throw new TypeError(`${schema.name} requires its key column ${name}; the table has none`);
    }
    return ranksOf(values, column);
  });
  const compare = (a: number, b: number): number => {
    for (const rank of ranks) {
      const difference = (rank[a] as number) - (rank[b] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  let inOrder = true;
  for (let i = 1; i < flat.length && inOrder; i++) inOrder = compare(i - 1, i) < 0;
  if (inOrder) return { kind: "ordered", table };
  const rows = Uint32Array.from({ length: flat.length }, (_, i) => i).sort(compare);
  for (let i = 1; i < rows.length; i++) {
    if (compare(rows[i - 1] as number, rows[i] as number) === 0)
      return duplicate(flat, rows[i] as number, schema);
  }
  return { kind: "ordered", table: arrowTable(takeRows(flat, rows)) };
}

function duplicate(flat: FlatTable, row: number, schema: TableSchema): Ordered {
  const key: Record<string, unknown> = {};
  const one = takeRows(flat, Uint32Array.of(row));
  for (const name of schema.key) key[name] = plainColumn(one.columns.get(name) as FlatColumn)[0];
  const text = schema.key.map((name) => `${name}=${shown(key[name])}`).join(", ");
  return {
    kind: "duplicate-key",
    key,
    message: `${schema.name} requires one row per key, got two rows or more with ${text}`,
  };
}

/** Numbers that compare as the values of a column do. */
function ranksOf(values: FlatColumn, column: Column): ArrayLike<number> {
  if (column.enum !== undefined) {
    const place = new Map<unknown, number>(column.enum.map((value, i) => [value, i]));
    const { enum: _listed, ...plain } = column;
    const outside = ranksOf(values, plain);
    const listed = column.enum.length;
    return Float64Array.from(
      plainColumn(values),
      (value, i) => place.get(value) ?? listed + (outside[i] as number),
    );
  }
  if (values.type !== "utf8") return values.values;
  const texts = plainColumn(values) as ArrayLike<string>;
  const places = new Map<string, number>();
  for (let i = 0; i < texts.length; i++) places.set(texts[i] as string, 0);
  const distinct = Array.from(places.keys(), (text) => ({ text, bytes: Buffer.from(text) }));
  distinct.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const [place, { text }] of distinct.entries()) places.set(text, place);
  return Float64Array.from(texts, (text) => places.get(text) as number);
}
