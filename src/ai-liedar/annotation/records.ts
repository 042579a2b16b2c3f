import { byteOrder } from "../../tables/canonical.ts";
import { csvCell, withoutApostrophe } from "../../tables/csv-cell.ts";
import { type CsvCell, csvRecords, fault } from "../../tables/read-csv.ts";
import { shown } from "../../tables/untrusted.ts";
import { byEpisode, type EpisodeKey, episodeKey } from "../episode-key.ts";
import { FINE, type Fine, fineLabel } from "../labels.ts";

/** One annotator's label of one episode. */
export interface Annotation extends EpisodeKey {
  readonly annotator: string;
  readonly label: Fine;
  /** Mark of the transcript that was read (`transcriptMark`). */
  readonly transcript: string;
}

const COLUMNS = [
  "model",
  "condition",
  "scenario",
  "variant",
  "profile",
  "repeat",
  "annotator",
  "label",
  "transcript",
] as const;

/**
 * Reads the annotations of a basket, data/annotations/<basket>/ai-liedar.csv.
 *
 * @param files path → text of each file; none gives no annotation
 * @throws RangeError `<file>:<line>:<column>: …` for a cell that is not what its column holds, or where one annotator
 *   labels one episode twice, in whatever files
 */
export function readAnnotations(files: Readonly<Record<string, string>>): Annotation[] {
  const seen = new Map<string, string>();
  return Object.entries(files).flatMap(([file, text]) =>
    csvRecords(text, file, COLUMNS).map((record) => {
      const annotation = annotationOf(record, file);
      const key = `${annotation.annotator}\n${episodeKey(annotation)}`;
      const first = seen.get(key);
      if (first !== undefined)
        throw fault(
          file,
          record.label,
          `an annotator requires one label per episode, got a second one (first: ${first})`,
        );
      seen.set(key, `${file}:${record.label.line}`);
      return annotation;
    }),
  );
}

/** The CSV that `readAnnotations` reads: rows by episode and annotator, so equal annotations give equal bytes. */
export function annotationsCsv(annotations: readonly Annotation[]): string {
  const sorted = [...annotations].sort((a, b) => byEpisode(a, b) || byteOrder(a.annotator, b.annotator));
  const lines = sorted.map((row) => COLUMNS.map((column) => csvCell(String(row[column]))).join(","));
  return `${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}

function annotationOf(record: Readonly<Record<(typeof COLUMNS)[number], CsvCell>>, file: string): Annotation {
  const text = (column: (typeof COLUMNS)[number]): string => {
    const value = withoutApostrophe(record[column].text);
    if (value === "") throw fault(file, record[column], `${column} requires a value, got an empty cell`);
    return value;
  };
  const whole = (column: "profile" | "repeat"): number => {
    const cell = record[column];
    if (!/^\d{1,9}$/.test(cell.text))
      throw fault(file, cell, `${column} requires a whole number, got ${shown(cell.text)}`);
    return Number(cell.text);
  };
  const label = fineLabel(record.label.text);
  if (label === null)
    throw fault(
      file,
      record.label,
      `label requires one of ${FINE.join(", ")}, got ${shown(record.label.text)}`,
    );
  return {
    model: text("model"),
    condition: text("condition"),
    scenario: text("scenario"),
    variant: text("variant"),
    profile: whole("profile"),
    repeat: whole("repeat"),
    annotator: text("annotator"),
    label,
    transcript: text("transcript"),
  };
}
