import { type Table, tableFromIPC, tableToIPC } from "apache-arrow";
import {
  arrowTable,
  type FlatColumn,
  type FlatTable,
  type FlatTexts,
  flatTable,
  tooMuchText,
} from "./flat.ts";
import type { Column, TableSchema } from "./schema.ts";

/** A row as a plain object. */
export type Row = Record<string, unknown>;

/**
 * Rows to an Arrow table with the columns of the schema, in one chunk and in the given order; −0 becomes 0.
 * The rows should have passed validateRows: what is checked here is only what would be stored wrongly.
 *
 * @throws TypeError `<table> row <n> requires …` when a value has the wrong type or a value of a column that is
 *   not nullable is missing
 */
export function tableFromRows(rows: readonly object[], schema: TableSchema): Table {
  const columns = new Map<string, FlatColumn>();
  for (const column of schema.columns) {
    const values = rows.map((row) => (row as Row)[column.name]);
    columns.set(
      column.name,
      flatFromValues(values, column, (i) => `${schema.name} row ${i + 1}`),
    );
  }
  return arrowTable({ length: rows.length, columns });
}

/**
 * One column from its values.
 *
 * @param where names row i in a message
 * @throws TypeError as tableFromRows
 */
export function flatFromValues(
  values: readonly unknown[],
  column: Pick<Column, "name" | "type" | "nullable">,
  where: (i: number) => string = (i) => `row ${i + 1}`,
): FlatColumn {
  const { name, type, nullable } = column;
  const length = values.length;
  let valid: Uint8Array | null = null;
  const refuse = (i: number, what: string): never => {
    const value = values[i];
    const got = typeof value === "number" || value == null ? String(value) : typeof value;
    throw new TypeError(`${where(i)} requires ${what} in column ${name}, got ${got}`);
  };
  /** Notes a missing value; true when there is one. */
  const missing = (i: number): boolean => {
    if (values[i] !== null && values[i] !== undefined) return false;
    if (!nullable) refuse(i, "a value");
    valid ??= new Uint8Array(length).fill(1);
    valid[i] = 0;
    return true;
  };
  if (type === "utf8") {
    let total = 0;
    const offsets = new Int32Array(length + 1);
    for (let i = 0; i < length; i++) {
      const value = values[i];
      if (typeof value === "string") total += Buffer.byteLength(value);
      else if (!missing(i)) refuse(i, "text");
      if (total > 0x7fffffff) throw new RangeError(tooMuchText(name));
      offsets[i + 1] = total;
    }
    // Its own memory, not Node's pool: the table may be transferred to another thread.
    const bytes = Buffer.from(new ArrayBuffer(total));
    for (let i = 0; i < length; i++) {
      if (offsets[i] !== offsets[i + 1]) bytes.write(values[i] as string, offsets[i]);
    }
    const plain = new Uint8Array(bytes.buffer);
    return { type, nullable, valid, offsets, bytes: plain };
  }
  if (type === "bool") {
    const flags = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      const value = values[i];
      if (typeof value === "boolean") flags[i] = value ? 1 : 0;
      else if (!missing(i)) refuse(i, "true or false");
    }
    return { type, nullable, valid, values: flags };
  }
  if (type === "int32") {
    const numbers = new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const value = values[i];
      if (typeof value === "number") {
        numbers[i] = value;
        if (numbers[i] !== value) refuse(i, "an integer of 32 bits");
      } else if (!missing(i)) refuse(i, "an integer");
    }
    return { type, nullable, valid, values: numbers };
  }
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const value = values[i];
    if (typeof value === "number") {
      if (!Number.isFinite(value)) refuse(i, "a finite number (missing is null, never NaN)");
      numbers[i] = value + 0;
    } else if (!missing(i)) refuse(i, "a number");
  }
  return { type, nullable, valid, values: numbers };
}

/**
 * Columns of a table: Float64Array or Int32Array when no number is missing, else plain arrays with null for
 * missing. Typed arrays may be views of the table: do not write to them.
 *
 * Strings are decoded here and not by Arrow, whose decoder drops a byte order mark at the beginning.
 *
 * @throws TypeError as flatTable
 */
export function columnsOf(table: Table): Record<string, ArrayLike<unknown>> {
  const out: Record<string, ArrayLike<unknown>> = {};
  for (const [name, column] of flatTable(table).columns) out[name] = plainColumn(column);
  return out;
}

/**
 * Rows of a table as plain objects, members in the order of the columns, null for missing.
 *
 * @throws TypeError as flatTable
 */
export function rowsOf(table: Table): Row[] {
  return flatRows(flatTable(table));
}

function flatRows(flat: FlatTable): Row[] {
  const rows: Row[] = Array.from({ length: flat.length }, () => ({}));
  for (const [name, column] of flat.columns) {
    const values = plainColumn(column);
    for (let i = 0; i < rows.length; i++) (rows[i] as Row)[name] = values[i];
  }
  return rows;
}

/** Values of a flat column, as columnsOf gives them. */
export function plainColumn(column: FlatColumn): ArrayLike<unknown> {
  const { valid } = column;
  switch (column.type) {
    case "utf8":
      return decoded(column);
    case "bool":
      return Array.from(column.values, (flag, i) => (valid !== null && valid[i] === 0 ? null : flag === 1));
    default:
      return valid === null
        ? column.values
        : Array.from(column.values as ArrayLike<number>, (value, i) => (valid[i] === 0 ? null : value));
  }
}

function decoded({ valid, offsets, bytes }: FlatTexts): (string | null)[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = offsets.length - 1;
  const values: (string | null)[] = new Array(length);
  let last = "";
  let lastFrom = 0;
  let lastTo = 0;
  for (let i = 0; i < length; i++) {
    if (valid !== null && valid[i] === 0) {
      values[i] = null;
      continue;
    }
    const from = offsets[i] as number;
    const to = offsets[i + 1] as number;
    // Sorted tables repeat their key columns from row to row: share the string.
    if (to - from !== lastTo - lastFrom || buffer.compare(buffer, lastFrom, lastTo, from, to) !== 0) {
      last = buffer.toString("utf8", from, to);
      lastFrom = from;
      lastTo = to;
    }
    values[i] = last;
  }
  return values;
}

/**
 * Arrow's IPC stream of a table, for another thread or process. The bytes own their memory, so they can be
 * transferred.
 */
export function tableToBytes(table: Table): Uint8Array {
  const bytes = tableToIPC(table, "stream");
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** The table of tableToBytes. */
export function tableFromBytes(bytes: Uint8Array): Table {
  return tableFromIPC(bytes);
}
