import { describe, expect, test } from "vitest";
import { readTable } from "../../../src/diff/tables/read-table.ts";
import { difference } from "./tables.ts";

describe("a missing value in a CSV of one column", () => {
  test("is a row, not an empty line", async () => {
    const found = await difference("v\n1\n\n2\n", "v\n1\n2\n", []);
    expect(found).toMatchObject({ change: "rows", rows: { a: 3, b: 2 } });
    expect(found.removed.sample).toEqual([{ v: 2 }]);
    expect(found.changed.sample.map(({ was, is }) => [was, is])).toEqual([[null, 2]]);
  });

  test.each([
    ["v\n\n", 1],
    ["v\n", 0],
    ["v", 0],
    ["v\r\n\r\n\r\n", 2],
    ["\n\nv\n1\n\n", 2],
    ['v\n""\n', 1],
  ])("%j has %i rows", async (csv, rows) => {
    expect(await difference(csv, csv, [])).toMatchObject({ rows: { a: rows, b: rows } });
  });
});

describe("one cell that is no number", () => {
  const csv = (...cells: string[]) => `k,x\n${cells.map((cell, i) => `${i},${cell}`).join("\n")}\n`;
  const cells = async (a: string, b: string, tolerance = { absolute: 0, relative: 0 }) => {
    const found = await difference(a, b, ["k"], { tolerance });
    return [found.columns, found.changed.sample.map(({ was, is, absolute }) => [was, is, absolute])];
  };

  test("is a text among numbers, and the column is retyped once", async () => {
    expect(await cells(csv("1", "2.50", "3"), csv("1.5", "2.5", "n/a"))).toEqual([
      [{ column: "x", change: "retyped", was: "number", is: "number or text" }],
      [
        [3, "n/a", null],
        [1, 1.5, 0.5],
      ],
    ]);
  });

  test("leaves the tolerance to the others", async () => {
    const found = await difference(csv("1", "2", "3"), csv("1.0001", "2", "n/a"), ["k"], {
      tolerance: { absolute: 0.01, relative: 0 },
    });
    expect(found.changed).toMatchObject({ cells: 1, tolerated: 1 });
  });

  test("on both sides retypes nothing", async () => {
    expect(await cells(csv("1", "2", "n/a"), csv("1", "2.5", "n/a"))).toEqual([[], [[2, 2.5, 0.5]]]);
  });

  test("may be most of one side", async () => {
    expect(await cells(csv("1", "2", "3"), csv("a", "b", "3.5"))).toEqual([
      [{ column: "x", change: "retyped", was: "number", is: "text" }],
      [
        [1, "a", null],
        [2, "b", null],
        [3, 3.5, 0.5],
      ],
    ]);
  });

  test("among true and false is told in the same way", async () => {
    expect(await cells(csv("true", "false", "true"), csv("True", "False", "n/a"))).toEqual([
      [{ column: "x", change: "retyped", was: "bool", is: "text" }],
      [[true, "n/a", null]],
    ]);
  });

  test("numbers with leading zeros are names, and stay texts on both sides", async () => {
    expect(await cells(csv("007", "1", "2"), csv("007", "1.0", "2"))).toEqual([[], [["1", "1.0", null]]]);
  });

  test("large integers among texts have a distance", async () => {
    expect(await cells(csv("9007199254740993", "1", "n/a"), csv("9007199254740995", "1", "n/a"))).toEqual([
      [],
      [["9007199254740993", "9007199254740995", 2]],
    ]);
  });
});

test("digits beyond those of a double count", async () => {
  const found = await difference(
    "k,x\n1,0.12345678901234567890\n2,0.10\n3,0.1\n",
    "k,x\n1,0.12345678901234567899\n2,0.1\n3,0.10000000000000000555\n",
    ["k"],
  );
  // A double stands for every decimal that rounds to it.
  expect(found.changed.sample).toEqual([
    {
      key: { k: 1 },
      column: "x",
      was: "0.1234567890123456789",
      is: "0.12345678901234567899",
      absolute: 9e-20,
      relative: expect.closeTo(7.29e-19, 20),
    },
  ]);
});

test.each([
  ["1.2345678901234567890e-99999999999", "0"],
  [`0.${"1".repeat(100_000)}`, `0.${"1".repeat(99_999)}2`],
  ["1.2345678901234567890e5", "123456.78901234567891"],
])("a number of any length is read soon (%#)", async (a, b) => {
  expect((await difference(`x\n${a}\n`, `x\n${b}\n`, [])).fault).toBeNull();
});

describe("a CSV that is no UTF-8 but UTF-16", () => {
  const text = "k,x\n1,a\n";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  test.each([
    ["with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ["with a mark, the large half first", Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ["without a mark", little],
    ["without a mark, the large half first", big],
  ])("%s says so", async (_, bytes) => {
    expect(await readTable(bytes, "t.csv")).toEqual({
      kind: "fault",
      fault: "not a CSV that candor can read: it is UTF-16; save it as UTF-8",
    });
  });

  test("other bytes are not taken for it", async () => {
    expect(await readTable(Buffer.from("k,x\n1,\u0000a\u0000b\n"), "t.csv")).toMatchObject({ kind: "table" });
  });
});
