import { canonicalJson } from "./canonical.ts";

/** How a column is held: `number`, `integer`, `string` and `boolean` of its JSON Schema, in that order. */
export type ColumnType = "float64" | "int32" | "utf8" | "bool";

/** One column of a table. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a value may be missing (null). */
  readonly nullable: boolean;
  readonly description: string;
  /** The values allowed, in their sort order; null is never among them. */
  readonly enum?: readonly (string | number | boolean)[];
  /** Unit of the values, as text. */
  readonly unit?: string;
  /** Digits for display in Markdown and LaTeX: `d`, `.3f`, `.2e`, `.3g` and the like. */
  readonly format?: string;
  /** What stands for null in CSV, Markdown and LaTeX. */
  readonly nullText?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** A table as its row schema describes it. */
export interface TableSchema {
  /** Name of the file without folder and `.schema.json`: `oracle`. */
  readonly name: string;
  /** Name of the generated row type: `OracleRow`. */
  readonly title: string;
  readonly description: string;
  /** Columns that order the rows and tell them apart, most significant first. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** The JSON Schema itself. */
  readonly json: Readonly<Record<string, unknown>>;
}

const TYPES: Readonly<Record<string, ColumnType>> = {
  number: "float64",
  integer: "int32",
  string: "utf8",
  boolean: "bool",
};

/** Keywords of the row itself. */
const ROW_KEYWORDS = [
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "type",
  "x-key",
  "additionalProperties",
  "required",
  "properties",
  "examples",
];
/** Keywords that say what rows mean or how they look, and never which rows are right. */
const DESCRIPTIVE = ["title", "description", "$comment", "examples", "x-unit", "x-format", "x-csv"];
const NUMERIC = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const TEXTUAL = ["minLength", "maxLength", "pattern"];

/** Schemas by their JSON: one is read for its columns, for what decides its rows and for how it looks. */
const known = new WeakMap<object, TableSchema>();

/**
 * Reads a row schema (JSON Schema 2020-12 with x-key, x-unit, x-format and x-csv; docs/architecture.md says
 * which part of JSON Schema is meant). Columns stand in the order of `properties`.
 *
 * @param json the parsed file
 * @param file its path, for the name of the table and for messages
 * @throws Error `<file>: <where> requires …, got …` when the schema asks for something that a table cannot be
 */
export function readSchema(json: unknown, file: string): TableSchema {
  const schema = (isRecord(json) ? known.get(json) : undefined) ?? parseSchema(json, file);
  known.set(schema.json as object, schema);
  return schema;
}

function parseSchema(json: unknown, file: string): TableSchema {
  const fail = (where: string, what: string): never => {
    throw new Error(`${file}: ${where} ${what}`);
  };
  if (!isRecord(json)) return fail("row schema", `requires an object, got ${brief(json)}`);
  for (const word of Object.keys(json)) {
    if (!ROW_KEYWORDS.includes(word)) {
      fail("row schema", `does not know the keyword ${brief(word)}; known are ${ROW_KEYWORDS.join(", ")}`);
    }
  }
  if (json.type !== "object") fail("type", `requires "object", got ${brief(json.type)}`);
  if (json.additionalProperties !== false) {
    fail("additionalProperties", `requires false, got ${brief(json.additionalProperties)}`);
  }
  const title = json.title;
  if (typeof title !== "string" || !/^[A-Z][A-Za-z0-9]*Row$/.test(title)) {
    return fail("title", `requires the name of the row type, such as StatesRow, got ${brief(title)}`);
  }
  if (typeof json.description !== "string" || json.description === "") {
    return fail("description", `requires a text that says what one row is, got ${brief(json.description)}`);
  }
  if (!isRecord(json.properties) || Object.keys(json.properties).length === 0) {
    return fail("properties", `requires an object with a column or more, got ${brief(json.properties)}`);
  }
  const columns = Object.entries(json.properties).map(([name, column]) => readColumn(name, column, fail));
  const names = columns.map((column) => column.name);
  // Readers such as DuckDB do not tell N from n.
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) fail(`column ${name}`, `differs from column ${other} by case alone`);
    seen.set(name.toLowerCase(), name);
  }
  const required = json.required;
  if (!isTexts(required) || [...required].sort().join() !== [...names].sort().join()) {
    return fail(
      "required",
      `requires every column once (a missing value is null), got ${brief(required)} for the columns ${names.join(", ")}`,
    );
  }
  const key = json["x-key"];
  if (!isTexts(key) || key.length === 0 || new Set(key).size !== key.length) {
    return fail("x-key", `requires a list of different columns, one or more, got ${brief(key)}`);
  }
  for (const name of key) {
    const column = columns.find((c) => c.name === name);
    if (column === undefined) return fail("x-key", `names ${brief(name)}, which is no column`);
    if (column.nullable) fail("x-key", `names ${name}, which may be null; a key column is never missing`);
  }
  const name = (file.split("/").pop() ?? file).replace(/\.schema\.json$/, "");
  return { name, title, description: json.description, key, columns, json };
}

/**
 * The part of a row schema that decides which rows are right and how they are ordered: key, columns in order,
 * types, ranges, enums. Descriptions, titles, units, display digits, null texts and examples are left out, so
 * that editing them makes nothing stale. Columns are a list, for their order is data and the order of JSON
 * keys is not.
 *
 * @throws Error as readSchema
 */
export function withoutDescriptions(json: unknown): {
  readonly key: readonly string[];
  readonly columns: readonly Readonly<Record<string, unknown>>[];
} {
  const schema = readSchema(json, "row schema");
  const properties = schema.json.properties as Record<string, Record<string, unknown>>;
  const columns = schema.columns.map((column) => {
    const kept: Record<string, unknown> = {
      name: column.name,
      type: column.type,
      nullable: column.nullable,
    };
    for (const [word, value] of Object.entries(properties[column.name] ?? {})) {
      if (word !== "type" && word !== "enum" && !DESCRIPTIVE.includes(word)) kept[word] = value;
    }
    if (column.enum !== undefined) kept.enum = column.enum;
    return kept;
  });
  return { key: schema.key, columns };
}

/**
 * The other part: what a rendering (CSV, Markdown, LaTeX) takes from the schema and the rows do not. When it
 * changes, files are rendered anew from rows that stay.
 *
 * @returns canonical JSON
 * @throws Error as readSchema
 */
export function presentationOf(json: unknown): string {
  const { columns } = readSchema(json, "row schema");
  return canonicalJson(columns.map(({ name, unit, format, nullText }) => ({ name, unit, format, nullText })));
}

function readColumn(name: string, json: unknown, fail: (where: string, what: string) => never): Column {
  const where = `column ${brief(name)}`;
  // Names stay clear of integer-like and inherited names, which objects order or find by themselves.
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name in {}) {
    fail(where, "requires a name of letters, digits and _ that begins with a letter");
  }
  if (!isRecord(json)) return fail(where, `requires an object, got ${brief(json)}`);
  const types = Array.isArray(json.type) ? json.type : [json.type];
  const nullable = types.includes("null");
  const plain = types.filter((type) => type !== "null");
  const type = plain.length === 1 && typeof plain[0] === "string" ? TYPES[plain[0]] : undefined;
  if (type === undefined) {
    return fail(
      where,
      `requires type number, integer, string or boolean, alone or with "null", got ${brief(json.type)}`,
    );
  }
  const isNumber = type === "float64" || type === "int32";
  const known = [
    "type",
    "enum",
    ...DESCRIPTIVE,
    ...(isNumber ? NUMERIC : []),
    ...(type === "utf8" ? TEXTUAL : []),
  ];
  for (const word of Object.keys(json)) {
    if (!known.includes(word)) {
      fail(where, `does not know the keyword ${brief(word)}; known here are ${known.join(", ")}`);
    }
  }
  const description = json.description;
  if (typeof description !== "string" || description === "") {
    return fail(where, `requires a description, got ${brief(description)}`);
  }
  const column: { -readonly [K in keyof Column]: Column[K] } = { name, type, nullable, description };
  for (const word of ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const) {
    const bound = json[word];
    if (bound === undefined) continue;
    if (typeof bound !== "number") fail(where, `requires a number as ${word}, got ${brief(bound)}`);
    column[word] = bound as number;
  }
  if (json.enum !== undefined) {
    if (!Array.isArray(json.enum)) return fail(where, `requires a list as enum, got ${brief(json.enum)}`);
    const values = json.enum.filter((value) => value !== null);
    const ofType = values.every((value) => typeof value === JS_TYPES[type]);
    if (!ofType || values.length === 0 || new Set(values).size !== values.length) {
      fail(where, `requires an enum of different values of its type, got ${brief(json.enum)}`);
    }
    if (nullable !== json.enum.includes(null)) {
      fail(
        where,
        nullable ? "may be null but its enum leaves null out" : "has null in its enum but not in its type",
      );
    }
    column.enum = values;
  }
  const unit = json["x-unit"];
  if (unit !== undefined) {
    if (typeof unit !== "string" || unit === "") fail(where, `requires a text as x-unit, got ${brief(unit)}`);
    column.unit = unit as string;
  }
  const format = json["x-format"];
  if (format !== undefined) {
    if (!isNumber || typeof format !== "string" || !/^(d|\.\d{1,2}[feg])$/.test(format)) {
      fail(where, `requires d, .3f, .2e or .3g (any digits) on a number as x-format, got ${brief(format)}`);
    }
    column.format = format as string;
  }
  const csv = json["x-csv"];
  if (csv !== undefined) {
    const text = isRecord(csv) && Object.keys(csv).join() === "null" ? csv.null : undefined;
    if (typeof text !== "string" || !nullable) {
      fail(where, `requires {"null": "text"} on a column that may be null as x-csv, got ${brief(csv)}`);
    }
    column.nullText = text as string;
  }
  return column;
}

const JS_TYPES: Readonly<Record<ColumnType, string>> = {
  float64: "number",
  int32: "number",
  utf8: "string",
  bool: "boolean",
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
