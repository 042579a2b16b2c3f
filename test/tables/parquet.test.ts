import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import { readParquet } from "parquet-wasm/node";
import parquet from "parquetjs-lite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Row, rowsOf, tableFromRows } from "../../src/tables/arrow.ts";
import { ROWS_PER_GROUP, ROWS_PER_PAGE, toParquet } from "../../src/tables/parquet.ts";
import { fromParquet } from "../../src/tables/read-parquet.ts";
import type { TableSchema } from "../../src/tables/schema.ts";
import { everything, everythingRows, schemaOf } from "./sample.ts";

// Four readers of some 30,000 rows on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder = "";
let duckdb: DuckDBInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "candor-parquet-"));
  duckdb = await DuckDBInstance.create(":memory:", { threads: "1" });
});
afterAll(() => {
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
});

async function byDuckDB(bytes: Uint8Array, schema: TableSchema): Promise<Row[]> {
  const file = join(folder, "table.parquet");
  writeFileSync(file, bytes);
  // Its binding for Node drops a byte order mark too: take texts as bytes.
  const texts = schema.columns.filter((c) => c.type === "utf8").map((c) => c.name);
  const columns = schema.columns.map(({ name }) =>
    texts.includes(name) ? `hex(encode(${name})) AS ${name}` : name,
  );
  const connection = await duckdb.connect();
  const reader = await connection.runAndReadAll(`SELECT ${columns.join(", ")} FROM read_parquet('${file}')`);
  const rows = reader.getRowObjectsJS() as Row[];
  connection.closeSync();
  for (const row of rows) {
    for (const name of texts)
      if (row[name] !== null) row[name] = Buffer.from(`${row[name]}`, "hex").toString();
  }
  return rows;
}

async function byHyparquet(bytes: Uint8Array): Promise<Row[]> {
  const file = Uint8Array.from(bytes).buffer;
  // hyparquet's own decoder drops a byte order mark at the beginning of a text.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const rows = await parquetReadObjects({
    file,
    parsers: { stringFromBytes: (text: Uint8Array) => text && decoder.decode(text) },
  });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])),
  );
}

function byParquetWasm(bytes: Uint8Array): Row[] {
  return rowsOf(tableFromIPC(readParquet(bytes).intoIPCStream()));
}

async function expectReadBack(rows: Row[], schema: TableSchema): Promise<void> {
  const bytes = await toParquet(tableFromRows(rows, schema), schema);
  expect(await byDuckDB(bytes, schema), "DuckDB").toEqual(rows);
  expect(await byHyparquet(bytes), "hyparquet").toEqual(rows);
  expect(byParquetWasm(bytes), "parquet-wasm").toEqual(rows);
  expect(rowsOf(await fromParquet(bytes)), "candor").toEqual(rows);
}

test.each([
  ["no row", 0],
  ["one row", 1],
  ["two rows", 2],
  ["some rows", 100],
  ["a page", ROWS_PER_PAGE],
  ["a page and a row", ROWS_PER_PAGE + 1],
  ["row groups and a rest", 2 * ROWS_PER_GROUP + 77],
])("%s is read back equal by DuckDB, hyparquet, parquet-wasm and candor", async (_, length) => {
  await expectReadBack(everythingRows(length), everything);
});

test("columns keep their types, and which of them may be null", async () => {
  const bytes = await toParquet(tableFromRows([], everything), everything);
  const table = await fromParquet(bytes);
  expect(table.schema.fields.map((f) => `${f.name}: ${f.type}${f.nullable ? "?" : ""}`)).toEqual([
    "id: Int32",
    "number: Float64",
    "number_or_null: Float64?",
    "integer_or_null: Int32?",
    "text: Utf8",
    "text_or_null: Utf8?",
    "flag: Bool",
    "flag_or_null: Bool?",
    "never: Utf8?",
    "never_number: Float64?",
    "never_flag: Bool?",
    "always: Utf8?",
    "always_integer: Int32?",
  ]);
});

test("minus zero is stored as zero", async () => {
  const schema = schemaOf({ id: "integer", x: "number", y: "number?" }, ["id"]);
  const rows = [
    { id: 0, x: -0, y: -0 },
    { id: 1, x: 1, y: null },
  ];
  const bytes = await toParquet(tableFromRows(rows, schema), schema);
  const [first] = await byHyparquet(bytes);
  expect([Object.is(first?.x, 0), Object.is(first?.y, 0)]).toEqual([true, true]);
});

test("the bytes are those that appendRow writes", async () => {
  const rows = everythingRows(ROWS_PER_GROUP + ROWS_PER_PAGE + 77);
  const types = { float64: "DOUBLE", int32: "INT32", utf8: "UTF8", bool: "BOOLEAN" } as const;
  const fields = everything.columns.map(({ name, type, nullable }) => [
    name,
    { type: types[type], optional: nullable, compression: "SNAPPY", statistics: false } as const,
  ]);
  const chunks: Uint8Array[] = [];
  const writer = await parquet.ParquetWriter.openStream(
    new parquet.ParquetSchema(Object.fromEntries(fields)),
    {
      write(bytes, done) {
        chunks.push(bytes);
        done();
      },
      end: (done) => done(),
    },
    { rowGroupSize: ROWS_PER_GROUP, pageSize: ROWS_PER_PAGE, pageIndex: false },
  );
  for (const row of rows) await writer.appendRow(row);
  await writer.close();
  const bytes = await toParquet(tableFromRows(rows, everything), everything);
  expect(Buffer.compare(bytes, Buffer.concat(chunks))).toBe(0);
});

test("a table of other columns, or null where none may be, is refused", async () => {
  const schema = schemaOf({ id: "integer", x: "number" }, ["id"]);
  const loose = schemaOf({ id: "integer", x: "number?" }, ["id"]);
  await expect(toParquet(tableFromRows([], everything), schema)).rejects.toThrow(
    /^sample requires the columns id: int32, x: float64, got id: int32, number: float64/,
  );
  await expect(toParquet(tableFromRows([{ id: 1, x: null }], loose), schema)).rejects.toThrow(
    "sample requires a value in each row of column x, got null",
  );
});

test("bytes that are no Parquet file are refused in one line", async () => {
  const bytes = await toParquet(tableFromRows(everythingRows(10), everything), everything);
  for (const wrong of [new Uint8Array(0), Buffer.from("id,x\n1,2\n"), bytes.subarray(0, bytes.length - 9)]) {
    await expect(fromParquet(wrong)).rejects.toThrow(/^not a Parquet file that candor can read: .+$/);
  }
});
