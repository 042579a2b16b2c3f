import { existsSync } from "node:fs";
import { ANSWER_WORDS, AnswerIndex, keyText } from "../../pipeline/answer-index.ts";
import { Failure } from "../../pipeline/failure.ts";
import { bytesAt, isWholeLine, type PlacedLine, readLines } from "../../pipeline/line-reader.ts";
import { wholeLines } from "../../pipeline/whole-lines.ts";
import { checkThere, holdJournal, type OpenJournal, placeOf, withJournal } from "./held-journal.ts";
import { Rewrite } from "./rewrite.ts";
import { type Conflict, surveyOf } from "./survey.ts";

/** What a merge added, or would. */
export interface Merged {
  /** The file that holds both now. */
  readonly into: string;
  /** Answers to requests that the first journal does not answer. */
  readonly answers: number;
  /** Errors of requests of which the first journal holds none, and that neither answers. */
  readonly errors: number;
  /** Answers that the first journal holds already. */
  readonly equal: number;
  /** Lines of the second that answer a request otherwise than the first journal does, whose answer counts. */
  readonly conflicts: readonly Conflict[];
  /** Lines of the second that hold another answer and were added, so that nothing that was paid for is lost. */
  readonly others: number;
}

export interface MergeOptions {
  /** Where both are written; the first journal itself where there is none. */
  readonly out?: string;
  readonly dryRun?: boolean;
}

/**
 * Brings two journals together: adds to the first the lines of the second that it lacks. The file is replaced in one
 * step: a kill leaves the old one or the new one. Doing it twice adds nothing. Throws a Failure: a file is not there or
 * damaged, `out` is there, another process appends to the journal, the disk refuses.
 */
export async function mergeJournals(
  root: string,
  first: string,
  second: string,
  { out, dryRun = false }: MergeOptions = {},
): Promise<Merged> {
  for (const file of [first, second]) checkThere(root, file);
  const into = out ?? first;
  const target = placeOf(root, into);
  if (placeOf(root, first) === placeOf(root, second))
    throw new Failure("usage", `${first} and ${second} are one file; name two journals`);
  if (out !== undefined && existsSync(target))
    throw new Failure("usage", `${out} is there already; name another file, or move it away`);
  const release = dryRun ? () => {} : await holdJournal(root, into);
  try {
    return await withJournal(root, first, (a) =>
      withJournal(root, second, async (b) => {
        const rewrite = dryRun ? null : new Rewrite(target, into);
        try {
          if (rewrite !== null) await copyLines(a, rewrite);
          const added = await select(a, b, (line) =>
            rewrite?.addLine(line.bytes.subarray(line.from, line.to)),
          );
          if (out !== undefined) rewrite?.publish(null);
          else if (added.answers + added.errors + added.others > 0) rewrite?.publish(a.size);
          return { into, ...added };
        } finally {
          rewrite?.discard();
        }
      }),
    );
  } finally {
    release();
  }
}

/** Calls `add` with the lines of `b` that `a` lacks, answers first. */
async function select(
  a: OpenJournal,
  b: OpenJournal,
  add: (line: PlacedLine) => void,
): Promise<Omit<Merged, "into">> {
  const { survey } = await surveyOf(a);
  const all = { until: b.size, unended: true };
  const conflicts: Conflict[] = [];
  const added = { answers: 0, errors: 0, equal: 0, others: 0 };
  const errors = new AnswerIndex();
  await readLines(b.handle, b.file, all, (line) => {
    if (line.kind !== "answer") return errors.set(line.key, NO_ANSWER, line.offset, line.to - line.from);
    const found = survey.answers.add(line.key, line.answer, line.offset, line.to - line.from);
    if (found === "other") conflicts.push({ key: keyText(line.key), line: line.number });
    const isOther = found === "other" && survey.addOther(line);
    if (found === "new") added.answers++;
    else if (isOther) added.others++;
    else added.equal++;
    if (found === "new" || isOther) add(line);
  });
  if (errors.size > 0)
    await readLines(b.handle, b.file, all, (line) => {
      if (line.kind === "answer" || survey.answers.has(line.key) || survey.errors.has(line.key)) return;
      if (errors.find(line.key)!.offset !== line.offset) return;
      added.errors++;
      add(line);
    });
  return { ...added, conflicts };
}

const NO_ANSWER = new Uint32Array(ANSWER_WORDS);

/** Copies a journal as it stands, without what a killed process left at its end. */
async function copyLines({ handle, file, size }: OpenJournal, rewrite: Rewrite): Promise<void> {
  let end = 0;
  for await (const { bytes, offset } of wholeLines(handle, 0, size, file)) {
    rewrite.add(bytes);
    end = offset + bytes.length;
  }
  const tail = await bytesAt(handle, end, size - end);
  if (isWholeLine(tail, `${file}, last line`)) rewrite.addLine(tail);
}
