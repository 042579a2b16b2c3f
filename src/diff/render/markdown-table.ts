import { counted, grouped } from "../../pipeline/quantities.ts";
import type { Cell, CellChange, RowSample, TableDifference } from "../report.ts";
import { cellText, changePair, columnText, keyName, keyText } from "./cells.ts";
import { code, htmlCode, htmlText, pipeTable, sentence } from "./markdown-text.ts";
import { differenceText, magnitudeText, relativeText } from "./numbers.ts";
import { columnChangeText, duplicatesText, matchText, tableText } from "./words.ts";

/** Characters of a value; of a cell of a whole row, which stands beside many others, fewer. */
const LENGTH = 80;
const IN_ROW = 40;

/** What differs in a table, folded under its headline, with at most `limit` rows in each list. */
export function tableDetails(table: TableDifference, limit: number): string {
  const duplicates = duplicatesText(table);
  const facts = [
    sentence(matchText(table)),
    ...table.columns.slice(0, Math.max(limit, 5)).map((change) => sentence(columnChangeText(change))),
    ...rest(table.columns.length - Math.max(limit, 5), "schema change"),
    ...(duplicates === null ? [] : [sentence(duplicates + examples(table))]),
  ];
  const parts = [
    `<details><summary>${htmlCode(table.path)}: ${htmlText(tableText(table))}</summary>\n`,
    facts.map((fact) => `- ${fact}\n`).join(""),
    tallies(table, Math.max(limit, 5)),
    changes(table, limit),
    wholeRows(table.removed, table.key, "removed row", limit),
    wholeRows(table.added, table.key, "added row", limit),
    "</details>\n",
  ];
  return `${parts.filter((part) => part !== "").join("\n")}\n`;
}

/** The longest list of a table, as `tableDetails` limits them. */
export function longestList({ columns, added, removed, changed }: TableDifference): number {
  const lists = [columns, added.sample, removed.sample, changed.sample, changed.byColumn];
  return Math.max(...lists.map((list) => list.length));
}

function tallies({ changed }: TableDifference, limit: number): string {
  if (changed.byColumn.length === 0) return "";
  const rows = changed.byColumn
    .slice(0, limit)
    .map(({ column, cells, largestAbsolute, largestRelative }) => [
      code(columnText(column)),
      grouped(cells),
      largestAbsolute === null ? "" : magnitudeText(largestAbsolute),
      largestRelative === null ? "" : relativeText(largestRelative),
    ]);
  return (
    pipeTable(["column", "changed cells", "largest Δ", "relative"], [false, true, true, true], rows) +
    after(changed.byColumn.length - rows.length, "column")
  );
}

function changes({ changed, key }: TableDifference, limit: number): string {
  const sample = changed.sample.slice(0, limit);
  if (sample.length === 0) return changed.cells === 0 ? "" : `${counted(changed.cells, "changed cell")}\n`;
  const keys = [...new Set(sample.flatMap(({ key }) => Object.keys(key)))];
  const headings = [
    ...keys.map((name) => (key.length === 0 ? keyName(name, true) : code(columnText(name)))),
    ...["column", "was", "is", "Δ", "relative"],
  ];
  const toRight = [...keys.map(() => false), false, true, true, true, true];
  return (
    pipeTable(
      headings,
      toRight,
      sample.map((change) => changeRow(change, keys)),
    ) + after(changed.cells - sample.length, "changed cell")
  );
}

function changeRow(change: CellChange, keys: readonly string[]): string[] {
  const [was, is] = changePair(change, LENGTH);
  return [
    ...keys.map((name) => {
      const value = change.key[name];
      return value === undefined ? "" : markdownCell(value, cellText(value, IN_ROW));
    }),
    code(columnText(change.column)),
    markdownCell(change.was, was),
    // Marked by more than its place: the eye finds the new value first.
    `**${markdownCell(change.is, is)}**`,
    change.absolute === null ? "" : differenceText(change.absolute),
    change.relative === null ? "" : relativeText(change.relative),
  ];
}

function wholeRows(rows: RowSample, key: readonly string[], noun: string, limit: number): string {
  if (rows.count === 0) return "";
  const sample = rows.sample.slice(0, limit);
  if (sample.length === 0) return `${counted(rows.count, noun)}\n`;
  const names = [...new Set([...key, ...sample.flatMap((row) => Object.keys(row))])];
  const cells = sample.map((row) =>
    names.map((name) => {
      const value = row[name];
      return value === undefined ? "" : markdownCell(value, cellText(value, IN_ROW));
    }),
  );
  return (
    `${counted(rows.count, noun)}:\n\n` +
    pipeTable(
      names.map((name) => code(columnText(name))),
      names.map(() => false),
      cells,
    ) +
    after(rows.count - sample.length, noun)
  );
}

/** What our own spelling of numbers, booleans and null gives means nothing in Markdown; a text may be anything. */
function markdownCell(cell: Cell, shown: string): string {
  return typeof cell === "string" || !/^[\w.+-]+$/u.test(shown) ? code(shown) : shown;
}

function examples({ duplicates: { sample } }: TableDifference): string {
  const keys = sample.slice(0, 3).map((key) => keyText(key, false, IN_ROW));
  return keys.length === 0 ? "" : `, such as ${keys.join("; ")}`;
}

function rest(count: number, noun: string): string[] {
  return count > 0 ? [`… and ${grouped(count)} more ${noun}${count === 1 ? "" : "s"}`] : [];
}

function after(count: number, noun: string): string {
  return rest(count, noun)
    .map((line) => `\n${line}\n`)
    .join("");
}
