import { shown } from "../../tables/untrusted.ts";

/** A cell as it stands: an empty one without quotes is null, one that is `""` the empty text. */
export type RawCell = string | null;

/** A CSV by columns. */
interface CsvColumns {
  readonly names: readonly string[];
  /** By column, then by row. */
  readonly cells: readonly (readonly RawCell[])[];
  readonly length: number;
}

const LINE_ENDS = /\r\n|\n|\r/g;
const UNQUOTED_END = /[,\r\n]/g;

/**
 * The cells of a CSV (RFC 4180; lines end with LF, CRLF or CR; a byte order mark and empty lines are left out, but below
 * a single column an empty line is a row without a value).
 * Unlike csvRecords it takes any columns, and a quote within an unquoted cell as it stands.
 *
 * @throws RangeError that names line and fault
 */
export function csvColumns(whole: string): CsvColumns {
  const text = whole.startsWith("\ufeff") ? whole.slice(1) : whole;
  let names: string[] | null = null;
  let cells: RawCell[][] = [];
  let length = 0;
  let at = 0;
  let record: RawCell[] = [];
  const begin = (first: RawCell[]) => {
    names = first.map((cell) => cell ?? "");
    const twice = names.find((name, i) => names!.indexOf(name) < i);
    if (twice !== undefined) throw new RangeError(`the header names column ${shown(twice)} twice`);
    cells = names.map(() => []);
  };
  const line = () => 1 + (text.slice(0, at).match(LINE_ENDS)?.length ?? 0);
  const end = () => {
    if (record.length === 1 && record[0] === null && names?.length !== 1) {
      // An empty line.
    } else if (names === null) {
      begin(record);
    } else if (record.length !== names.length) {
      throw new RangeError(`line ${line()} has ${record.length} cells, the header ${names.length}`);
    } else {
      for (let i = 0; i < record.length; i++) cells[i]!.push(record[i]!);
      length++;
    }
    record = [];
  };
  while (at < text.length) {
    if (text.charCodeAt(at) === 0x22) {
      const close = closingQuote(text, at + 1);
      if (close === -1) throw new RangeError(`line ${line()} has a quote that is never closed`);
      const inside = text.slice(at + 1, close);
      record.push(inside.includes('"') ? inside.replaceAll('""', '"') : inside);
      at = close + 1;
    } else {
      UNQUOTED_END.lastIndex = at;
      const stop = UNQUOTED_END.exec(text)?.index ?? text.length;
      record.push(stop === at ? null : text.slice(at, stop));
      at = stop;
    }
    const next = text[at];
    if (next === ",") {
      at++;
      if (at < text.length) continue;
      // A comma before the end of the file has an empty cell behind it.
      record.push(null);
      end();
    } else if (next === "\r" || next === "\n" || next === undefined) {
      end();
      at += next === "\r" && text[at + 1] === "\n" ? 2 : 1;
    } else {
      throw new RangeError(`line ${line()} has ${shown(next)} behind a quoted cell`);
    }
  }
  if (names === null) throw new RangeError("it is empty; a CSV begins with a line of column names");
  return { names, cells, length };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== 0x22) return at;
  }
  return -1;
}
