import { counted } from "../../pipeline/quantities.ts";
import type { Cell, CellChange, TableDifference } from "../report.ts";
import { cellsText, cellText, changePair, columnText, keyName, keyText } from "./cells.ts";
import { differenceText, magnitudeText, relativeText } from "./numbers.ts";
import { type Paint, pad, wrap } from "./terminal.ts";
import { columns, cut } from "./width.ts";

const INDENT = 4;
/** Columns that a value may take, tried from the widest: the first that lets every row fit. */
const LENGTHS = [60, 40, 28, 20, 14];
/** Columns of a part of a key: names of models are long and differ at their end. */
const KEY_LENGTH = 60;

interface GridCell {
  readonly text: string;
  readonly toRight: boolean;
  readonly paint?: (text: string) => string;
}

/**
 * Changed cells, one a line, in columns: the key, the column, was → is, the differences. Where that is too
 * wide the key stands on a line of its own.
 */
export function changeLines({ changed, key }: TableDifference, width: number, style: Paint): string[] {
  const changes = changed.sample;
  if (changes.length === 0) return [];
  const isPlace = key.length === 0;
  const keys = [...new Set(changes.flatMap(({ key }) => Object.keys(key)))];
  for (const length of LENGTHS) {
    const rows = [
      headings(keys, isPlace, style),
      ...changes.map((change) => cells(change, keys, length, style)),
    ];
    const widths = widthsOf(rows);
    const total = INDENT + widths.reduce((sum, each) => sum + each + 2, -2);
    if (total <= width) return rows.map((row) => line(row, widths));
  }
  return stacked(changes, isPlace, width, style);
}

/** Whole rows of one side, one a line, cut at the width. */
export function rowLines(
  rows: readonly Readonly<Record<string, Cell>>[],
  key: readonly string[],
  mark: "+" | "-",
  width: number,
  style: Paint,
): string[] {
  const paint = mark === "+" ? style.good : style.bad;
  return rows.map((row) => {
    // What tells the row apart comes first, and is what is left when the line is cut.
    const names = [...new Set([...key.filter((name) => Object.hasOwn(row, name)), ...Object.keys(row)])];
    const told = cellsText(
      names.map((name) => [name, row[name]!]),
      32,
    );
    return " ".repeat(INDENT) + paint(cut(`${mark} ${told}`, width - INDENT));
  });
}

/** Columns with changes, in the order of the table. */
export function tallyLines(table: TableDifference, width: number): string[] {
  const rows = table.changed.byColumn.map(({ column, cells, largestAbsolute, largestRelative }) => {
    const told = [
      ...(largestAbsolute === null ? [] : [`largest Δ ${magnitudeText(largestAbsolute)}`]),
      ...(largestRelative === null ? [] : [relativeText(largestRelative)]),
    ];
    return [
      { text: columnText(column), toRight: false },
      { text: counted(cells, "cell"), toRight: true },
      { text: told.join(", "), toRight: false },
    ];
  });
  const widths = widthsOf(rows);
  return rows.map((row) => cut(line(row, widths), width));
}

function headings(keys: readonly string[], isPlace: boolean, style: Paint): GridCell[] {
  const heading = (text: string, toRight = false) => ({ text, toRight, paint: style.dim });
  const names = keys.map((name) => heading(keyName(name, isPlace)));
  return [
    ...names,
    heading("column"),
    heading("was", true),
    heading(""),
    heading("is"),
    heading("Δ", true),
    heading("relative", true),
  ];
}

function cells(change: CellChange, keys: readonly string[], length: number, style: Paint): GridCell[] {
  const [was, is] = changePair(change, length);
  return [
    ...keys.map((name) => {
      const value = change.key[name];
      return { text: value === undefined ? "" : cellText(value, KEY_LENGTH), toRight: false };
    }),
    { text: columnText(change.column), toRight: false },
    { text: was, toRight: true, paint: style.bad },
    { text: "→", toRight: false },
    { text: is, toRight: false, paint: style.good },
    { text: change.absolute === null ? "" : differenceText(change.absolute), toRight: true },
    { text: change.relative === null ? "" : relativeText(change.relative), toRight: true },
  ];
}

function stacked(changes: readonly CellChange[], isPlace: boolean, width: number, style: Paint): string[] {
  const lines: string[] = [];
  const widest = largest(changes.map(({ column }) => columns(columnText(column))));
  let before = "";
  for (const change of changes) {
    const key = keyText(change.key, isPlace, KEY_LENGTH);
    if (key !== before) lines.push(...wrap(key, INDENT, width, 4));
    before = key;
    const [was, is] = changePair(change, 20);
    const differences = [
      ...(change.absolute === null ? [] : [`Δ ${differenceText(change.absolute)}`]),
      ...(change.relative === null ? [] : [relativeText(change.relative)]),
    ];
    const values = `${was} → ${is}`;
    const told = differences.length === 0 ? "" : `(${differences.join(", ")})`;
    const room = Math.min(widest, width - INDENT - 4 - columns(values));
    const name = pad(cut(columnText(change.column), room), room, false);
    const line = `${" ".repeat(INDENT + 2)}${name}  ${style.bad(was)} → ${style.good(is)}`;
    const isOneLine = INDENT + 6 + room + columns(values) + columns(told) <= width;
    if (told === "") lines.push(line);
    else if (isOneLine) lines.push(`${line}  ${told}`);
    else lines.push(line, " ".repeat(INDENT + 4) + told);
  }
  return lines;
}

/** Of a list of any length: as arguments of Math.max a long one ends in a stack overflow. */
function largest(sizes: readonly number[]): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

function widthsOf(rows: readonly (readonly GridCell[])[]): number[] {
  const first = rows[0] ?? [];
  return first.map((_, c) => largest(rows.map((row) => columns(row[c]!.text))));
}

function line(row: readonly GridCell[], widths: readonly number[]): string {
  const cellsOf = row.map(({ text, toRight, paint }, c) => {
    // Colours have no width, and spaces no colour.
    const space = " ".repeat(widths[c]! - columns(text));
    const shown = paint === undefined || text === "" ? text : paint(text);
    return toRight ? space + shown : shown + space;
  });
  return " ".repeat(INDENT) + cellsOf.join("  ").trimEnd();
}
