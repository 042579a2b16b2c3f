import { counted, grouped } from "../../pipeline/quantities.ts";
import type { Cell, CellChange, Key, TableDifference } from "../report.ts";
import { cellText, changePair, columnText, keyName } from "./cells.ts";
import { heading, isNumbers, scroll } from "./html-grid.ts";
import { type Html, html } from "./html-text.ts";
import { differenceText, relativeText } from "./numbers.ts";

/** Characters of a value: a page has room and scrolls. */
const LENGTH = 240;
/** A longer one may break over lines, and shows which part of it differs. */
const LONG = 32;

/** Changed cells as they stand in the table: rows with their key, a column for each that changed in any. */
export function changes({ key: by, changed: { sample, cells, byColumn } }: TableDifference): Html | null {
  const isPlace = by.length === 0;
  if (sample.length === 0) return null;
  const rows = new Map<string, { readonly key: Key; readonly cells: Map<string, CellChange> }>();
  for (const change of sample) {
    const place = JSON.stringify(change.key);
    const row = rows.get(place) ?? { key: change.key, cells: new Map<string, CellChange>() };
    // Rows with one key, the duplicates, stand below one another.
    const isTaken = row.cells.has(change.column);
    const target = isTaken ? { key: change.key, cells: new Map<string, CellChange>() } : row;
    target.cells.set(change.column, change);
    rows.set(isTaken ? `${place} ${rows.size}` : place, target);
  }
  const keys = [...new Set(sample.flatMap(({ key }) => Object.keys(key)))];
  const inSample = new Set(sample.map(({ column }) => column));
  const columns = [...new Set([...byColumn.map(({ column }) => column), ...inSample])].filter((column) =>
    inSample.has(column),
  );
  const isAll = sample.length === cells;
  const caption = isAll
    ? `${counted(cells, "changed cell")}: A above, B below${columns.length > 1 ? ", = is equal" : ""}`
    : `The ${grouped(sample.length)} largest of ${counted(cells, "changed cell")}: A above, B below, · is none of them`;
  const all = [...rows.values()];
  const numbers = new Set(keys.filter((name) => isNumbers(all.map(({ key }) => key[name]))));
  const head = [
    ...keys.map((name) =>
      heading(
        name,
        all.map(({ key }) => key[name]),
        isPlace,
      ),
    ),
    ...columns.map((name) => heading(name, [])),
  ];
  const body = all.map(({ key, cells: changed }) => {
    const names = keys.map((name) => keyCell(keyName(name, isPlace), key[name], numbers.has(name)));
    const values = columns.map((column) => changedCell(column, changed.get(column), isAll));
    return html`<tr>${names}${values}</tr>\n`;
  });
  return scroll(caption, html`<thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody>`, true);
}

function keyCell(label: string, value: Cell | undefined, isNumber: boolean): Html {
  return html`<th scope="row" data-label="${label}"${isNumber ? html` class="number"` : null}>${value === undefined ? null : cellText(value, LENGTH)}</th>`;
}

/** A cell without a change is marked as such only where all changes are known. */
function changedCell(column: string, change: CellChange | undefined, isAll: boolean): Html {
  if (change === undefined) return html`<td class="same">${isAll ? "=" : "·"}</td>`;
  const [was, is] = changePair(change, LENGTH);
  const isLong = was.length > LONG || is.length > LONG;
  const [a, b] = isLong ? markedTexts(was, is) : [html`${was}`, html`${is}`];
  const differences = [
    ...(change.absolute === null ? [] : [`Δ ${differenceText(change.absolute)}`]),
    ...(change.relative === null ? [] : [relativeText(change.relative)]),
  ];
  const told = differences.length === 0 ? null : html`<span class="dim">${differences.join(", ")}</span>`;
  return html`<td class="changed${isLong ? " long" : ""}" data-label="${columnText(column)}"><span><del><span class="mark">A</span>${a}</del></span><span><ins><span class="mark">B</span>${b}</ins></span>${told}</td>`;
}

/** Two long texts with the part underlined that differs. */
function markedTexts(was: string, is: string): [Html, Html] {
  const a = [...was];
  const b = [...is];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const mark = (text: readonly string[]): Html => {
    const middle = text.slice(start, text.length - end).join("");
    const marked = middle === "" ? null : html`<b>${middle}</b>`;
    return html`${text.slice(0, start).join("")}${marked}${text.slice(text.length - end).join("")}`;
  };
  return [mark(a), mark(b)];
}
