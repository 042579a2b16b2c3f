import type { Table } from "apache-arrow";
import { plainColumn } from "./arrow.ts";
import { flatTable } from "./flat.ts";
import { formatNumber } from "./number-text.ts";
import type { Column, TableSchema } from "./schema.ts";

/** One cell before it is escaped for a format. */
export type Cell =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  /** `text` is the column's null text, undefined when it has none. */
  | { readonly kind: "missing"; readonly text: string | undefined };

/** A table for people: a heading per column and the cells by row. */
export interface Display {
  readonly headings: readonly { readonly text: string; readonly isNumeric: boolean }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Digits of a double whose column says nothing: four significant ones. */
const DEFAULT_FORMAT = ".4g";

/**
 * The cells of a table as people read them: numbers by x-format (integers plain and doubles to four
 * significant digits without it), booleans True and False, units in the headings.
 *
 * @throws TypeError when the table lacks a column of the schema
 */
export function displayTable(table: Table, schema: TableSchema): Display {
  const flat = flatTable(table);
  const columns = schema.columns.map((column) => {
    const values = flat.columns.get(column.name);
    if (values === undefined) throw new TypeError(`${schema.name} requires the column ${column.name}`);
    return Array.from(plainColumn(values), (value) => cell(value, column));
  });
  return {
    headings: schema.columns.map(({ name, unit, type }) => ({
      text: unit === undefined ? name : `${name} (${unit})`,
      isNumeric: type === "float64" || type === "int32",
    })),
    rows: Array.from({ length: flat.length }, (_, i) => columns.map((cells) => cells[i] as Cell)),
  };
}

function cell(value: unknown, column: Column): Cell {
  if (value === null) return { kind: "missing", text: column.nullText };
  if (typeof value === "number") {
    const format = column.format ?? (column.type === "int32" ? "d" : DEFAULT_FORMAT);
    return { kind: "number", text: formatNumber(value, format) };
  }
  if (typeof value === "boolean") return { kind: "text", text: value ? "True" : "False" };
  return { kind: "text", text: String(value) };
}
