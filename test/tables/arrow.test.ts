import {
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  vectorFromArray,
} from "apache-arrow";
import { expect, test } from "vitest";
import { columnsOf, rowsOf, tableFromBytes, tableFromRows, tableToBytes } from "../../src/tables/arrow.ts";
import { everything, everythingRows, schemaOf } from "./sample.ts";

test("rows come back from a table, from its bytes, from slices and from joined chunks", () => {
  const rows = everythingRows(500);
  const table = tableFromRows(rows, everything);
  expect(rowsOf(table)).toEqual(rows);
  expect(rowsOf(tableFromBytes(tableToBytes(table)))).toEqual(rows);
  for (const [from, to] of [
    [0, 500],
    [0, 1],
    [3, 17],
    [8, 64],
    [499, 500],
    [77, 77],
  ] as const) {
    expect(rowsOf(table.slice(from, to))).toEqual(rows.slice(from, to));
    expect(rowsOf(tableFromBytes(tableToBytes(table.slice(from, to))))).toEqual(rows.slice(from, to));
  }
  const chunks = table.slice(0, 123).concat(table.slice(123, 124), table.slice(124));
  expect(chunks.batches.length).toBeGreaterThan(1);
  expect(rowsOf(chunks)).toEqual(rows);
  expect(rowsOf(chunks.slice(100, 200))).toEqual(rows.slice(100, 200));
});

test("a table without rows keeps its columns", () => {
  const table = tableFromBytes(tableToBytes(tableFromRows([], everything)));
  expect(table.schema.names).toEqual(everything.columns.map((c) => c.name));
  expect(rowsOf(table)).toEqual([]);
  expect(Object.keys(columnsOf(table))).toEqual(everything.columns.map((c) => c.name));
});

test("numbers without a gap are typed arrays, with gaps plain arrays with null", () => {
  const schema = schemaOf({ id: "integer", x: "number", y: "number?", z: "number?" }, ["id"]);
  const columns = columnsOf(
    tableFromRows(
      [
        { id: 1, x: 0.5, y: 1, z: null },
        { id: 2, x: -0, y: 2, z: 3 },
      ],
      schema,
    ),
  );
  expect(columns).toEqual({
    id: Int32Array.of(1, 2),
    x: Float64Array.of(0.5, 0),
    y: Float64Array.of(1, 2),
    z: [null, 3],
  });
});

test("a byte order mark at the beginning of a text is text", () => {
  const schema = schemaOf({ text: "string" }, ["text"]);
  expect(rowsOf(tableFromRows([{ text: "\ufeffa" }], schema))).toEqual([{ text: "\ufeffa" }]);
});

test("bytes own their memory, so that they can go to another thread", () => {
  const bytes = tableToBytes(tableFromRows(everythingRows(10), everything));
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
});

test("values under a missing row do not show, and tables of other makers are read", () => {
  const fields = [new Field("x", new Float64(), true), new Field("n", new Int32(), true)];
  const nullBitmap = Uint8Array.of(0b101);
  const children = [
    makeData({ type: new Float64(), length: 3, nullCount: 1, nullBitmap, data: Float64Array.of(-0, 9, 2) }),
    makeData({ type: new Int32(), length: 3, nullCount: 1, nullBitmap, data: Int32Array.of(1, 9, 2) }),
  ];
  const schema = new Schema(fields);
  const data = makeData({ type: new Struct(fields), length: 3, nullCount: 0, children });
  const rows = rowsOf(new Table(schema, [new RecordBatch(schema, data)]));
  expect(rows).toEqual([
    { x: 0, n: 1 },
    { x: null, n: null },
    { x: 2, n: 2 },
  ]);
  expect(Object.is(rows[0]?.x, 0)).toBe(true);
});

test("what would be stored wrongly is refused, with row and column", () => {
  const schema = schemaOf({ id: "integer", x: "number", text: "string", flag: "boolean" }, ["id"]);
  const right = { id: 1, x: 0.5, text: "a", flag: true };
  const wrong = (change: object) => () => tableFromRows([right, { ...right, ...change }], schema);
  expect(wrong({ x: null })).toThrow("sample row 2 requires a value in column x, got null");
  expect(wrong({ x: undefined })).toThrow("sample row 2 requires a value in column x, got undefined");
  expect(wrong({ x: Number.NaN })).toThrow(
    "sample row 2 requires a finite number (missing is null, never NaN) in column x, got NaN",
  );
  expect(wrong({ x: "1" })).toThrow("sample row 2 requires a number in column x, got string");
  expect(wrong({ id: 1.5 })).toThrow("sample row 2 requires an integer of 32 bits in column id, got 1.5");
  expect(wrong({ id: 2147483648 })).toThrow(
    "sample row 2 requires an integer of 32 bits in column id, got 2147483648",
  );
  expect(wrong({ text: 1 })).toThrow("sample row 2 requires text in column text, got 1");
  expect(wrong({ flag: 1 })).toThrow("sample row 2 requires true or false in column flag, got 1");
  const foreign = new Table({ big: vectorFromArray([1n], new Int64()) });
  expect(() => rowsOf(foreign)).toThrow("column big requires Float64, Int32, Utf8 or Bool, got Int64");
});
