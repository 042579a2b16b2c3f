import { shown } from "./untrusted.ts";

/** A cell with the place where it begins; line and column count from 1, columns in UTF-16 code units. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const LINE_END = /\r\n|\n|\r/y;
const PLAIN = /[^",\r\n]*/y;
const QUOTED = /"(?:[^"]|"")*"/y;

/**
 * The records of a CSV (RFC 4180): a header, then a record per line, cells by the name of their column. Cells in
 * double quotes may hold commas, line ends and doubled quotes. Lines end with LF, CRLF or CR, the last one need
 * not; a byte order mark is left out, and so are empty lines.
 *
 * @param file name of the file, for messages
 * @param columns columns that the header must name, once each and in any order, and no others
 * @throws RangeError `<file>:<line>:<column>: … requires …, got …`
 */
export function csvRecords<Column extends string>(
  text: string,
  file: string,
  columns: readonly Column[],
): Readonly<Record<Column, CsvCell>>[] {
  const [header, ...lines] = csvLines(text, file);
  const wanted = columns.join(",");
  if (header === undefined)
    throw new RangeError(`${file}:1:1: the header requires ${wanted}, got an empty file`);
  for (const [i, cell] of header.entries()) {
    const isKnown = (columns as readonly string[]).includes(cell.text);
    if (!isKnown || header.findIndex(({ text: name }) => name === cell.text) < i)
      throw fault(file, cell, `the header requires ${wanted} once each, got ${shown(cell.text)}`);
  }
  const place = columns.map((name) => header.findIndex((cell) => cell.text === name));
  const lacking = columns.filter((_, k) => place[k] === -1);
  if (lacking.length > 0)
    throw fault(file, header[0] as CsvCell, `the header requires ${wanted}, got no ${lacking.join(", ")}`);
  return lines.map((line) => {
    if (line.length !== header.length) {
      const at = line[Math.min(line.length, header.length + 1) - 1] as CsvCell;
      throw fault(file, at, `a record requires ${header.length} cells, got ${line.length}`);
    }
    const cells = columns.map((name, k) => [name, line[place[k] as number]] as const);
    return Object.fromEntries(cells) as Record<Column, CsvCell>;
  });
}

/** An error at a cell: `<file>:<line>:<column>: <what>`. */
export function fault(file: string, at: Omit<CsvCell, "text">, what: string): RangeError {
  return new RangeError(`${file}:${at.line}:${at.column}: ${what}`);
}

/**
 * The lines of a CSV as they stand, the header among them, for files whose columns are not fixed: as `csvRecords`, but
 * lines may differ in length. Lines without a character are left out.
 *
 * @throws RangeError as `csvRecords` for quotes that do not close or stand within a cell
 */
export function csvLines(whole: string, file: string): CsvCell[][] {
  const text = whole.replace(/^\uFEFF/u, "");
  const lines: CsvCell[][] = [];
  let cells: CsvCell[] = [];
  let line = 1;
  let lineStart = 0;
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  while (at < text.length) {
    const place = { line, column: at - lineStart + 1 };
    const isQuoted = text[at] === '"';
    const raw = match(isQuoted ? QUOTED : PLAIN);
    if (raw === null)
      throw fault(file, place, "a quoted cell requires a closing quote, got the end of the file");
    at += raw.length;
    cells.push({ ...place, text: isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw });
    for (const { 0: end, index } of raw.matchAll(/\r\n|\n|\r/g)) {
      line++;
      lineStart = at - raw.length + index + end.length;
    }
    const end = match(LINE_END);
    if (text[at] === ",") {
      at++;
      // A comma before the end of the file or line has an empty cell behind it.
      if (at === text.length) cells.push({ text: "", line, column: at - lineStart + 1 });
      else continue;
    } else if (end !== null) {
      at += end.length;
    } else if (at < text.length) {
      const here = { line, column: at - lineStart + 1 };
      const rule = isQuoted
        ? "a comma or the end of the line after a quoted cell"
        : "a cell with a quote to be quoted";
      throw fault(file, here, `a record requires ${rule}, got ${shown(text[at])}`);
    }
    if (cells.length > 1 || raw !== "") lines.push(cells);
    cells = [];
    if (end !== null) {
      line++;
      lineStart = at;
    }
  }
  return lines;
}
