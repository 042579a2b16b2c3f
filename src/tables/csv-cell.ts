/** What a spreadsheet takes for a formula: = + - @, a tab, CR or LF, or the wide form of one of the four signs. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text as a cell of a CSV (RFC 4180): in quotes where it must be. A text that a spreadsheet would run as a formula gets
 * an apostrophe in front.
 */
export function csvCell(text: string): string {
  return quotedCell(FORMULA.test(text) ? `'${text}` : text);
}

/** A text in quotes where it holds a comma, a quote or a line end; formulas are left as they are. */
export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that `csvCell` wrote: without the apostrophe that stands before a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
