import { expect, test } from "vitest";
import { validateRows } from "../../src/tables/validate.ts";
import { everything, everythingRows, schemaOf } from "./sample.ts";

const schema = schemaOf(
  {
    model: "string",
    bias: { type: "number", description: "Bias", minimum: 0 },
    omega: { type: ["number", "null"], description: "State", minimum: 0, maximum: 1 },
    n: "integer",
    status: { type: ["string", "null"], description: "Status", enum: ["ok", "bad", null] },
    text: { type: "string", description: "Text", pattern: "^[^x]*$" },
    flag: "boolean",
  },
  ["model", "bias"],
);
const right = { model: "a", bias: 0.04, omega: 0.5, n: 3, status: "ok", text: "t", flag: true };

test("right rows have no fault", () => {
  expect(validateRows([right, { ...right, omega: null, status: null, n: -0 }], schema)).toEqual([]);
  expect(validateRows(everythingRows(100), everything)).toEqual([]);
});

test("a fault says row, key, column, value and rule", () => {
  const rows = [...Array(16).fill(right), { ...right, omega: 1.2 }, { ...right, omega: 3 }];
  expect(validateRows(rows, schema)).toEqual([
    {
      kind: "row-fault",
      row: 17,
      column: "omega",
      value: 1.2,
      rule: "must be <= 1",
      message: 'row 17 (model="a", bias=0.04): column omega is 1.2, must be <= 1',
    },
  ]);
  expect(validateRows(rows, schema, 5).map((fault) => fault.row)).toEqual([17, 18]);
});

const LONG = "y".repeat(500);
test.each([
  [{ bias: -1 }, "column bias is -1, must be >= 0"],
  [{ bias: null }, "column bias is null, must be a number"],
  [
    { bias: Number.NaN },
    "column bias is NaN, must be finite: missing is null, never NaN, and null is not allowed here",
  ],
  [{ omega: Number.NaN }, "column omega is NaN, must be finite: missing is null, never NaN"],
  [{ omega: Infinity }, "column omega is Infinity, must be finite: missing is null, never NaN"],
  [{ omega: -Infinity }, "column omega is -Infinity, must be finite: missing is null, never NaN"],
  [
    { n: Number.NaN },
    "column n is NaN, must be finite: missing is null, never NaN, and null is not allowed here",
  ],
  [{ omega: undefined }, "column omega is missing, must be there (null when unknown)"],
  [{ omega: "0.5" }, 'column omega is "0.5", must be a number or null'],
  [{ n: 1.5 }, "column n is 1.5, must be an integer"],
  [{ n: 2147483648 }, "column n is 2147483648, must fit 32 bits (-2147483648 to 2147483647)"],
  [{ n: -2147483649 }, "column n is -2147483649, must fit 32 bits (-2147483648 to 2147483647)"],
  [{ status: "odd" }, 'column status is "odd", must be one of "ok", "bad", null'],
  [{ flag: 1 }, "column flag is 1, must be true or false"],
  [{ text: ["a"] }, 'column text is ["a"], must be text'],
  [{ text: "x" }, 'column text is "x", must match pattern "^[^x]*$"'],
  [
    { text: "a\ud800b" },
    'column text is "a\\u{d800}b", must be text without lone surrogates (UTF-8 cannot store them)',
  ],
  [{ extra: 1 }, "column extra is 1, is not a column of sample"],
  [
    { status: `\u001b[31m\u202e${LONG}` },
    `column status is "\\x1b[31m\\u{202e}${"y".repeat(53)}…", must be one of "ok", "bad", null`,
  ],
])("%j: %s", (change, message) => {
  expect(validateRows([{ ...right, ...change }], schema)[0]?.message).toBe(
    `row 1 (model="a", bias=${"bias" in change ? change.bias : 0.04}): ${message}`,
  );
});

test("a missing column and a row that is no object", () => {
  const { omega: _, ...without } = right;
  expect(validateRows([without], schema)[0]).toMatchObject({
    column: "omega",
    value: undefined,
    rule: "must be there (null when unknown)",
  });
  for (const row of [null, 7, "row", [1, 2]]) {
    expect(validateRows([row], schema)[0]).toMatchObject({
      row: 1,
      column: "",
      rule: "must be an object with a member per column",
    });
  }
});
