import type { Table } from "apache-arrow";
import parquet from "parquetjs-lite";
import { plainColumn } from "./arrow.ts";
import { type FlatColumn, type FlatTable, flatTable, takeRows } from "./flat.ts";
import type { TableSchema } from "./schema.ts";

export { fromParquet } from "./read-parquet.ts";

/** Rows per row group and per page. Constants: the bytes of a file depend on its rows alone. */
export const ROWS_PER_GROUP = 16384;
export const ROWS_PER_PAGE = 4096;

const PARQUET_TYPES = { float64: "DOUBLE", int32: "INT32", utf8: "UTF8", bool: "BOOLEAN" } as const;

/**
 * A table as a Parquet file: Snappy, plain encoding, no statistics (the writer compares text by UTF-16, which
 * is not Parquet's order), no page index, nullable columns OPTIONAL. Same rows, same bytes.
 *
 * The writer buffers a page as plain arrays of values and levels, which it fills row by row; here the arrays
 * are filled by column, all rows of a page but the last, and the last one is appended, which makes the writer
 * close page and row group as ever. The bytes are those of appendRow for every row, some seven times faster.
 *
 * @param table columns as in the schema, rows in the order of the key
 * @throws TypeError when the table has other columns than the schema, or null where the schema allows none
 */
export async function toParquet(table: Table, schema: TableSchema): Promise<Uint8Array> {
  const flat = flatTable(table);
  checkColumns(flat, schema);
  const fields = schema.columns.map(({ name, type, nullable }) => [
    name,
    { type: PARQUET_TYPES[type], optional: nullable, compression: "SNAPPY", statistics: false } as const,
  ]);
  const chunks: Uint8Array[] = [];
  const sink = {
    write(bytes: Uint8Array, done: () => void): void {
      chunks.push(bytes);
      done();
    },
    end(done: () => void): void {
      done();
    },
  };
  const options = { rowGroupSize: ROWS_PER_GROUP, pageSize: ROWS_PER_PAGE, pageIndex: false };
  const writer = await parquet.ParquetWriter.openStream(
    new parquet.ParquetSchema(Object.fromEntries(fields)),
    sink,
    options,
  );
  for (let from = 0; from < flat.length; from += ROWS_PER_PAGE) {
    const to = Math.min(from + ROWS_PER_PAGE, flat.length);
    const last = to - 1;
    fillRowBuffer(writer, flat, from, last);
    await writer.appendRow(rowAt(flat, last));
  }
  await writer.close();
  return Buffer.concat(chunks);
}

function checkColumns(flat: FlatTable, schema: TableSchema): void {
  const wanted = schema.columns.map((column) => `${column.name}: ${column.type}`).join(", ");
  const got = Array.from(flat.columns, ([name, column]) => `${name}: ${column.type}`).join(", ");
  if (got !== wanted) throw new TypeError(`${schema.name} requires the columns ${wanted}, got ${got}`);
  for (const { name, nullable } of schema.columns) {
    const column = flat.columns.get(name) as FlatColumn;
    if (!nullable && column.valid?.includes(0) === true) {
      throw new TypeError(`${schema.name} requires a value in each row of column ${name}, got null`);
    }
  }
}

type Writer = Awaited<ReturnType<typeof parquet.ParquetWriter.openStream>>;

/** Puts rows from…to (exclusive) of every column where appendRow would put them. */
function fillRowBuffer(writer: Writer, flat: FlatTable, from: number, to: number): void {
  if (to === from) return;
  if (writer.rowBuffer.columnData === undefined) {
    writer.rowBuffer = { rowCount: 0, pageRowCount: 0, columnData: {}, pages: {} };
    for (const name of flat.columns.keys()) writer.rowBuffer.pages[name] = [];
  }
  const buffer = writer.rowBuffer as Exclude<Writer["rowBuffer"], Record<string, never>>;
  buffer.rowCount += to - from;
  buffer.pageRowCount += to - from;
  for (const [name, column] of flat.columns) {
    const count = to - from;
    buffer.columnData[name] = {
      values: pageValues(column, from, to),
      dlevels: definitionLevels(column, from, to),
      rlevels: new Array(count).fill(0),
      distinct_values: new Set(),
      count,
    };
  }
}

/** Values that are there; text as the bytes that it already is. */
function pageValues(column: FlatColumn, from: number, to: number): unknown[] {
  const { valid } = column;
  const values: unknown[] = [];
  if (column.type === "utf8") {
    const { offsets, bytes } = column;
    for (let i = from; i < to; i++) {
      if (valid === null || valid[i] === 1) values.push(bytes.subarray(offsets[i], offsets[i + 1]));
    }
    return values;
  }
  for (let i = from; i < to; i++) {
    if (valid === null || valid[i] === 1) values.push(column.values[i]);
  }
  return values;
}

function definitionLevels(column: FlatColumn, from: number, to: number): number[] {
  if (!column.nullable) return new Array(to - from).fill(0);
  return column.valid === null ? new Array(to - from).fill(1) : Array.from(column.valid.subarray(from, to));
}

function rowAt(flat: FlatTable, row: number): Record<string, unknown> {
  const one = takeRows(flat, Uint32Array.of(row));
  return Object.fromEntries(Array.from(one.columns, ([name, column]) => [name, plainColumn(column)[0]]));
}
