import { rmdirSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { parseAnswer } from "../cheap-talk/parser.ts";
import { basketFile } from "../pipeline/basket.ts";
import { Failure } from "../pipeline/failure.ts";
import {
  filesBelow,
  readIfThere,
  removeIfThere,
  SCRATCH_ENDING,
  writeAtomically,
} from "../pipeline/files.ts";
import { hashOfFile, journalFile } from "../pipeline/journal.ts";
import { readSchema } from "../tables/schema.ts";
import { keyText, type LogRecord } from "./check-record.ts";
import { type BasketText, Design } from "./design.ts";
import { JournalWriter } from "./journal-writer.ts";
import {
  journalLine,
  type Keep,
  type LogKind,
  type LogReading,
  linesOfRepeated,
  readLog,
} from "./read-log.ts";
import { StateList } from "./seen-states.ts";

const STUDY = "cheap-talk";

export interface ImportRequest {
  /** Log of messages, and of comprehension answers where there is one. */
  readonly messages: string;
  readonly comprehension: string | null;
  readonly basket: string;
  /** Which record counts where a key occurs more than once; null makes it an error. */
  readonly keep: Keep | null;
  /** Whether another log of this name may be replaced. */
  readonly replace: boolean;
  /** Stops the import before anything is in its place. */
  readonly signal: AbortSignal;
  /** Told how many records of a file were read so far, now and then. */
  readonly progress: (file: string, records: number) => void;
}

/** What an import made. */
export interface Imported {
  /** False where the very same log had been imported before: nothing was written. */
  readonly changed: boolean;
  readonly design: Design;
  readonly comprehension: number;
  /** Records that were left out because another one of the same key counts. */
  readonly dropped: number;
  /** Messages that the recording program parsed otherwise than the study's parser does. */
  readonly parsedOtherwise: number;
  /** Files, relative to the project. */
  readonly journal: string;
  readonly basket: string;
}

/**
 * Makes a basket of a published log: the journal first, the basket's file last, each whole or not at all. Memory
 * does not grow with the log. Throws a Failure that lists what is wrong with the log; then nothing was written.
 */
export async function importLog(root: string, request: ImportRequest): Promise<Imported> {
  const files = { journal: journalFile(request.basket, STUDY), basket: basketFile(request.basket) };
  refuseOtherBasket(root, files.basket);
  const messages: LogKind = { of: "message", schema: schemaOf(root, "message") };
  const comprehension: LogKind = { of: "comprehension", schema: schemaOf(root, "comprehension") };
  const read = (file: string, kind: LogKind, begin: () => Take) =>
    readCounting(file, kind, request.keep, begin, (records) => {
      request.signal.throwIfAborted();
      request.progress(file, records);
    });
  sweepScratch(root, files);
  let writer = new JournalWriter(path.join(root, files.journal));
  try {
    let design = new Design();
    let parsedOtherwise = 0;
    let dropped = await read(request.messages, messages, () => {
      writer.discard();
      writer = new JournalWriter(path.join(root, files.journal));
      design = new Design();
      parsedOtherwise = 0;
      const states = new StateList();
      return (record) => {
        const before = states.tell(record.state_index as number, record.omega as number);
        if (before !== null)
          return (
            `state ${record.state_index} is ${record.omega} here and ${before} on an earlier line: ` +
            "one list of states serves every cell"
          );
        if (parsesOtherwise(record)) parsedOtherwise++;
        design.add(record);
        writer.add(journalLine(messages, record));
        return null;
      };
    });
    let lines: string[] = [];
    if (request.comprehension !== null) {
      dropped += await read(request.comprehension, comprehension, () => {
        lines = [];
        return (record) => {
          if (!design.models.has(record.model as string))
            return `model ${JSON.stringify(record.model)} has no message in ${request.messages}`;
          lines.push(journalLine(comprehension, record));
          return null;
        };
      });
    }
    for (const line of lines) writer.add(line);
    const hash = writer.finish();
    const there = await hashOfFile(path.join(root, files.journal));
    const before = readBasket(root, files.basket);
    const text = design.basketYaml(request.basket, STUDY, before);
    const isSame = there === hash;
    // A basket whose journal is gone gets it back by the log that it was made of.
    const isRestored = there === null && before !== null && design.isThatOf(before);
    const isTaken = there !== null || before !== null;
    if (isTaken && !isSame && !isRestored && !request.replace) {
      throw new Failure(
        "usage",
        `${there === null ? files.basket : files.journal} is of another log; import under another name, or replace it with --replace`,
      );
    }
    const changed = !isSame || before === null || !design.isThatOf(before);
    request.signal.throwIfAborted();
    if (changed) {
      writer.publish();
      writeAtomically(path.join(root, files.basket), text);
    }
    return { changed, design, comprehension: lines.length, dropped, parsedOtherwise, ...files };
  } finally {
    writer.discard();
    removeIfEmpty(path.join(root, path.dirname(files.journal)));
  }
}

/** Takes a record, or says what is wrong with it. */
type Take = (record: LogRecord) => string | null;

/**
 * Reads a log so that of each key the record that counts is taken, once; a second time where that is not the first.
 * `begin` forgets what was taken before. Throws a Failure for faults, and for repeated keys where nobody said which
 * record counts.
 *
 * @returns how many records were left out
 */
async function readCounting(
  file: string,
  kind: LogKind,
  keep: Keep | null,
  begin: () => Take,
  progress: (records: number) => void,
): Promise<number> {
  const first = await readLog(file, kind, begin(), { progress });
  // Which records count decides what is wrong with them.
  if (first.repeated.length === 0 || keep !== "last") refuseFaults(file, first);
  const skip = await linesToSkip(file, kind, first, keep);
  if (skip !== null) {
    refuseFaults(file, await readLog(file, kind, begin(), { skip: (line) => skip.has(line), progress }));
  }
  return first.repeated.length;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds a journal.
  }
}

/** A basket that somebody wrote is never taken for an imported one. */
function refuseOtherBasket(root: string, file: string): void {
  const basket = readBasket(root, file);
  if (basket !== null && !Array.isArray(basket.imported))
    throw new Failure("usage", `${file} is a basket that no import made; choose another name`);
}

/** The basket as it stands; null where there is none. Throws where it is no YAML: it may be somebody's work. */
function readBasket(root: string, file: string): BasketText | null {
  const text = readIfThere(path.join(root, file))?.toString("utf8");
  if (text === undefined) return null;
  try {
    const basket: unknown = parse(text);
    if (typeof basket === "object" && basket !== null) return basket as BasketText;
  } catch {
    // Told below.
  }
  throw new Failure("definition", `${file} is no basket; mend it or move it away`);
}

/** Removes what a killed import was writing. The caller holds the lock, so nobody else is. */
function sweepScratch(root: string, files: { readonly journal: string; readonly basket: string }): void {
  for (const folder of [path.dirname(files.journal), path.dirname(files.basket)]) {
    const at = path.join(root, folder);
    for (const file of filesBelow(at)) if (file.endsWith(SCRATCH_ENDING)) removeIfThere(path.join(at, file));
  }
}

function refuseFaults(file: string, { faults, faultCount, records }: LogReading): void {
  if (records === 0) throw new Failure("usage", `${file} holds no record; nothing was imported`);
  if (faultCount === 0) return;
  const lines = faults.map(({ line, reason }) => `  line ${line}: ${reason}`);
  if (faultCount > faults.length) lines.push(`  and ${faultCount - faults.length} more`);
  const what = faultCount === 1 ? "one record cannot be read" : `${faultCount} records cannot be read`;
  throw new Failure("usage", `${file}: ${what}; nothing was imported\n${lines.join("\n")}`);
}

const MOST_DUPLICATES = 50;
const MOST_LINES = 10;

/**
 * Lines to leave out so that the last record of each key counts; null where the reading so far is right. Throws
 * where keys occur more than once and nobody said which record counts.
 */
async function linesToSkip(
  file: string,
  kind: LogKind,
  { repeated }: LogReading,
  keep: Keep | null,
): Promise<Set<number> | null> {
  if (repeated.length === 0 || keep === "first") return null;
  const duplicates = await linesOfRepeated(file, kind, repeated);
  if (keep === "last") return new Set(duplicates.flatMap(({ lines }) => lines.slice(0, -1)));
  const shown = duplicates.slice(0, MOST_DUPLICATES);
  const lines = shown.map(({ key, lines: on }) => {
    const more = on.length > MOST_LINES ? ` and ${on.length - MOST_LINES} more` : "";
    return `  ${keyText(key, kind.schema)}: lines ${on.slice(0, MOST_LINES).join(", ")}${more}`;
  });
  if (duplicates.length > shown.length) lines.push(`  and ${duplicates.length - shown.length} more`);
  const count = duplicates.length === 1 ? "one key occurs" : `${duplicates.length} keys occur`;
  throw new Failure(
    "usage",
    `${file}: ${count} more than once; nothing was imported. Say which record counts with --keep first or --keep last\n${lines.join("\n")}`,
  );
}

function parsesOtherwise({ raw_output, message, parser_status }: LogRecord): boolean {
  if (message === null && parser_status === null) return false;
  const parsed = parseAnswer(raw_output as string | null);
  return (
    (message !== null && message !== parsed.message) ||
    (parser_status !== null && parser_status !== parsed.parser_status)
  );
}

function schemaOf(root: string, name: string) {
  const file = `schemas/${STUDY}/log/${name}.schema.json`;
  const text = readIfThere(path.join(root, file));
  if (text === null)
    throw new Failure("definition", `${file} does not exist; run candor in a Candor project`);
  return readSchema(JSON.parse(text.toString("utf8")), file);
}
