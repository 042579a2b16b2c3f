import { expect, test } from "vitest";
import { readTable } from "../../../src/diff/tables/read-table.ts";
import { toCell, valueAt } from "../../../src/diff/tables/values.ts";
import { schemaOf } from "../../tables/sample.ts";
import { tableOf } from "./tables.ts";

async function column(csv: string, name = "x") {
  const table = await tableOf(csv, "t.csv");
  const { type, family } = table.columns.find((each) => each.name === name)!;
  const values = await table.read(name, family);
  return [type, Array.from({ length: table.length }, (_, row) => toCell(valueAt(values, row)))];
}

test.each([
  ["1,-2.5,1e-05,", "number", [1, -2.5, 1e-5, null]],
  ["True,false,TRUE,", "bool", [true, false, true, null]],
  ["007,1,2,3", "text", ["007", "1", "2", "3"]],
  ["+1,1,2,3", "text", ["+1", "1", "2", "3"]],
  ["1e999,1,2,3", "number or text", ["1e999", 1, 2, 3]],
  ['"",1,2,3', "number or text", ["", 1, 2, 3]],
  ["0x10,1,a,b", "text", ["0x10", "1", "a", "b"]],
  ["nan,inf,-inf,0", "number", [{ number: "NaN" }, { number: "Infinity" }, { number: "-Infinity" }, 0]],
  [",,,", "none", [null, null, null, null]],
])("cells %s are %s", async (cells, type, expected) => {
  const csv = `k,x\n${cells
    .split(",")
    .map((cell, i) => `${i},${cell}`)
    .join("\n")}\n`;
  expect(await column(csv)).toEqual([type, expected]);
});

test.each([
  ["\ufeffk,x\r\n1,a\r\n\r\n2,b", ["a", "b"]],
  ["k,x\r1,a\r2,\r", ["a", null]],
  ['k,x\n1,"a\r\nb"\n2,"say ""no"""\n', ["a\r\nb", 'say "no"']],
  ['k,x\n1,5" wide\n2,', ['5" wide', null]],
])("%j is read as RFC 4180 has it", async (csv, expected) => {
  expect(await column(csv)).toEqual(["text", expected]);
});

test.each([
  ["", "it is empty; a CSV begins with a line of column names"],
  ["k,x\n1\n", "line 2 has 1 cells, the header 2"],
  ["k,x\n1,2\n\n1,2,3\n", "line 4 has 3 cells, the header 2"],
  ['k,x\n1,"a\n', "line 2 has a quote that is never closed"],
  ['k,x\n1,"a"b\n', 'line 2 has "b" behind a quoted cell'],
  ["k,k\n", 'the header names column "k" twice'],
  ["k,\u001b[2J,\u001b[2J\n", 'the header names column "\\x1b[2J" twice'],
])("%j is a fault", async (csv, why) => {
  expect(await readTable(Buffer.from(csv), "t.csv")).toEqual({
    kind: "fault",
    fault: `not a CSV that candor can read: ${why}`,
  });
});

test("a row schema says what cells mean", async () => {
  const shape = {
    k: "string",
    x: { type: ["number", "null"], description: "x", "x-csv": { null: "undefined" } },
    empty: "string",
  };
  const schema = schemaOf(shape, ["k"]);
  const csv = "k,x,empty\n1,undefined,\n2,0.5,a\n";
  const table = await readTable(Buffer.from(csv), "t.csv", () => schema);
  if (table.kind === "fault") expect.fail(table.fault);
  expect(table.columns.map(({ family }) => family)).toEqual(["text", "number", "text"]);
  const values = await Promise.all(table.columns.map(({ name, family }) => table.read(name, family)));
  expect(values.map((each) => [0, 1].map((row) => valueAt(each, row)))).toEqual([
    ["1", "2"],
    [null, 0.5],
    ["", "a"],
  ]);
});
