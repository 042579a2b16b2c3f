import {
  Bool,
  type Data,
  type DataType,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
} from "apache-arrow";
import type { ColumnType } from "./schema.ts";

/**
 * A column in one piece and in one form: whatever the chunks, offsets and padding of the Arrow table it came
 * from, equal values give equal arrays. A missing value is 0, false or no bytes, and −0 is 0. Arrays may be
 * shared with the table: never write to them.
 */
export type FlatColumn = FlatNumbers | FlatIntegers | FlatBooleans | FlatTexts;

interface FlatBase {
  readonly nullable: boolean;
  /** One byte per row, 1 where there is a value; null when no value is missing. */
  readonly valid: Uint8Array | null;
}
export interface FlatNumbers extends FlatBase {
  readonly type: "float64";
  readonly values: Float64Array;
}
export interface FlatIntegers extends FlatBase {
  readonly type: "int32";
  readonly values: Int32Array;
}
export interface FlatBooleans extends FlatBase {
  readonly type: "bool";
  /** One byte per row, 0 or 1. */
  readonly values: Uint8Array;
}
export interface FlatTexts extends FlatBase {
  readonly type: "utf8";
  /** Row i is bytes offsets[i] … offsets[i+1]; the first offset is 0. */
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Columns of one length by name, in the order of the table. */
export interface FlatTable {
  readonly length: number;
  readonly columns: ReadonlyMap<string, FlatColumn>;
}

/** Most bytes of text in one column: what 32-bit offsets reach. */
const MAX_TEXT_BYTES = 0x7fffffff;

/**
 * Flattens a table.
 *
 * @throws TypeError when a column is none of Float64, Int32, Bool and Utf8
 * @throws RangeError when the texts of one column exceed 2 GiB
 */
export function flatTable(table: Table): FlatTable {
  const columns = new Map<string, FlatColumn>();
  table.schema.fields.forEach((field, i) => {
    const chunks = (table.getChildAt(i)?.data ?? []) as readonly Data[];
    columns.set(field.name, flatColumn(field, chunks, table.numRows));
  });
  return { length: table.numRows, columns };
}

/** Arrow's name of a type → type of a column. By name: another copy of the library has other classes. */
const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  Float64: "float64",
  Int32: "int32",
  Utf8: "utf8",
  Bool: "bool",
};

/** The type of a column that an Arrow type makes; undefined when tables do not hold it. */
export function columnType(type: DataType): ColumnType | undefined {
  return COLUMN_TYPES[String(type)];
}

function flatColumn(field: Field, chunks: readonly Data[], length: number): FlatColumn {
  const type = columnType(field.type);
  const nullable = field.nullable;
  const valid = validity(chunks, length);
  switch (type) {
    case "float64":
      return { type, nullable, valid, values: numbers(chunks, length, valid) };
    case "int32":
      return { type, nullable, valid, values: integers(chunks, length, valid) };
    case "bool":
      return { type, nullable, valid, values: booleans(chunks, length, valid) };
    case "utf8":
      return { type, nullable, valid, ...texts(field.name, chunks, length, valid) };
    case undefined:
      throw new TypeError(
        `column ${field.name} requires Float64, Int32, Utf8 or Bool, got ${String(field.type)}`,
      );
  }
}

function validity(chunks: readonly Data[], length: number): Uint8Array | null {
  if (chunks.every((chunk) => chunk.nullCount === 0)) return null;
  const valid = new Uint8Array(length).fill(1);
  let at = 0;
  for (const { nullCount, nullBitmap, offset, length: rows } of chunks) {
    if (nullCount > 0 && nullBitmap !== undefined) {
      for (let i = 0; i < rows; i++) {
        const bit = offset + i;
        valid[at + i] = ((nullBitmap[bit >> 3] ?? 0) >> (bit & 7)) & 1;
      }
    }
    at += rows;
  }
  return valid;
}

function numbers(chunks: readonly Data[], length: number, valid: Uint8Array | null): Float64Array {
  const only = chunks.length === 1 ? (chunks[0] as Data<Float64>).values.subarray(0, length) : undefined;
  if (only !== undefined && isNormal(only, valid)) return only;
  const values = new Float64Array(length);
  let at = 0;
  for (const chunk of chunks) {
    values.set((chunk.values as Float64Array).subarray(0, chunk.length), at);
    at += chunk.length;
  }
  // x + 0 turns −0 into 0 and leaves every other value alone.
  for (let i = 0; i < length; i++)
    values[i] = valid === null || valid[i] === 1 ? (values[i] as number) + 0 : 0;
  return values;
}

function isNormal(values: Float64Array, valid: Uint8Array | null): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value === 0 ? 1 / value < 0 : valid !== null && valid[i] === 0) return false;
  }
  return true;
}

function integers(chunks: readonly Data[], length: number, valid: Uint8Array | null): Int32Array {
  const only = chunks.length === 1 ? (chunks[0] as Data<Int32>).values.subarray(0, length) : undefined;
  if (only !== undefined && valid === null) return only;
  const values = new Int32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    values.set((chunk.values as Int32Array).subarray(0, chunk.length), at);
    at += chunk.length;
  }
  if (valid !== null) for (let i = 0; i < length; i++) if (valid[i] === 0) values[i] = 0;
  return values;
}

function booleans(chunks: readonly Data[], length: number, valid: Uint8Array | null): Uint8Array {
  const values = new Uint8Array(length);
  let at = 0;
  for (const { values: bits, offset, length: rows } of chunks as readonly Data<Bool>[]) {
    for (let i = 0; i < rows; i++) {
      const bit = offset + i;
      values[at + i] = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1;
    }
    at += rows;
  }
  if (valid !== null) for (let i = 0; i < length; i++) if (valid[i] === 0) values[i] = 0;
  return values;
}

function texts(
  name: string,
  chunks: readonly Data[],
  length: number,
  valid: Uint8Array | null,
): { offsets: Int32Array; bytes: Uint8Array } {
  const only = chunks.length === 1 ? (chunks[0] as Data<Utf8>) : undefined;
  if (only !== undefined && valid === null && only.valueOffsets[0] === 0) {
    const offsets = only.valueOffsets.subarray(0, length + 1);
    return { offsets, bytes: only.values.subarray(0, offsets[length] ?? 0) };
  }
  const offsets = new Int32Array(length + 1);
  let total = 0;
  let row = 0;
  for (const { valueOffsets, length: rows } of chunks as readonly Data<Utf8>[]) {
    for (let i = 0; i < rows; i++, row++) {
      if (valid === null || valid[row] === 1) total += (valueOffsets[i + 1] ?? 0) - (valueOffsets[i] ?? 0);
      if (total > MAX_TEXT_BYTES) throw new RangeError(tooMuchText(name));
      offsets[row + 1] = total;
    }
  }
  const bytes = new Uint8Array(total);
  row = 0;
  for (const { valueOffsets, values, length: rows } of chunks as readonly Data<Utf8>[]) {
    const end = row + rows;
    if (valid === null) {
      bytes.set(values.subarray(valueOffsets[0], valueOffsets[rows]), offsets[row]);
    } else {
      for (let i = 0; i < rows; i++) {
        if (valid[row + i] === 1)
          bytes.set(values.subarray(valueOffsets[i], valueOffsets[i + 1]), offsets[row + i]);
      }
    }
    row = end;
  }
  return { offsets, bytes };
}

/** Message for a column with more text than offsets reach. */
export function tooMuchText(name: string): string {
  return `column ${name} requires at most 2 GiB of text; cut the table`;
}

/**
 * The Arrow table of flat columns: one chunk, no copies of numbers and texts.
 */
export function arrowTable(flat: FlatTable): Table {
  const fields: Field[] = [];
  const children: Data[] = [];
  for (const [name, column] of flat.columns) {
    const data = arrowData(column, flat.length);
    fields.push(new Field(name, data.type, column.nullable));
    children.push(data);
  }
  const schema = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length: flat.length, nullCount: 0, children });
  return new Table(schema, [new RecordBatch(schema, struct)]);
}

function arrowData(column: FlatColumn, length: number): Data {
  const { valid } = column;
  let nullCount = 0;
  if (valid !== null) for (let i = 0; i < length; i++) if (valid[i] === 0) nullCount++;
  const nulls =
    valid === null || nullCount === 0 ? { nullCount: 0 } : { nullCount, nullBitmap: bitmap(valid) };
  switch (column.type) {
    case "float64":
      return makeData({ type: new Float64(), length, ...nulls, data: column.values });
    case "int32":
      return makeData({ type: new Int32(), length, ...nulls, data: column.values });
    case "bool":
      return makeData({ type: new Bool(), length, ...nulls, data: bitmap(column.values) });
    case "utf8":
      return makeData({
        type: new Utf8(),
        length,
        ...nulls,
        valueOffsets: column.offsets,
        data: column.bytes,
      });
  }
}

/** Bits of 0/1 bytes, lowest bit first, in a whole number of 8 bytes. */
function bitmap(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(((flags.length + 63) >> 6) << 3);
  for (let i = 0; i < flags.length; i++)
    if (flags[i] === 1) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  return bits;
}

/**
 * Rows of a flat table by index, in the order of the indices.
 *
 * @param rows row numbers, each within the table
 */
export function takeRows(flat: FlatTable, rows: Uint32Array): FlatTable {
  const columns = new Map<string, FlatColumn>();
  for (const [name, column] of flat.columns) columns.set(name, takeColumn(column, rows));
  return { length: rows.length, columns };
}

function takeColumn(column: FlatColumn, rows: Uint32Array): FlatColumn {
  const valid = column.valid === null ? null : gather(column.valid, new Uint8Array(rows.length), rows);
  switch (column.type) {
    case "float64":
      return { ...column, valid, values: gather(column.values, new Float64Array(rows.length), rows) };
    case "int32":
      return { ...column, valid, values: gather(column.values, new Int32Array(rows.length), rows) };
    case "bool":
      return { ...column, valid, values: gather(column.values, new Uint8Array(rows.length), rows) };
    case "utf8": {
      const offsets = new Int32Array(rows.length + 1);
      let total = 0;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        total += (column.offsets[row + 1] as number) - (column.offsets[row] as number);
        offsets[i + 1] = total;
      }
      const bytes = new Uint8Array(total);
      // Neighbours that stay neighbours are copied together.
      for (let i = 0; i < rows.length; ) {
        let end = i + 1;
        while (end < rows.length && rows[end] === (rows[end - 1] as number) + 1) end++;
        const from = column.offsets[rows[i] as number];
        const to = column.offsets[(rows[end - 1] as number) + 1];
        bytes.set(column.bytes.subarray(from, to), offsets[i]);
        i = end;
      }
      return { ...column, valid, offsets, bytes };
    }
  }
}

function gather<A extends Float64Array | Int32Array | Uint8Array>(from: A, to: A, rows: Uint32Array): A {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i] as number] as number;
  return to;
}
