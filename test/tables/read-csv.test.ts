import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRecords } from "../../src/tables/read-csv.ts";

const COLUMNS = ["a", "b"] as const;
const FILE = "data/x.csv";
const texts = (text: string) =>
  csvRecords(text, FILE, COLUMNS).map(({ a, b }) => [a.text, b.text, a.line, b.column]);

test.each([
  ["LF", "a,b\n1,2\n", [["1", "2", 2, 3]]],
  ["no last line end", "a,b\n1,2", [["1", "2", 2, 3]]],
  [
    "CRLF, CR and a byte order mark",
    "\uFEFFa,b\r\n1,2\r3,4\r\n",
    [
      ["1", "2", 2, 3],
      ["3", "4", 3, 3],
    ],
  ],
  ["another order", "b,a\n1,2\n", [["2", "1", 2, 1]]],
  [
    "empty cells and lines",
    "a,b\n,\n\n1,\n",
    [
      ["", "", 2, 2],
      ["1", "", 4, 3],
    ],
  ],
  ["an empty cell at the end of the file", "a,b\n1,", [["1", "", 2, 3]]],
  [
    "quotes",
    'a,b\n"x, ""y""\r\nz",2\n"",3\n',
    [
      ['x, "y"\r\nz', "2", 2, 4],
      ["", "3", 4, 4],
    ],
  ],
] as const)("reads %s", (_, text, want) => {
  expect(texts(text)).toEqual(want);
});

test.each([
  ["", "data/x.csv:1:1: the header requires a,b, got an empty file"],
  ["a,c\n", 'data/x.csv:1:3: the header requires a,b once each, got "c"'],
  ["a,b,a\n", 'data/x.csv:1:5: the header requires a,b once each, got "a"'],
  ["b\n", "data/x.csv:1:1: the header requires a,b, got no a"],
  ["a,b\n1,2\n1,2,3\n", "data/x.csv:3:5: a record requires 2 cells, got 3"],
  ["a,b\r\n1\r\n", "data/x.csv:2:1: a record requires 2 cells, got 1"],
  ['a,b\n1,"2\n', "data/x.csv:2:3: a quoted cell requires a closing quote, got the end of the file"],
  [
    'a,b\n"1"2,3\n',
    'data/x.csv:2:4: a record requires a comma or the end of the line after a quoted cell, got "2"',
  ],
  ['a,b\n1,2"3\n', 'data/x.csv:2:4: a record requires a cell with a quote to be quoted, got """'],
])("%j is refused at its place", (text, message) => {
  let told = "";
  try {
    csvRecords(text, FILE, COLUMNS);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    told = (error as Error).message;
  }
  expect(told).toBe(message);
});

test("gives back any cells, however lines end", () => {
  const cell = fc.string({ unit: fc.constantFrom("x", ",", '"', "\n", "\r", " ", "é") });
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.constantFrom("\n", "\r\n", "\r"), (cells, end) => {
      const lines = [COLUMNS as readonly string[], ...cells].map((row) => row.map(quoted).join(","));
      expect(texts(lines.join(end)).map(([a, b]) => [a, b])).toEqual(cells);
    }),
  );
});
