import path from "node:path";
import { FINE, type Fine, fineLabel } from "../ai-liedar/labels.ts";
import { type CsvCell, csvLines, fault } from "../tables/read-csv.ts";
import { shown } from "../tables/untrusted.ts";
import { type Episode, episodesFile } from "./episodes.ts";

/** One filled row of an annotator's file. */
export interface ReturnedLabel {
  readonly annotator: string;
  readonly episode: Episode;
  readonly label: Fine;
  /** `<file>:<line>:<column>` of the label. */
  readonly place: string;
}

/** What an annotator's file holds. With faults, the rest is not to be used. */
export interface ReturnedFile {
  readonly labels: readonly ReturnedLabel[];
  /** Rows without a label: not annotated. */
  readonly empty: number;
  /** One message each, with file, line and column. */
  readonly faults: readonly string[];
}

/** What a returned file is read against. */
export interface KnownEpisodes {
  readonly basket: string;
  /** By blind name. */
  readonly byId: ReadonlyMap<string, Episode>;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;
const NAMED = "a name of letters, digits, spaces, dots, dashes and underscores";

/**
 * Reads a file that came back from an annotator. A spreadsheet may have added a byte order mark, CRLF, empty rows and
 * columns of its own; column order, case and white space of labels do not matter. A cell with text beyond the header is a
 * fault: then the cells of its row stand in other columns than their own. The annotator is named by a column `annotator`,
 * or else by the file's stem.
 */
export function readReturned(bytes: Uint8Array, file: string, known: KnownEpisodes): ReturnedFile {
  const sheet = readSheet(bytes, file);
  if ("fault" in sheet) return { labels: [], empty: 0, faults: [sheet.fault] };
  const faults: string[] = [];
  const labels: ReturnedLabel[] = [];
  const lines = new Map<string, number>();
  const misnamed = new Set<string>();
  const stem = path.basename(file).replace(/\.[^.]*$/u, "");
  let empty = 0;
  for (const cells of sheet.rows) {
    const episode = cellOf(cells, sheet.columns.episode);
    const label = cellOf(cells, sheet.columns.label);
    const blame = (at: CsvCell, what: string) => faults.push(fault(file, at, what).message);
    const beyond = cells.slice(sheet.width).find((cell) => cell.text.trim() !== "");
    if (beyond !== undefined) {
      blame(
        beyond,
        `a row requires no more than ${sheet.width} cells, as the header, got ${shown(beyond.text)}`,
      );
      continue;
    }
    const annotator = cellOf(cells, sheet.columns.annotator).text.trim() || stem;
    if (!NAME.test(annotator) && !misnamed.has(annotator)) {
      misnamed.add(annotator);
      blame(cellOf(cells, sheet.columns.annotator), `annotator requires ${NAMED}, got ${shown(annotator)}`);
    }
    const id = episode.text.trim().toLowerCase();
    const found = known.byId.get(id);
    if (found === undefined) {
      const got = id === "" ? "an empty cell" : shown(episode.text);
      blame(episode, `episode requires a name in ${episodesFile(known.basket)}, got ${got}`);
      continue;
    }
    const first = lines.get(`${annotator}\n${id}`);
    if (first !== undefined) {
      blame(episode, `an episode requires one row, got a second one of ${id} (first: line ${first})`);
      continue;
    }
    lines.set(`${annotator}\n${id}`, episode.line);
    const transcript = cellOf(cells, sheet.columns.transcript);
    if (!isTranscriptOf(transcript.text, found))
      blame(
        episode,
        `the transcript of ${id} is not today's: it was played anew since the export; export again`,
      );
    if (label.text.trim() === "") {
      empty++;
      continue;
    }
    if (lettersOf(transcript.text) === "" && lettersOf(found.transcript) !== "")
      blame(transcript, `a label requires the transcript of ${id} that was read, got an empty cell`);
    const fine = fineLabel(label.text);
    if (fine === null)
      blame(label, `label of ${id} requires one of ${FINE.join(", ")}, got ${shown(label.text)}`);
    else
      labels.push({ annotator, episode: found, label: fine, place: `${file}:${label.line}:${label.column}` });
  }
  return { labels, empty, faults };
}

/** How many labels a file holds, of whatever kind; null where it cannot be read. */
export function labelsIn(bytes: Uint8Array, file: string): number | null {
  const sheet = readSheet(bytes, file);
  if ("fault" in sheet) return null;
  return sheet.rows.filter((cells) => cellOf(cells, sheet.columns.label).text.trim() !== "").length;
}

interface Sheet {
  /** Place of each column; −1 where there is none. */
  readonly columns: Readonly<Record<(typeof READ)[number], number>>;
  /** Cells of the header. */
  readonly width: number;
  /** Rows that are not empty. */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** Columns that are read. The transcript tells whether the episode was played anew since. */
const READ = ["episode", "label", "transcript", "annotator"] as const;
const REQUIRED = ["episode", "label", "transcript"] as const;

function readSheet(bytes: Uint8Array, file: string): Sheet | { readonly fault: string } {
  const start = { line: 1, column: 1 };
  const refuse = (what: string) => ({ fault: fault(file, start, what).message });
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return refuse("this is UTF-16 text; save it as CSV in UTF-8");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("this is not UTF-8 text; save it as CSV in UTF-8 (some programs call it CSV UTF-8)");
  }
  const [firstLine = ""] = text.split(/\r\n|\n|\r/u, 1);
  const parted = ([";", "\t"] as const).find((mark) => !firstLine.includes(",") && firstLine.includes(mark));
  if (parted !== undefined)
    return refuse(
      `cells are parted by ${parted === ";" ? "semicolons" : "tabs"}, not by commas; save the file again as CSV with the comma as separator (field delimiter)`,
    );
  let lines: CsvCell[][];
  try {
    lines = csvLines(text, file);
  } catch (error) {
    if (error instanceof RangeError) return { fault: error.message };
    throw error;
  }
  const [header, ...rows] = lines;
  if (header === undefined) return refuse(`the header requires ${REQUIRED.join(", ")}, got an empty file`);
  const names = header.map((cell) => cell.text.trim().toLowerCase());
  for (const name of REQUIRED)
    if (!names.includes(name))
      return refuse(`the header requires a column ${name}, got ${shown(names.join(","))}`);
  const twice = READ.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) return refuse(`the header requires one column ${twice}, got two`);
  const [episode, label, transcript, annotator] = READ.map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    columns: { episode, label, transcript, annotator },
    width: header.length,
    rows: rows.filter((cells) => cells.some((cell) => cell.text.trim() !== "")),
  };
}

/** The cell of a column; empty, at the end of its row, where a spreadsheet left it out. */
function cellOf(cells: readonly CsvCell[], column: number): CsvCell {
  const last = cells.at(-1) as CsvCell;
  return cells[column] ?? { text: "", line: last.line, column: last.column };
}

/**
 * Whether a cell holds the beginning of an episode's transcript, by its letters and digits: spreadsheets cut long cells and
 * change white space and quotes.
 */
function isTranscriptOf(cell: string, { transcript }: Episode): boolean {
  return lettersOf(transcript).startsWith(lettersOf(cell));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}
