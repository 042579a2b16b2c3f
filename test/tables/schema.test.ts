import { expect, test } from "vitest";
import { presentationOf, readSchema, withoutDescriptions } from "../../src/tables/schema.ts";
import { jsonOf } from "./sample.ts";

const good = jsonOf(
  {
    model: { type: "string", description: "Model", enum: ["b", "a"] },
    n: {
      type: ["null", "integer"],
      description: "Count",
      "x-unit": "rows",
      "x-format": "d",
      "x-csv": { null: "Full" },
      minimum: 0,
    },
  },
  ["model"],
);

test("a schema is read as a table", () => {
  expect(readSchema(good, "schemas/cheap-talk/tables/oracle.schema.json")).toEqual({
    name: "oracle",
    title: "SampleRow",
    description: "A sample.",
    key: ["model"],
    columns: [
      { name: "model", type: "utf8", nullable: false, description: "Model", enum: ["b", "a"] },
      {
        name: "n",
        type: "int32",
        nullable: true,
        description: "Count",
        unit: "rows",
        format: "d",
        nullText: "Full",
        minimum: 0,
      },
    ],
    json: good,
  });
});

test("the part that decides rows, and the part that decides how they look", () => {
  expect(withoutDescriptions(good)).toEqual({
    key: ["model"],
    columns: [
      { name: "model", type: "utf8", nullable: false, enum: ["b", "a"] },
      { name: "n", type: "int32", nullable: true, minimum: 0 },
    ],
  });
  expect(presentationOf(good)).toBe(
    '[{"name":"model"},{"format":"d","name":"n","nullText":"Full","unit":"rows"}]',
  );
});

const x = (column: object) => jsonOf({ id: "integer", x: { description: "X", ...column } }, ["id"]);
test.each([
  [null, "row schema requires an object, got null"],
  [{ ...good, oneOf: [] }, 'row schema does not know the keyword "oneOf"; known are'],
  [{ ...good, type: "array" }, 'type requires "object", got "array"'],
  [{ ...good, additionalProperties: true }, "additionalProperties requires false, got true"],
  [{ ...good, title: "Sample" }, 'title requires the name of the row type, such as StatesRow, got "Sample"'],
  [{ ...good, description: undefined }, "description requires a text that says what one row is, got nothing"],
  [{ ...good, properties: {} }, "properties requires an object with a column or more, got {}"],
  [
    { ...good, required: ["model"] },
    'required requires every column once (a missing value is null), got ["model"] for the columns model, n',
  ],
  [{ ...good, "x-key": [] }, "x-key requires a list of different columns, one or more, got []"],
  [{ ...good, "x-key": ["model", "model"] }, "x-key requires a list of different columns"],
  [{ ...good, "x-key": ["modle"] }, 'x-key names "modle", which is no column'],
  [{ ...good, "x-key": ["n"] }, "x-key names n, which may be null; a key column is never missing"],
  [jsonOf({ "a b": "string" }, ["a b"]), 'column "a b" requires a name of letters, digits and _'],
  [jsonOf({ "1": "string" }, ["1"]), 'column "1" requires a name'],
  [jsonOf({ constructor: "string" }, ["constructor"]), 'column "constructor" requires a name'],
  [jsonOf({ N: "string", n: "string" }, ["n"]), "column n differs from column N by case alone"],
  [
    x({ type: "array" }),
    'column "x" requires type number, integer, string or boolean, alone or with "null", got "array"',
  ],
  [x({ type: ["number", "string"] }), 'column "x" requires type number'],
  [x({}), 'column "x" requires type number, integer, string or boolean, alone or with "null", got nothing'],
  [x({ type: "string", format: "date" }), 'column "x" does not know the keyword "format"'],
  [x({ type: "string", minimum: 1 }), 'column "x" does not know the keyword "minimum"'],
  [x({ type: "number", description: "" }), 'column "x" requires a description, got ""'],
  [x({ type: "number", minimum: "0" }), 'column "x" requires a number as minimum, got "0"'],
  [
    x({ type: "string", enum: ["a", 1] }),
    'column "x" requires an enum of different values of its type, got ["a",1]',
  ],
  [x({ type: ["string", "null"], enum: ["a"] }), 'column "x" may be null but its enum leaves null out'],
  [x({ type: "string", enum: ["a", null] }), 'column "x" has null in its enum but not in its type'],
  [
    x({ type: "string", "x-format": ".3f" }),
    'column "x" requires d, .3f, .2e or .3g (any digits) on a number as x-format, got ".3f"',
  ],
  [x({ type: "number", "x-format": "3f" }), 'column "x" requires d, .3f'],
  [
    x({ type: "number", "x-csv": { null: "none" } }),
    'column "x" requires {"null": "text"} on a column that may be null as x-csv',
  ],
])("%j is refused", (json, message) => {
  let got = "";
  try {
    readSchema(json, "schemas/a/b.schema.json");
  } catch (error) {
    got = (error as Error).message;
  }
  expect(got.startsWith(`schemas/a/b.schema.json: ${message}`), got).toBe(true);
});
