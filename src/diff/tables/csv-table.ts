import type { Column, TableSchema } from "../../tables/schema.ts";
import { printable, shorten } from "../../tables/untrusted.ts";
import { csvColumns, type RawCell } from "./csv-lines.ts";
import { decimalOf, type Exact, exactValue } from "./exact.ts";
import { type DiffColumn, type DiffTable, type Family, MOST_ROWS, Unreadable } from "./table.ts";
import { textFromBytes } from "./text.ts";
import { numbersOf, type Value, type Values } from "./values.ts";

/** The row schema of a table by the names of its columns; null where there is none. */
export type SchemaFor = (columns: readonly string[]) => TableSchema | null;

/**
 * A CSV. What a column holds is told by its row schema, where there is one and the cells agree, else by its cells:
 * all numbers, all true or false, numbers for the most part, or text. An empty cell is missing.
 *
 * @throws Unreadable for bytes that are no CSV
 */
export function csvTable(bytes: Uint8Array, schemaFor: SchemaFor): DiffTable {
  const { names, cells, length } = parse(bytes);
  const schema = schemaFor(names);
  const columns = names.map((name, i): DiffColumn & { readonly cells: readonly RawCell[] } => {
    const described = schema?.columns.find((column) => column.name === name);
    const own = described === undefined ? cells[i]! : withMissing(cells[i]!, described);
    const family = familyOf(own, described);
    return { name, type: TYPES[family], family, nullable: null, cells: own };
  });
  return {
    kind: "table",
    format: "csv",
    length,
    columns: columns.map(({ cells: _cells, ...column }) => column),
    read: async (name, as) => taken(columns.find((column) => column.name === name)!.cells, as),
  };
}

const TYPES: Readonly<Record<Family, string>> = {
  number: "number",
  bool: "bool",
  text: "text",
  mixed: "number or text",
  none: "none",
};

function parse(bytes: Uint8Array): ReturnType<typeof csvColumns> {
  try {
    if (isUtf16(bytes)) throw new RangeError("it is UTF-16; save it as UTF-8");
    const table = csvColumns(textFromBytes(bytes));
    if (table.length > MOST_ROWS)
      throw new RangeError(`it has ${table.length} rows; up to ${MOST_ROWS} are compared`);
    return table;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Unreadable(`not a CSV that candor can read: ${printable(shorten(why, 200))}`, { cause });
  }
}

/** Cells with what the schema writes for a missing value taken as missing, and what it writes as nothing as empty. */
function withMissing(cells: readonly RawCell[], column: Column): readonly RawCell[] {
  if (column.type === "utf8" && !column.nullable) return cells.map((cell) => cell ?? "");
  const { nullText } = column;
  if (nullText === undefined) return cells;
  return cells.map((cell) => (cell === nullText ? null : cell));
}

const FAMILIES: Readonly<Record<Column["type"], Family>> = {
  float64: "number",
  int32: "number",
  bool: "bool",
  utf8: "text",
};

function familyOf(cells: readonly RawCell[], column: Column | undefined): Family {
  if (column?.type === "utf8") return "text";
  let [some, numbers, bools] = [0, 0, 0];
  for (const cell of cells) {
    if (cell === null) continue;
    some++;
    if (isNumber(cell)) numbers++;
    else if (BOOL.test(cell)) bools++;
    // What looks like a number and is a name makes names of the others too.
    else if (NAME.test(cell)) return "text";
  }
  if (some === 0) return column === undefined ? "none" : FAMILIES[column.type];
  if (numbers === some) return "number";
  if (bools === some) return "bool";
  return 2 * numbers >= some ? "mixed" : "text";
}

/** Numbers as programs write them. No leading zeros or signs of plus: those are names, such as 007. */
const NUMBER = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|nan|NaN|-?(?:inf|Inf|Infinity))$/u;

const NAME = /^(?:\+|-?0)\d+$/u;

/** A number that is too large for a double stays text. */
function isNumber(cell: string): boolean {
  return NUMBER.test(cell) && (Number.isFinite(Number(cell)) || !/\d/u.test(cell));
}

const BOOL = /^(?:true|false|True|False|TRUE|FALSE)$/u;

function taken(cells: readonly RawCell[], as: Family): Values {
  if (as === "number" && cells.every((cell) => cell === null || isNumber(cell)))
    return numbersOf(cells.length, (row) => (cells[row] === null ? null : numberIn(cells[row] as string)));
  const exact = new Map<number, Exact>();
  const values = cells.map((cell, row) => {
    const each = value(cell, as);
    if (each === null || typeof each === "string" || typeof each === "number" || typeof each === "boolean")
      return each;
    exact.set(row, each);
    return exactValue(each);
  });
  return { kind: "plain", values, exact };
}

/** A cell by itself: what does not fit the family stays text, and so differs from what does. */
function value(cell: RawCell, as: Family): Value | Exact {
  if (cell === null) return null;
  if ((as === "bool" || as === "mixed") && BOOL.test(cell)) return cell.toLowerCase() === "true";
  return (as === "number" || as === "mixed") && isNumber(cell) ? numberIn(cell) : cell;
}

/** Digits that tell any double from all others; what has more of them means more. */
const DIGITS_OF_DOUBLE = 17;

function numberIn(cell: string): number | Exact {
  const number = Number(cell);
  if (Number.isFinite(number)) {
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER && /^-?\d+$/u.test(cell)) return BigInt(cell);
    return cell.length > DIGITS_OF_DOUBLE && digitsIn(cell) > DIGITS_OF_DOUBLE
      ? (decimalOf(cell) ?? number)
      : number;
  }
  if (/^nan$/iu.test(cell)) return Number.NaN;
  return cell.startsWith("-") ? -Infinity : Infinity;
}

/** Digits of a number from the first that is not 0. */
function digitsIn(cell: string): number {
  return cell
    .replace(/[eE].*$/u, "")
    .replace(/[-.]/gu, "")
    .replace(/^0+/u, "").length;
}

/** Whether bytes are UTF-16: by their mark, or by the empty half of their first two characters. */
function isUtf16(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  if (bytes.length < 4) return false;
  return (a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0);
}
