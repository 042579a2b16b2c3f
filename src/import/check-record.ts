import { canonicalJson } from "../tables/canonical.ts";
import type { TableSchema } from "../tables/schema.ts";
import { printable, shown } from "../tables/untrusted.ts";
import { validateRows } from "../tables/validate.ts";

/** A record of a log as it was read, fields that may be missing set to null. */
export type LogRecord = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Reads one line of a log and checks it against the schema of its records.
 *
 * @param index place of the record in the log, from 0
 * @param cut whether the line is the file's last and nothing ends it
 * @returns the record, or what is wrong with it in words for a person
 */
export function readRecord(
  text: string,
  schema: TableSchema,
  index: number,
  cut: boolean,
): LogRecord | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: notJson(text, error as Error, cut) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { fault: `is ${shown(value)}, and a record is a JSON object` };
  const given = value as Record<string, unknown>;
  const record: Record<string, unknown> = {};
  for (const { name, nullable } of schema.columns) {
    if (name === LOG_INDEX) record[name] = index;
    else if (Object.hasOwn(given, name)) record[name] = given[name];
    else if (nullable) record[name] = null;
    else return { fault: missingField(name, given, schema) };
  }
  const unknown = Object.keys(given).find((name) => name === LOG_INDEX || !Object.hasOwn(record, name));
  if (unknown !== undefined) {
    return {
      fault: `field ${printable(unknown)} is not one of a ${kindOf(schema)} record, which has ${fieldsOf(schema)}`,
    };
  }
  const [fault] = validateRows([storable(record)], schema);
  if (fault !== undefined)
    return { fault: `field ${printable(fault.column)} is ${shown(record[fault.column])}, ${fault.rule}` };
  const bias = record.bias as number;
  if (Math.round(bias * 1e6) / 1e6 !== bias)
    return { fault: `field bias is ${bias}, must have at most six decimals` };
  return record as LogRecord;
}

/** Column that import adds: the place of the record in the log. */
export const LOG_INDEX = "log_index";

/** The fields that tell records apart, as they stand in messages: `model="a", bias=0.04`. */
export function keyText(record: LogRecord, schema: TableSchema): string {
  return schema.key.map((name) => `${name}=${shown(record[name])}`).join(", ");
}

/** One name per key. */
export function keyName(record: LogRecord, columns: readonly string[]): string {
  return canonicalJson(columns.map((name) => record[name]));
}

/** Fields that name something: half a surrogate pair in one could make two names one. */
const NAMES = new Set(["model", "api_model", "provider", "frame"]);

/** Half a surrogate pair in a text is no reason to refuse a log: it is replaced where text is stored as UTF-8. */
function storable(record: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record))
    out[name] =
      typeof value === "string" && !NAMES.has(name)
        ? (value as unknown as { toWellFormed(): string }).toWellFormed()
        : value;
  return out;
}

function missingField(name: string, given: Record<string, unknown>, schema: TableSchema): string {
  const known = Object.keys(given).filter((field) => schema.columns.some((column) => column.name === field));
  const others = Object.keys(given).filter((field) => !known.includes(field));
  const what = `field ${name} is missing`;
  if (known.length >= others.length) return what;
  return `${what}; this looks like the log of another program: a ${kindOf(schema)} record has ${fieldsOf(schema)}`;
}

function kindOf(schema: TableSchema): string {
  return schema.name === "LoggedComprehensionRow" ? "comprehension" : "message";
}

function fieldsOf(schema: TableSchema): string {
  return schema.columns.flatMap(({ name }) => (name === LOG_INDEX ? [] : [name])).join(", ");
}

function notJson(text: string, error: Error, cut: boolean): string {
  const bare = bareWord(text);
  if (bare !== null) return `field ${printable(bare.field)} is ${bare.word}, which is no number and no JSON`;
  if (cut) return "ends in the middle of a record: the file was cut off";
  return `is not JSON: ${printable(error.message)}`;
}

/** A bare word that Python writes where JSON has none, and the text before it: NaN, Infinity. O(n). */
function bareWord(text: string): { field: string; word: string } | null {
  let field = "";
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') {
      const begin = ++i;
      while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
      field = text.slice(begin, Math.min(i, begin + 60));
      continue;
    }
    const word = ["NaN", "-Infinity", "Infinity"].find((each) => text.startsWith(each, i));
    if (word !== undefined) return { field, word };
  }
  return null;
}
