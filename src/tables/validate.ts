import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Column, TableSchema } from "./schema.ts";
import { printable, shown } from "./untrusted.ts";

/** What is wrong with one row. */
export interface RowFault {
  readonly kind: "row-fault";
  /** Row, counted from 1. */
  readonly row: number;
  /** Column, or "" when the row as a whole is wrong. */
  readonly column: string;
  /** The value found; undefined when it is missing. */
  readonly value: unknown;
  /** The rule that it breaks, such as `must be <= 1`. */
  readonly rule: string;
  /** One line for people: `row 17 (model="a", bias=0.04): column omega is 1.2, must be <= 1`. */
  readonly message: string;
}

const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Checks rows one by one against their schema and against what a table can hold: every column there and no
 * other, numbers finite (missing is null, never NaN), integers within 32 bits, text that UTF-8 can store.
 *
 * @param rows plain objects, in any order
 * @param limit how many faults to give at most, one per row; 1 or more
 * @returns the first faults in row order; empty when all rows are right
 */
export function validateRows(rows: readonly unknown[], schema: TableSchema, limit = 1): RowFault[] {
  const isValid = validatorOf(schema);
  const checks = storageChecks(schema.columns);
  const faults: RowFault[] = [];
  for (let i = 0; i < rows.length && faults.length < limit; i++) {
    const row = rows[i] as Record<string, unknown>;
    const ok = isValid(row);
    const storage = ok ? checks(row) : undefined;
    if (ok && storage === undefined) continue;
    const found = storage ?? faultOf(row, (isValid.errors ?? [])[0], schema);
    faults.push(describe(i + 1, row, found, schema));
  }
  return faults;
}

interface Found {
  readonly column: string;
  readonly value: unknown;
  readonly rule: string;
}

function validatorOf(schema: TableSchema): ValidateFunction {
  let validator = compiled.get(schema.json);
  if (validator === undefined) {
    validator = ajv().compile(schema.json);
    compiled.set(schema.json, validator);
  }
  return validator;
}

let shared: Ajv2020 | undefined;

/**
 * One compiler for all schemas: making one costs more than compiling a schema. It does not check schemas against
 * their own schema, which costs more still: readSchema has let through only what it knows.
 */
function ajv(): Ajv2020 {
  if (shared === undefined) {
    shared = new Ajv2020({ allowUnionTypes: true, strict: true, meta: false, validateSchema: false });
    shared.addVocabulary(["x-key", "x-unit", "x-format", "x-csv"]);
  }
  return shared;
}

/** What JSON Schema cannot say and a column cannot hold. */
function storageChecks(columns: readonly Column[]): (row: Record<string, unknown>) => Found | undefined {
  const integers = columns.filter((c) => c.type === "int32").map((c) => c.name);
  const texts = columns.filter((c) => c.type === "utf8").map((c) => c.name);
  return (row) => {
    for (const column of integers) {
      const value = row[column] as number | null;
      if (value !== null && (value < INT32_MIN || value > INT32_MAX)) {
        return { column, value, rule: `must fit 32 bits (${INT32_MIN} to ${INT32_MAX})` };
      }
    }
    for (const column of texts) {
      const value = row[column] as string | null;
      if (value !== null && !isWellFormed(value)) {
        return { column, value, rule: "must be text without lone surrogates (UTF-8 cannot store them)" };
      }
    }
    return undefined;
  };
}

function isWellFormed(text: string): boolean {
  // In Node from 20 on; the language level of the project does not list it yet.
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

function faultOf(row: Record<string, unknown>, error: ErrorObject | undefined, schema: TableSchema): Found {
  if (typeof row !== "object" || row === null || Array.isArray(row) || error === undefined) {
    return { column: "", value: row, rule: "must be an object with a member per column" };
  }
  const params = error.params as Record<string, unknown>;
  if (error.keyword === "required") {
    return {
      column: String(params.missingProperty),
      value: undefined,
      rule: "must be there (null when unknown)",
    };
  }
  if (error.keyword === "additionalProperties") {
    const column = String(params.additionalProperty);
    return { column, value: row[column], rule: `is not a column of ${schema.name}` };
  }
  const name = error.instancePath.slice(1);
  const value = row[name];
  const column = schema.columns.find((c) => c.name === name);
  if (column === undefined) return { column: name, value, rule: error.message ?? "is not valid" };
  if (value === undefined) return { column: name, value, rule: "must be there (null when unknown)" };
  if (
    typeof value === "number" &&
    !Number.isFinite(value) &&
    column.type !== "utf8" &&
    column.type !== "bool"
  ) {
    return {
      column: name,
      value,
      rule: column.nullable
        ? "must be finite: missing is null, never NaN"
        : "must be finite: missing is null, never NaN, and null is not allowed here",
    };
  }
  if (error.keyword === "type") {
    const word = { float64: "a number", int32: "an integer", utf8: "text", bool: "true or false" }[
      column.type
    ];
    return { column: name, value, rule: `must be ${word}${column.nullable ? " or null" : ""}` };
  }
  if (error.keyword === "enum") {
    const values: unknown[] = [...(column.enum ?? []), ...(column.nullable ? [null] : [])];
    return { column: name, value, rule: `must be one of ${values.map(shown).join(", ")}` };
  }
  return { column: name, value, rule: error.message ?? "is not valid" };
}

function describe(row: number, values: Record<string, unknown>, found: Found, schema: TableSchema): RowFault {
  const isObject = typeof values === "object" && values !== null;
  const key = isObject ? schema.key.map((name) => `${name}=${shown(values[name])}`).join(", ") : "";
  const where = `row ${row}${key === "" ? "" : ` (${key})`}`;
  const what =
    found.column === ""
      ? `is ${shown(found.value)}`
      : `column ${printable(found.column)} is ${shown(found.value)}`;
  return { kind: "row-fault", row, ...found, message: `${where}: ${what}, ${found.rule}` };
}
