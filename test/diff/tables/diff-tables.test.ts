import { describe, expect, test } from "vitest";
import { difference, parquet } from "./tables.ts";

const SHAPE = { model: "string", bias: "number", n: "integer", ok: "boolean", score: "number?" };
const ROWS = [
  { model: "a", bias: 0, n: 1, ok: true, score: 0.5 },
  { model: "a", bias: 0.04, n: 2, ok: false, score: null },
  { model: "b", bias: 0, n: 3, ok: true, score: -1 },
  { model: "b", bias: 0.04, n: 4, ok: true, score: 1e-9 },
];
const KEY = ["model", "bias"];

test("equal rows differ in nothing, whatever their order", async () => {
  const found = await difference(await parquet(SHAPE, ROWS), await parquet(SHAPE, [...ROWS].reverse()), KEY);
  expect(found).toEqual({
    path: "t",
    change: "bytes",
    fault: null,
    key: KEY,
    keyFrom: "option",
    rows: { a: 4, b: 4 },
    columns: [],
    added: { count: 0, sample: [] },
    removed: { count: 0, sample: [] },
    changed: { rows: 0, cells: 0, tolerated: 0, byColumn: [], sample: [] },
    duplicates: { a: 0, b: 0, sample: [] },
  });
});

test("rows are added, removed and changed by their key; the largest difference comes first", async () => {
  const found = await difference(
    await parquet(SHAPE, ROWS),
    await parquet(SHAPE, [
      { model: "a", bias: 0, n: 1, ok: false, score: 0.75 },
      { model: "a", bias: 0.12, n: 2, ok: false, score: 0 },
      { model: "b", bias: 0, n: 4, ok: true, score: 1 },
      { model: "b", bias: 0.04, n: 4, ok: true, score: 1e-9 },
    ]),
    KEY,
  );
  expect(found.change).toBe("rows");
  expect(found.removed).toEqual({ count: 1, sample: [ROWS[1]] });
  expect(found.added).toEqual({
    count: 1,
    sample: [{ model: "a", bias: 0.12, n: 2, ok: false, score: 0 }],
  });
  expect(found.changed).toEqual({
    rows: 2,
    cells: 4,
    tolerated: 0,
    byColumn: [
      { column: "n", cells: 1, largestAbsolute: 1, largestRelative: 0.25 },
      { column: "ok", cells: 1, largestAbsolute: null, largestRelative: null },
      { column: "score", cells: 2, largestAbsolute: 2, largestRelative: 2 },
    ],
    sample: [
      { key: { model: "a", bias: 0 }, column: "ok", was: true, is: false, absolute: null, relative: null },
      { key: { model: "b", bias: 0 }, column: "score", was: -1, is: 1, absolute: 2, relative: 2 },
      { key: { model: "a", bias: 0 }, column: "score", was: 0.5, is: 0.75, absolute: 0.25, relative: 1 / 3 },
      { key: { model: "b", bias: 0 }, column: "n", was: 3, is: 4, absolute: 1, relative: 0.25 },
    ],
  });
});

describe("without a key on both sides", () => {
  test("rows are matched by position, and the report says so", async () => {
    const found = await difference("x,y\n1,2\n3,4\n", "x,z\n1,2\n4,4\n5,6\n", ["y"]);
    expect(found).toMatchObject({
      key: [],
      keyFrom: "position",
      added: { count: 1, sample: [{ x: 5, z: 6 }] },
      removed: { count: 0 },
      columns: [
        { column: "y", change: "removed", was: "number", is: null },
        { column: "z", change: "added", was: null, is: "number" },
      ],
    });
    expect(found.changed.sample).toEqual([
      { key: { "#": 2 }, column: "x", was: 3, is: 4, absolute: 1, relative: 0.25 },
    ]);
  });
});

test("of rows with one key the k-th is the k-th, and they are counted", async () => {
  const found = await difference("k,v\na,1\nb,2\na,3\na,4\n", "k,v\na,1\na,5\nb,2\nb,7\n", ["k"]);
  expect(found.duplicates).toEqual({ a: 2, b: 2, sample: [{ k: "a" }, { k: "b" }] });
  expect(found.removed.sample).toEqual([{ k: "a", v: 4 }]);
  expect(found.added.sample).toEqual([{ k: "b", v: 7 }]);
  expect(found.changed.sample).toEqual([
    { key: { k: "a" }, column: "v", was: 3, is: 5, absolute: 2, relative: 0.4 },
  ]);
});
