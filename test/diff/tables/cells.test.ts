import { describe, expect, test } from "vitest";
import { textFromBytes } from "../../../src/diff/tables/text.ts";
import { difference, parquet } from "./tables.ts";

/** Differences of one column of numbers as a CSV writes them. */
async function changes(was: string, is: string, tolerance = { absolute: 0, relative: 0 }) {
  const csv = (cell: string) => `k,x\n1,${cell}\n2,0.5\n`;
  const { changed } = await difference(csv(was), csv(is), ["k"], { tolerance });
  return changed.sample.map(({ was, is, absolute, relative }) => [was, is, absolute, relative]);
}

describe("numbers that are not like others", () => {
  test.each([
    ["nan", "NaN", []],
    ["-0.0", "-0", []],
    ["1", "1.0", []],
    ["-0.0", "0.0", [[{ number: "-0" }, 0, 0, 0]]],
    ["nan", "", [[{ number: "NaN" }, null, null, null]]],
    ["nan", "1", [[{ number: "NaN" }, 1, null, null]]],
    ["inf", "-inf", [[{ number: "Infinity" }, { number: "-Infinity" }, null, null]]],
    ["1.5e308", "-1.5e308", [[1.5e308, -1.5e308, null, 2]]],
    ["0", "5e-324", [[0, 5e-324, 5e-324, 1]]],
    [
      "9007199254740993",
      "9007199254740992",
      [["9007199254740993", "9007199254740992", -1, 1 / 9007199254740992]],
    ],
  ])("%s against %s", async (was, is, expected) => {
    expect(await changes(was, is)).toEqual(expected);
  });
});

describe("tolerance", () => {
  test.each([
    ["1", "1.01", { absolute: 0.02, relative: 0 }, 0],
    ["1", "1.01", { absolute: 0.001, relative: 0 }, 1],
    ["100", "101", { absolute: 0, relative: 0.01 }, 0],
    ["100", "101", { absolute: 0.5, relative: 0.001 }, 1],
    ["-0.0", "0.0", { absolute: 0, relative: 1e-12 }, 0],
    ["nan", "1", { absolute: 1e9, relative: 2 }, 1],
    ["", "0", { absolute: 1e9, relative: 2 }, 1],
    ["inf", "1", { absolute: 1e9, relative: 2 }, 1],
  ])("%s against %s within %j leaves %i", async (was, is, tolerance, left) => {
    expect(await changes(was, is, tolerance)).toHaveLength(left);
  });

  test("what it lets pass is counted", async () => {
    const found = await difference("k,x\n1,1\n2,2\n", "k,x\n1,1.1\n2,2\n", ["k"], {
      tolerance: { absolute: 0.2, relative: 0 },
    });
    expect(found).toMatchObject({ change: "bytes", changed: { rows: 0, cells: 0, tolerated: 1 } });
  });
});

describe("columns", () => {
  const rows = [{ k: 1, x: 2, y: "t" }];

  test("moved, retyped, may be missing", async () => {
    const found = await difference(
      await parquet({ k: "integer", x: "integer", y: "string" }, rows),
      await parquet({ y: "string", k: "number", x: "number?" }, rows),
      ["k"],
    );
    expect(found.change).toBe("schema");
    expect(found.columns).toEqual([
      { column: "k", change: "retyped", was: "int32", is: "float64" },
      { column: "x", change: "retyped", was: "int32", is: "float64" },
      { column: "x", change: "nullable", was: false, is: true },
      { column: "y", change: "moved", was: 3, is: 1 },
    ]);
    expect(found.changed.cells).toBe(0);
  });

  test("a CSV against the Parquet file of the same rows", async () => {
    const found = await difference(
      "k,x,y\n1,2,t\n",
      await parquet({ k: "integer", x: "number", y: "string" }, rows),
      ["k"],
    );
    expect(found).toMatchObject({ change: "bytes", columns: [] });
  });

  test("texts that look like numbers are numbers where the other side has nothing else", async () => {
    const found = await difference("k,x\n1,0.50\n2,b\n", "k,x\n1,0.5\n2,0.7\n", ["k"]);
    expect(found.columns).toEqual([{ column: "x", change: "retyped", was: "number or text", is: "number" }]);
    expect(found.changed.sample.map(({ was, is }) => [was, is])).toEqual([["b", 0.7]]);
  });

  test("names that objects know by themselves are names", async () => {
    const found = await difference("__proto__,constructor\na,1\n", "__proto__,constructor\na,2\nb,3\n", [
      "__proto__",
    ]);
    expect(JSON.stringify(found.changed.sample[0]!.key)).toBe('{"__proto__":"a"}');
    expect(JSON.stringify(found.added.sample)).toBe('[{"__proto__":"b","constructor":3}]');
  });
});

test("with few samples every column that differs is seen", async () => {
  const csv = (x: number, y: number) =>
    `k,x,y\n${Array.from({ length: 50 }, (_, i) => `${i},${i + x},${i + y}`).join("\n")}\n`;
  const { changed } = await difference(csv(1, 1), csv(100, 2), ["k"], { samples: 4 });
  expect(changed.sample.map(({ column, key }) => `${column}${key.k}`)).toEqual(["x0", "x1", "y0", "y1"]);
  expect(changed).toMatchObject({ rows: 50, cells: 100 });
});

test("the order of rows and their number do not matter to a key", async () => {
  expect(await difference("k\n", "k\n", ["k"])).toMatchObject({ change: "bytes", rows: { a: 0, b: 0 } });
  const empty = await difference("k,x\n", "k,x\nb,1\na,2\n", ["k"], { samples: 1 });
  expect(empty.added).toEqual({ count: 2, sample: [{ k: "a", x: 2 }] });
  const other = await difference("k,x\na,1\nb,2\n", "k,x\nd,1\nc,2\n", ["k"]);
  expect([other.removed.count, other.added.count, other.changed.cells]).toEqual([2, 2, 0]);
});

test("bytes that are no UTF-8 stay apart", async () => {
  const bytes = (byte: number) => Buffer.from([...Buffer.from("k,x\n1,a"), byte, 0x0a]);
  const { changed } = await difference(bytes(0xff), bytes(0xfe), ["k"]);
  expect(changed.sample.map(({ was, is }) => [was, is])).toEqual([["a\udcff", "a\udcfe"]]);
  expect(textFromBytes(Buffer.from("ω\ufffd𝔘"))).toBe("ω\ufffd𝔘");
  expect(textFromBytes(Buffer.from([0xed, 0xb3, 0xbf]))).toBe("\udced\udcb3\udcbf");
  expect(textFromBytes(Buffer.from([0xcf, 0x89, 0xf0, 0x9f]))).toBe("ω\udcf0\udc9f");
});
