import { hashOf } from "../pipeline/canonical.ts";
import { printable } from "../tables/untrusted.ts";
import { visible } from "./render/visible.ts";
import { readTable } from "./tables/read-table.ts";
import { type DiffColumn, Unreadable } from "./tables/table.ts";
import { type Value, type Values, valueAt } from "./tables/values.ts";

/** Rows that are printed at once. */
const ROWS = 4096;

/**
 * A table as lines: a line per column, a line of names, then a line per row in the order of the file. Unequal
 * cells give unequal text and no text holds a control character, so that a line-wise comparison shows all. A
 * file that cannot be read is one line that says so with its hash: git must go on, and show that it changed.
 */
export async function* tableLines(bytes: Uint8Array, name: string): AsyncGenerator<string> {
  if (bytes.length === 0) {
    yield "empty file\n";
    return;
  }
  const table = await readTable(bytes, name);
  if (table.kind === "fault") {
    yield unreadable(table.fault, bytes);
    return;
  }
  const columns: Values[] = [];
  try {
    for (const { name: column, family } of table.columns) columns.push(await table.read(column, family));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield unreadable(error.message, bytes);
    return;
  }
  yield table.columns.map((column) => `${columnLine(column)}\n`).join("");
  yield `rows ${table.length}\n${table.columns.map(({ name: column }) => textCell(column)).join(",")}\n`;
  for (let from = 0; from < table.length; from += ROWS) {
    let lines = "";
    for (let row = from; row < Math.min(from + ROWS, table.length); row++)
      lines += `${columns.map((column) => cell(valueAt(column, row))).join(",")}\n`;
    yield lines;
  }
}

function unreadable(fault: string, bytes: Uint8Array): string {
  return `${printable(fault)}; ${bytes.length} bytes, ${hashOf(bytes)}\n`;
}

function columnLine({ name, type, nullable }: DiffColumn): string {
  return `column ${textCell(name)} ${type}${nullable === true ? ", may be missing" : ""}`;
}

/** A missing value is nothing, an empty text is `""`. */
function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "string") return textCell(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** A plain text as it is, any other in quotes as JSON writes it, where a backslash is doubled and nothing is ambiguous. */
function textCell(text: string): string {
  const quoted = JSON.stringify(text);
  const shown = visible(quoted);
  return text === "" || text.includes(",") || shown !== quoted || quoted !== `"${text}"` ? shown : text;
}
