import { counted, grouped } from "../../pipeline/quantities.ts";
import type { Cell, RowSample, TableDifference } from "../report.ts";
import { cellText, columnText, keyText } from "./cells.ts";
import { changes } from "./html-changes.ts";
import { heading, isNumbers, scroll } from "./html-grid.ts";
import { type Html, html } from "./html-text.ts";
import { magnitudeText, relativeText } from "./numbers.ts";
import { columnChangeText, duplicatesText, matchText } from "./words.ts";

/** Characters of a value: a page has room and scrolls. */
const LENGTH = 240;

/** What differs in a table: how rows were matched, the schema, counts by column, changed cells, whole rows. */
export function tableHtml(table: TableDifference): Html {
  const duplicates = duplicatesText(table);
  return html`<p class="dim">${matchText(table)}</p>
${list(table.columns.map(columnChangeText))}${duplicates === null ? null : html`<p class="note">${duplicates + examples(table)}</p>\n`}${tallies(table)}${changes(table)}${wholeRows(table.removed, table.key, "a")}${wholeRows(table.added, table.key, "b")}`;
}

/** A list of plain sentences; nothing without any. */
export function list(sentences: readonly string[]): Html | null {
  if (sentences.length === 0) return null;
  return html`<ul>${sentences.map((text) => html`<li>${text}</li>`)}</ul>\n`;
}

function tallies({ changed: { byColumn } }: TableDifference): Html | null {
  if (byColumn.length === 0) return null;
  const rows = byColumn.map(
    ({ column, cells, largestAbsolute, largestRelative }) =>
      html`<tr><th scope="row"><code>${columnText(column)}</code></th><td class="number">${grouped(cells)}</td><td class="number">${largestAbsolute === null ? null : magnitudeText(largestAbsolute)}</td><td class="number">${largestRelative === null ? null : relativeText(largestRelative)}</td></tr>\n`,
  );
  return scroll(
    "Changes by column",
    html`<thead><tr><th scope="col">column</th><th scope="col" class="number">changed cells</th><th scope="col" class="number">largest Δ</th><th scope="col" class="number">relative</th></tr></thead>
<tbody>${rows}</tbody>`,
  );
}

/** Rows that one side lacks, whole. */
function wholeRows(rows: RowSample, key: readonly string[], side: "a" | "b"): Html | null {
  if (rows.count === 0) return null;
  const noun = side === "a" ? "removed row" : "added row";
  const { sample } = rows;
  if (sample.length === 0) return html`<p>${counted(rows.count, noun)}</p>\n`;
  const names = [...new Set([...key, ...sample.flatMap((row) => Object.keys(row))])];
  const numbers = new Set(names.filter((name) => isNumbers(sample.map((row) => row[name]))));
  const sign = side === "a" ? html`<td><del>−</del></td>` : html`<td><ins>+</ins></td>`;
  const body = sample.map(
    (row) => html`<tr>${sign}${names.map((name) => plainCell(row[name], numbers.has(name)))}</tr>\n`,
  );
  const head = names.map((name) =>
    heading(
      name,
      sample.map((row) => row[name]),
    ),
  );
  const caption =
    sample.length === rows.count
      ? counted(rows.count, noun)
      : `The first ${grouped(sample.length)} of ${counted(rows.count, noun)}`;
  return scroll(
    `${caption}: only in ${side.toUpperCase()}`,
    html`<thead><tr><td></td>${head}</tr></thead>\n<tbody>${body}</tbody>`,
  );
}

function plainCell(value: Cell | undefined, isNumber: boolean): Html {
  const text = value === undefined ? null : cellText(value, LENGTH);
  const kind = isNumber ? "number" : value === null ? "dim" : null;
  return html`<td${kind === null ? null : html` class="${kind}"`}>${text}</td>`;
}

function examples({ duplicates: { sample } }: TableDifference): string {
  const keys = sample.slice(0, 3).map((key) => keyText(key, false, 40));
  return keys.length === 0 ? "" : `, such as ${keys.join("; ")}`;
}
