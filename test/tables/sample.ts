import { readSchema, type TableSchema } from "../../src/tables/schema.ts";

/** A row schema from columns in short: `number`, `integer?` (may be null) or a whole column schema. */
export function schemaOf(
  columns: Record<string, string | object>,
  key: string[],
  name = "sample",
): TableSchema {
  return readSchema(jsonOf(columns, key), `schemas/test/${name}.schema.json`);
}

/** The JSON of schemaOf. */
export function jsonOf(columns: Record<string, string | object>, key: string[]): Record<string, unknown> {
  const properties: Record<string, object> = {};
  for (const [name, column] of Object.entries(columns)) {
    const short = typeof column === "string" ? column : undefined;
    const type = short?.endsWith("?") ? [short.slice(0, -1), "null"] : short;
    properties[name] = short === undefined ? (column as object) : { type, description: `The ${name}` };
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "SampleRow",
    description: "A sample.",
    type: "object",
    "x-key": key,
    additionalProperties: false,
    required: Object.keys(columns),
    properties,
  };
}

/** A column of every type, with and without missing values. */
export const everything = schemaOf(
  {
    id: "integer",
    number: "number",
    number_or_null: "number?",
    integer_or_null: "integer?",
    text: "string",
    text_or_null: "string?",
    flag: "boolean",
    flag_or_null: "boolean?",
    never: "string?",
    never_number: "number?",
    never_flag: "boolean?",
    always: "string?",
    always_integer: "integer?",
  },
  ["id"],
);

const TEXTS = [
  "",
  "plain",
  "Zürich – ω ≥ ½",
  "a\u0000b",
  "\ufeffbegins with a mark",
  "𝔘𝔫𝔦 🎲",
  "two\nlines\r\n",
  'quo"te, comma',
  "中文",
  "\u202eright to left",
];
const NUMBERS = [
  0,
  1,
  -1,
  0.1,
  5e-324,
  -5e-324,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  2 ** 53,
  1 / 3,
];
const INTEGERS = [0, 1, -1, 2147483647, -2147483648, 7];

/** Rows of `everything`, different and in order. */
export function everythingRows(length: number): Record<string, unknown>[] {
  return Array.from({ length }, (_, i) => ({
    id: i,
    number: NUMBERS[i % NUMBERS.length] as number,
    number_or_null: i % 3 === 1 ? null : i / 7,
    integer_or_null: i % 5 < 2 ? null : INTEGERS[i % INTEGERS.length],
    text: TEXTS[i % TEXTS.length],
    // Runs of missing values and of present ones, and changes between.
    text_or_null: Math.floor(i / 11) % 2 === 0 || i % 4 === 0 ? null : `${TEXTS[i % TEXTS.length]}${i}`,
    flag: i % 2 === 0,
    flag_or_null: i % 3 === 0 ? null : i % 7 < 3,
    never: null,
    never_number: null,
    never_flag: null,
    always: `${i}`,
    always_integer: 5 - i,
  }));
}
