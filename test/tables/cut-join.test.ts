import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsOf, tableFromRows } from "../../src/tables/arrow.ts";
import { cutTable, sliceKey } from "../../src/tables/cut.ts";
import { joinTables } from "../../src/tables/join.ts";
import { schemaOf } from "./sample.ts";

const schema = schemaOf({ model: "string", bias: "number", id: "integer", note: "string?" }, [
  "model",
  "bias",
  "id",
]);
const rows = ["a", "b"].flatMap((model) =>
  [0, 0.01, 0.5].flatMap((bias) =>
    [1, 2, 3].map((id) => ({ model, bias, id, note: id === 2 ? null : `${model}${id}` })),
  ),
);
const table = tableFromRows(rows, schema);

test("a slice holds the rows of its values, in their order", () => {
  const slices = cutTable(table, ["bias", "model"]);
  expect([...slices.keys()].slice(0, 3)).toEqual([
    '{"bias":0,"model":"a"}',
    '{"bias":0.01,"model":"a"}',
    '{"bias":0.5,"model":"a"}',
  ]);
  for (const [key, slice] of slices) {
    expect(sliceKey(slice.values)).toBe(key);
    expect(rowsOf(slice.table)).toEqual(
      rows.filter((row) => row.model === slice.values.model && row.bias === slice.values.bias),
    );
  }
  expect(slices.size).toBe(6);
});

test("the key does not depend on the order of the map columns", () => {
  expect([...cutTable(table, ["model", "bias"]).keys()].sort()).toEqual(
    [...cutTable(table, ["bias", "model"]).keys()].sort(),
  );
});

test("no map column gives one slice, no row none", () => {
  expect([...cutTable(table, []).values()]).toEqual([{ values: {}, table }]);
  const empty = tableFromRows([], schema);
  expect([...cutTable(empty, []).keys()]).toEqual(["{}"]);
  expect(cutTable(empty, ["model"]).size).toBe(0);
});

test("a column that cannot tell slices apart is refused", () => {
  expect(() => cutTable(table, ["modle"])).toThrow("cut requires the map column modle; the table has none");
  expect(() => cutTable(table, ["note"])).toThrow("without a missing value in the map column note");
});

test("slices joined in any order are the table again", () => {
  const slices = [...cutTable(table, ["bias", "model"]).values()].map((slice) => slice.table);
  fc.assert(
    fc.property(fc.shuffledSubarray(slices, { minLength: slices.length }), (shuffled) => {
      const joined = joinTables([tableFromRows([], schema), ...shuffled], schema);
      if (joined.kind !== "ordered") throw new Error(joined.message);
      expect(rowsOf(joined.table)).toEqual(rows);
      expect(joined.table.batches.length).toBe(1);
    }),
  );
});

test("slices that are in order already come out in one chunk too", () => {
  const joined = joinTables([table.slice(0, 5), table.slice(5)], schema);
  expect(joined.kind === "ordered" && joined.table.batches.length).toBe(1);
  expect(joined.kind === "ordered" && rowsOf(joined.table)).toEqual(rows);
});

test("a join of nothing has the columns and no row", () => {
  const joined = joinTables([], schema);
  expect(joined.kind === "ordered" && joined.table.schema.names).toEqual(["model", "bias", "id", "note"]);
});

test("a row that two slices hold, and a table of other columns, are named", () => {
  expect(joinTables([table, table.slice(4, 5)], schema)).toMatchObject({
    kind: "duplicate-key",
    key: { model: "a", bias: 0.01, id: 2 },
  });
  const other = schemaOf({ model: "string" }, ["model"]);
  expect(() => joinTables([tableFromRows([{ model: "a" }], other)], schema)).toThrow(
    "join requires the columns model: Utf8, bias: Float64, id: Int32, note: Utf8 of sample, got model: Utf8",
  );
});
