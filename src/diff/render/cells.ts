import type { Cell, CellChange, Key } from "../report.ts";
import { numberPair, numberText } from "./numbers.ts";
import { lookAlike, type Spelling, speller, visible } from "./visible.ts";
import { columns, cut } from "./width.ts";

/** What a text may hold to stand without quotes: nothing that could be another value or the end of this one. */
const BARE = /^[\p{L}\p{N}_(][\p{L}\p{N}_./:@%()+-]*(?: [\p{L}\p{N}_./:@%()+-]+)*$/u;
const READS_AS_ANOTHER = /^(?:null|true|false|NaN|-?Infinity|[-+.]?\d.*)$/u;

/** A cell on its own: a plain text bare, any other quoted, so that "null" and null look different. */
export function cellText(cell: Cell, length: number): string {
  if (typeof cell !== "string") return scalarText(cell);
  const isBare = BARE.test(cell) && !READS_AS_ANOTHER.test(cell) && visible(cell) === cell;
  return isBare ? cut(cell, length) : quoted(cell, length);
}

/** What was and what is, as `cellPair` shows them; a number of more digits than JSON has stands as digits. */
export function changePair({ was, is, relative }: CellChange, length: number): [string, string] {
  // Only of two numbers there is a relative difference.
  if (relative === null || ![was, is].every(isDigits)) return cellPair(was, is, length);
  const [a, b] = [digitsOf(was), digitsOf(is)];
  return typeof was === "string" || typeof is === "string"
    ? excerpts(a, b, length, "")
    : cellPair(was, is, length);
}

function isDigits(cell: Cell): boolean {
  return typeof cell !== "string" || /^-?\d+(?:\.\d+)?$/u.test(cell);
}

function digitsOf(cell: Cell): string {
  return typeof cell === "string" ? cell : scalarText(cell);
}

/**
 * Two different cells side by side: texts quoted and cut around their first difference, numbers with the
 * digits that tell them apart. Of texts that still look alike all but ASCII is spelled out.
 *
 * @param length about how many columns each may take
 */
export function cellPair(was: Cell, is: Cell, length: number): [string, string] {
  if (typeof was === "number" && typeof is === "number") {
    return was === is ? [numberText(was), numberText(is)] : numberPair(was, is);
  }
  if (typeof was === "string" && typeof is === "string") return excerpts(was, is, length);
  return [valueText(was, length), valueText(is, length)];
}

/** Cells by column as `model=a, bias=0.05`. */
export function cellsText(cells: readonly (readonly [string, Cell])[], length: number): string {
  return cells.map(([name, cell]) => `${columnText(name)}=${cellText(cell, length)}`).join(", ");
}

/**
 * A key as `model=a, bias=0.05`, or `row 7`.
 *
 * @param isPlace whether rows are matched by position: a column may be named # too
 */
export function keyText(key: Key, isPlace: boolean, length: number): string {
  return isPlace
    ? `row ${Object.values(key)
        .map((cell) => cellText(cell, length))
        .join(", ")}`
    : cellsText(Object.entries(key), length);
}

/** Heading of a part of a key. */
export function keyName(name: string, isPlace: boolean): string {
  return isPlace ? "row" : columnText(name);
}

/** The name of a column, of any length and content in the file that was read. */
export function columnText(name: string): string {
  return cut(visible(name), 40);
}

/** Whether a cell is a number, which stands to the right. */
export function isNumeric(cell: Cell): boolean {
  return typeof cell === "number" || (typeof cell === "object" && cell !== null);
}

function valueText(cell: Cell, length: number): string {
  return typeof cell === "string" ? quoted(cell, length) : scalarText(cell);
}

function scalarText(cell: Exclude<Cell, string>): string {
  if (typeof cell === "number") return numberText(cell);
  if (typeof cell === "object" && cell !== null) return cut(visible(String(cell.number)), 20);
  return String(cell);
}

interface Quotes {
  readonly mark: '"' | "";
  readonly spelling: Spelling;
}

/** Cut before it is spelled out: an escape is never cut in the middle, and "…" stands outside the quotes. */
function quoted(
  text: string,
  length: number,
  start = 0,
  { mark, spelling }: Quotes = { mark: '"', spelling: "unseen" },
): string {
  const spell = speller(text, spelling);
  const head = start > 0 ? "…" : "";
  let body = "";
  let used = 2 + head.length;
  for (const char of text.slice(start, start + 2 * length + 2)) {
    const shown = /[\\"]/u.test(char) ? `\\${char}` : spell(char);
    if (used + columns(shown) > Math.max(length, 12)) return `${head}${mark}${body}${mark}…`;
    body += shown;
    used += columns(shown);
  }
  const tail = start + 2 * length + 2 < text.length ? "…" : "";
  return `${head}${mark}${body}${mark}${tail}`;
}

function excerpts(was: string, is: string, length: number, mark: Quotes["mark"] = '"'): [string, string] {
  const pair = excerptsBy(was, is, length, { mark, spelling: "unseen" });
  return lookAlike(pair[0], pair[1])
    ? excerptsBy(was, is, length, { mark, spelling: "all but ASCII" })
    : pair;
}

function excerptsBy(was: string, is: string, length: number, quotes: Quotes): [string, string] {
  const from = (start: number): [string, string] => [
    quoted(was, length, start, quotes),
    quoted(is, length, start, quotes),
  ];
  const whole = from(0);
  if (!whole[0].endsWith("…") && !whole[1].endsWith("…")) return whole;
  const at = firstDifference(was, is);
  // Some characters are wide and some are spelled out: the context shrinks until the difference has its room.
  for (let context = Math.floor(length / 2); context > 0; context = Math.floor(context / 2)) {
    const start = boundary(was, Math.max(0, at - context));
    const isHalf = columns(quoted(was.slice(start, at), 100 * length, 0, quotes)) <= length / 2 + 2;
    const pair = from(start);
    if (isHalf && pair[0] !== pair[1]) return pair;
  }
  return from(at);
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return boundary(a.length > at ? a : b, at);
}

/** The place itself, or one before where it would cut a pair of surrogates. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
