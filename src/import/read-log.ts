import type { ImportedLine } from "../pipeline/journal.ts";
import { type FileLine, linesOf, textOfLine } from "../pipeline/lines.ts";
import type { TableSchema } from "../tables/schema.ts";
import { keyName, type LogRecord, readRecord } from "./check-record.ts";
import { IndexSet } from "./seen-states.ts";

/** Which of several records of one key counts. */
export type Keep = "first" | "last";

/** What is wrong with a log. */
export interface LogFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** A kind of log file: its schema, and the columns that cut it into slices. */
export interface LogKind {
  readonly of: "message" | "comprehension";
  readonly schema: TableSchema;
}

/** Columns that cut a log into the slices of the study. */
export const CELL = ["model", "bias", "frame"] as const;

/** A record whose key has occurred before, on an earlier line. */
export interface Repetition {
  /** Values of the key's columns. */
  readonly key: LogRecord;
  readonly line: number;
}

/** What a log holds beside the records that were taken. */
export interface LogReading {
  /** Number of lines that are not blank. */
  readonly records: number;
  /** The first faults, in the order of the lines, and how many there are in all. */
  readonly faults: readonly LogFault[];
  readonly faultCount: number;
  readonly repeated: readonly Repetition[];
}

const MOST_FAULTS = 20;

export interface ReadOptions {
  /** Lines to pass over. */
  readonly skip?: (line: number) => boolean;
  /** Told how many records were read so far, now and then; it may throw to stop. */
  readonly progress?: (records: number) => void;
}

/**
 * Reads a log once, line by line. `take` gets each record that is right and whose key has not occurred before, and
 * may return what is wrong with it. Blank lines are passed over.
 */
export async function readLog(
  file: string,
  kind: LogKind,
  take: (record: LogRecord) => string | null,
  { skip = () => false, progress = () => {} }: ReadOptions = {},
): Promise<LogReading> {
  const faults: LogFault[] = [];
  let faultCount = 0;
  const fault = (line: number, reason: string) => {
    faultCount++;
    if (faults.length < MOST_FAULTS) faults.push({ file, line, reason });
  };
  const repeated: Repetition[] = [];
  const seen = new Map<string, IndexSet>();
  const records = await forEachRecord(
    file,
    kind,
    (read, line) => {
      if (skip(line)) return;
      if ("fault" in read) {
        fault(line, read.fault as string);
        return;
      }
      const cell = keyName(read, CELL);
      let states = seen.get(cell);
      if (states === undefined) {
        states = new IndexSet();
        seen.set(cell, states);
      }
      if (!states.add((read.state_index as number | undefined) ?? 0)) {
        repeated.push({ key: keyOf(read, kind), line });
        return;
      }
      const reason = take(read);
      if (reason !== null) fault(line, reason);
    },
    progress,
  );
  return { records, faults, faultCount, repeated };
}

/** Lines of each repeated key, the first among them: a second reading, for logs that repeat themselves alone. */
export async function linesOfRepeated(
  file: string,
  kind: LogKind,
  repeated: readonly Repetition[],
): Promise<{ readonly key: LogRecord; readonly lines: readonly number[] }[]> {
  const wanted = new Map<string, { key: LogRecord; lines: number[] }>();
  for (const { key } of repeated) wanted.set(keyName(key, kind.schema.key), { key, lines: [] });
  await forEachRecord(file, kind, (read, line) => {
    if (!("fault" in read)) wanted.get(keyName(read, kind.schema.key))?.lines.push(line);
  });
  return [...wanted.values()];
}

async function forEachRecord(
  file: string,
  kind: LogKind,
  take: (read: LogRecord | { readonly fault: string }, line: number) => void,
  progress: (records: number) => void = () => {},
): Promise<number> {
  let index = 0;
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      const read = recordOf(line, kind.schema, index);
      if (read === null) continue;
      index++;
      take(read, line.number);
    }
    progress(index);
  }
  return index;
}

function keyOf(record: LogRecord, { schema }: LogKind): LogRecord {
  return Object.fromEntries(schema.key.map((name) => [name, record[name]!]));
}

/** A record as a line of the journal. */
export function journalLine(kind: LogKind, record: LogRecord): string {
  const line: ImportedLine = { kind: "imported", of: kind.of, by: CELL, row: record };
  return `${JSON.stringify(line)}\n`;
}

function recordOf(
  line: FileLine,
  schema: TableSchema,
  index: number,
): LogRecord | { readonly fault: string } | null {
  const text = textOfLine(line.bytes);
  if (typeof text !== "string") return { fault: `byte ${text.badByte} of the line is not UTF-8 text` };
  return text.trim() === "" ? null : readRecord(text, schema, index, !line.ended);
}
