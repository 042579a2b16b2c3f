import {
  Bool,
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
import fc from "fast-check";
import { expect, test } from "vitest";
import { tableFromBytes, tableFromRows, tableToBytes } from "../../src/tables/arrow.ts";
import { joinTables } from "../../src/tables/join.ts";
import { orderTable } from "../../src/tables/order.ts";
import { rowsHash } from "../../src/tables/rows-hash.ts";
import { everything, everythingRows, jsonOf, schemaOf } from "./sample.ts";

const rows = everythingRows(60);
const table = tableFromRows(rows, everything);
const hash = rowsHash(table, everything.json);

// Computed by a second program, Python's hashlib and struct, from the description at rowsHash.
test("is pinned: another value means that every key in every store changes", () => {
  const schema = schemaOf({ id: "integer", text: "string?" }, ["id"]);
  const two = tableFromRows(
    [
      { id: 1, text: "a" },
      { id: 2, text: null },
    ],
    schema,
  );
  expect(rowsHash(two, schema.json)).toBe(
    "sha256:9ad4ffac356e63c7a0f13574388f3dfc5185b728233831d8aae350962515763b",
  );
});

test("does not depend on how the table is cut, joined, sent or rebuilt", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), 60];
      const slices = at.slice(1).map((to, i) => table.slice(at[i], to));
      const [first, ...rest] = slices;
      expect(rowsHash((first as Table).concat(...rest), everything.json)).toBe(hash);
      expect(rowsHash(tableFromBytes(tableToBytes((first as Table).concat(...rest))), everything.json)).toBe(
        hash,
      );
      const joined = joinTables(slices.reverse(), everything);
      expect(joined.kind === "ordered" && rowsHash(joined.table, everything.json)).toBe(hash);
    }),
    { numRuns: 40 },
  );
});

test("a slice hashes as the table of its rows alone", () => {
  for (const [from, to] of [
    [1, 60],
    [3, 20],
    [8, 9],
    [30, 30],
  ] as const) {
    const alone = tableFromRows(rows.slice(from, to), everything);
    expect(rowsHash(table.slice(from, to), everything.json)).toBe(rowsHash(alone, everything.json));
  }
});

test("permuting rows before the sort does not change it; without the sort it does", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      const ordered = orderTable(tableFromRows(shuffled, everything), everything);
      expect(ordered.kind === "ordered" && rowsHash(ordered.table, everything.json)).toBe(hash);
    }),
    { numRuns: 30 },
  );
  expect(rowsHash(tableFromRows([...rows].reverse(), everything), everything.json)).not.toBe(hash);
});

test("any one value changed changes it", () => {
  const others: Record<string, unknown[]> = {
    number: [0.25, 5e-324, 1e308],
    number_or_null: [null, 0, 0.25],
    integer_or_null: [null, 0, 3],
    text: ["", "x", "\u0000"],
    text_or_null: [null, "", "x"],
    flag: [true, false],
    flag_or_null: [null, false, true],
    never: ["", "x"],
    never_number: [0],
    never_flag: [false],
  };
  for (const [column, values] of Object.entries(others)) {
    for (const at of [0, 7, 8, 59]) {
      for (const value of values) {
        if (value === rows[at]?.[column]) continue;
        const changed = rows.map((row, i) => (i === at ? { ...row, [column]: value } : row));
        expect(rowsHash(tableFromRows(changed, everything), everything.json), `${column} ${at}`).not.toBe(
          hash,
        );
      }
    }
  }
});

test("bytes that move between neighbours change it: rows, and columns", () => {
  const schema = schemaOf({ a: "string", b: "string?" }, ["a"]);
  const of = (...values: [string, string | null][]) =>
    rowsHash(
      tableFromRows(
        values.map(([a, b]) => ({ a, b })),
        schema,
      ),
      schema.json,
    );
  const different = [
    of(["ab", "x"], ["c", "y"]),
    of(["a", "x"], ["bc", "y"]),
    of(["ab", "xc"], ["", "y"]),
    of(["ab", "x"], ["cx", ""]),
    of(["ab", ""], ["c", "xy"]),
    of(["ab", null], ["c", "xy"]),
    of(["ab", "xy"], ["c", null]),
    of(["ab", "xy"], ["c", ""]),
    of(["abc", "xy"]),
    of(["abc", "xy"], ["", ""]),
  ];
  expect(new Set(different).size).toBe(different.length);
});

test("the same values as another type or under another name hash otherwise", () => {
  const one = (columns: Record<string, string>) => {
    const schema = schemaOf(columns, [Object.keys(columns)[0] as string]);
    return rowsHash(tableFromRows([{ x: 1, y: 1, z: 1 }], schema), schema.json);
  };
  const hashes = [
    one({ x: "integer" }),
    one({ x: "number" }),
    one({ y: "number" }),
    one({ x: "number", y: "number" }),
    one({ x: "number", y: "number?" }),
    one({ x: "number", z: "number" }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("−0 is 0, and bits behind the last row are nothing", () => {
  const schema = schemaOf({ x: "number" }, ["x"]);
  const of = (x: number) => rowsHash(tableFromRows([{ x }], schema), schema.json);
  expect(of(-0)).toBe(of(0));
  const flags = schemaOf({ flag: "boolean" }, ["flag"]);
  const field = new Field("flag", new Bool(), false);
  const foreign = (bits: number) => {
    const data = makeData({ type: new Bool(), length: 2, nullCount: 0, data: Uint8Array.of(bits) });
    const struct = makeData({ type: new Struct([field]), length: 2, nullCount: 0, children: [data] });
    const arrow = new Schema([field]);
    return rowsHash(new Table(arrow, [new RecordBatch(arrow, struct)]), flags.json);
  };
  expect(foreign(0b10)).toBe(foreign(0b11111110));
});

test("what lies under a missing value is nothing", () => {
  const schema = schemaOf({ id: "integer", x: "number?", n: "integer?", t: "string?" }, ["id"]);
  const nullBitmap = Uint8Array.of(0b01);
  const length = 2;
  const nulls = { length, nullCount: 1, nullBitmap };
  const children = [
    makeData({ type: new Int32(), length, nullCount: 0, data: Int32Array.of(1, 2) }),
    makeData({ type: new Float64(), ...nulls, data: Float64Array.of(0.5, 9) }),
    makeData({ type: new Int32(), ...nulls, data: Int32Array.of(3, 9) }),
    makeData({ type: new Utf8(), ...nulls, valueOffsets: Int32Array.of(0, 1, 4), data: Buffer.from("abcd") }),
  ];
  const fields = schema.columns.map((c, i) => new Field(c.name, children[i]?.type as DataType, c.nullable));
  const arrow = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  const plain = [
    { id: 1, x: 0.5, n: 3, t: "a" },
    { id: 2, x: null, n: null, t: null },
  ];
  expect(rowsHash(new Table(arrow, [new RecordBatch(arrow, struct)]), schema.json)).toBe(
    rowsHash(tableFromRows(plain, schema), schema.json),
  );
});

test("descriptions, units and display do not change it; types, ranges and the order of an enum do", () => {
  const json = (column: object, more: object = {}) => ({
    ...jsonOf({ x: { type: "number", description: "X", ...column } }, ["x"]),
    ...more,
  });
  const one = (schema: object) =>
    rowsHash(tableFromRows([{ x: 1 }], schemaOf({ x: "number" }, ["x"])), schema);
  const plain = one(json({}));
  expect(one(json({ description: "Y", "x-unit": "m", "x-format": ".2f", title: "x", examples: [1] }))).toBe(
    plain,
  );
  expect(one(json({}, { title: "OtherRow", description: "Other", $id: "other" }))).toBe(plain);
  const others = [
    json({ minimum: 0 }),
    json({ maximum: 9 }),
    json({ enum: [1, 2] }),
    json({ enum: [2, 1] }),
  ].map(one);
  expect(new Set([plain, ...others]).size).toBe(5);
});

test("a table of other columns is refused", () => {
  expect(() => rowsHash(table, schemaOf({ x: "number" }, ["x"]).json)).toThrow(
    /^rowsHash requires the columns x: float64, got id: int32/,
  );
});
