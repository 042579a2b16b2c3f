import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsOf, tableFromRows } from "../../src/tables/arrow.ts";
import { orderTable } from "../../src/tables/order.ts";
import { schemaOf } from "./sample.ts";

/** Well-formed text with many characters where UTF-16 order and byte order differ. */
const text = fc.string({
  unit: fc.constantFrom("a", "b", "\u0000", "é", "\uffee", "\ue000", "😀", "𐀀", "\ud7ff"),
  maxLength: 4,
});

function sorted(rows: Record<string, unknown>[], schema: ReturnType<typeof schemaOf>): unknown[] {
  const ordered = orderTable(tableFromRows(rows, schema), schema);
  if (ordered.kind !== "ordered") throw new Error(ordered.message);
  return rowsOf(ordered.table);
}

test("text sorts by its UTF-8 bytes", () => {
  const schema = schemaOf({ name: "string", at: "integer" }, ["name"]);
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 30 }), (names) => {
      const rows = names.map((name, at) => ({ name, at }));
      const expected = [...rows].sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
      expect(sorted(rows, schema)).toEqual(expected);
    }),
  );
});

test("U+FFEE sorts before an emoji, which UTF-16 would put first", () => {
  const schema = schemaOf({ name: "string" }, ["name"]);
  expect(sorted([{ name: "😀" }, { name: "\uffee" }], schema)).toEqual([{ name: "\uffee" }, { name: "😀" }]);
});

test("keys compare column by column: enum by its list, numbers by value, then the next", () => {
  const schema = schemaOf(
    {
      size: { type: "string", description: "Size", enum: ["small", "large", "huge"] },
      x: "number",
      flag: "boolean",
      n: "integer",
      note: "string?",
    },
    ["size", "x", "flag", "n"],
  );
  const expected = [
    { size: "small", x: -10, flag: true, n: 0, note: null },
    { size: "small", x: -9.5, flag: false, n: 0, note: "a" },
    { size: "small", x: 2, flag: false, n: 9, note: "" },
    { size: "small", x: 2, flag: true, n: -1, note: null },
    { size: "small", x: 2, flag: true, n: 10, note: "zz" },
    { size: "large", x: 0, flag: false, n: 0, note: null },
    { size: "huge", x: -1e300, flag: false, n: 0, note: "b" },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(expected, { minLength: expected.length }), (rows) => {
      expect(sorted(rows, schema)).toEqual(expected);
    }),
  );
});

test("a table in order is given back itself", () => {
  const schema = schemaOf({ id: "integer" }, ["id"]);
  const table = tableFromRows([{ id: 1 }, { id: 2 }], schema);
  expect(orderTable(table, schema)).toEqual({ kind: "ordered", table });
  expect((orderTable(table, schema) as { table: unknown }).table).toBe(table);
});

test.each([
  ["neighbours", [1, 2, 2, 3]],
  ["apart", [2, 1, 3, 2]],
])("a key that two rows share (%s) is named with its values", (_, ids) => {
  const schema = schemaOf({ name: "string", id: "integer" }, ["name", "id"]);
  const rows = ids.map((id) => ({ name: "a\nb", id }));
  expect(orderTable(tableFromRows(rows, schema), schema)).toEqual({
    kind: "duplicate-key",
    key: { name: "a\nb", id: 2 },
    message: 'sample requires one row per key, got two rows or more with name="a\\nb", id=2',
  });
});

test("0 and −0 are one key", () => {
  const schema = schemaOf({ x: "number" }, ["x"]);
  expect(orderTable(tableFromRows([{ x: 0 }, { x: -0 }], schema), schema).kind).toBe("duplicate-key");
});
