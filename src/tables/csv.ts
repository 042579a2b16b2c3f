import type { Table } from "apache-arrow";
import { plainColumn } from "./arrow.ts";
import { csvCell, quotedCell } from "./csv-cell.ts";
import { type FlatColumn, flatTable } from "./flat.ts";
import { pythonRepr } from "./number-text.ts";
import type { Column, TableSchema } from "./schema.ts";

/**
 * A table as CSV (RFC 4180 with LF): a line of column names, then a line per row. Doubles at full precision as
 * Python's repr writes them, integers plain, booleans True and False, a missing value as the column's null text
 * or nothing. In a column that may be missing an empty text is `""`, so that the two stay apart.
 *
 * A text that a spreadsheet would run as a formula (it begins with = + - @, a tab, CR or LF, or with the wide
 * form of one of the four signs) gets an apostrophe in front.
 *
 * @throws TypeError when the table lacks a column of the schema
 */
export function toCsv(table: Table, schema: TableSchema): string {
  const flat = flatTable(table);
  const columns = schema.columns.map((column) => {
    const values = flat.columns.get(column.name);
    if (values === undefined) throw new TypeError(`${schema.name} requires the column ${column.name}`);
    return cellTexts(values, column);
  });
  const lines = [schema.columns.map((column) => quotedCell(column.name)).join(",")];
  for (let i = 0; i < flat.length; i++) {
    // A line without a character would be no row.
    lines.push(columns.map((cells) => cells[i]).join(",") || '""');
  }
  return `${lines.join("\n")}\n`;
}

function cellTexts(values: FlatColumn, column: Column): string[] {
  const missing = quotedCell(column.nullText ?? "");
  return Array.from(plainColumn(values), (value) => {
    if (value === null) return missing;
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "number") return values.type === "int32" ? String(value) : pythonRepr(value);
    if (value === "") return column.nullable ? '""' : "";
    return csvCell(String(value));
  });
}
