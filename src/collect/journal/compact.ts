import { readLines } from "../../pipeline/line-reader.ts";
import { checkThere, holdJournal, type OpenJournal, withJournal } from "./held-journal.ts";
import { Rewrite } from "./rewrite.ts";
import { type Conflict, type Survey, surveyOf } from "./survey.ts";

/** What a compaction dropped, or would. */
export interface Compacted {
  readonly file: string;
  readonly lines: { readonly before: number; readonly after: number };
  readonly bytes: { readonly before: number; readonly after: number };
  /** Answers that stand there before, equal. */
  readonly repeats: number;
  /** Errors of requests that were answered since, and all but the last of each other request. */
  readonly errors: number;
  /** Bytes of a last line that a killed process left. */
  readonly torn: number;
  /** Lines that answer a request otherwise than the first answer; they stay. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Drops from a journal what tells nothing new: answers that repeat an earlier one, errors of requests that are
 * answered, and all but the last error of each other request. What counts stays, in its order. The file is replaced
 * in one step: a kill leaves the old one or the new one. Throws a Failure: the file is not there or damaged, another
 * process appends to it, the disk refuses.
 */
export async function compactJournal(
  root: string,
  file: string,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Compacted> {
  checkThere(root, file);
  const release = dryRun ? () => {} : await holdJournal(root, file);
  try {
    return await withJournal(root, file, async (journal) => {
      const { survey, lines, torn, ended } = await surveyOf(journal);
      const before = { lines, bytes: journal.size };
      const errors = survey.errorLines - survey.openErrors;
      const changes = survey.repeats > 0 || errors > 0 || !ended;
      const after = changes ? await writeKept(journal, survey, dryRun) : before;
      return {
        file,
        lines: { before: before.lines, after: after.lines },
        bytes: { before: before.bytes, after: after.bytes },
        repeats: survey.repeats,
        errors,
        torn,
        conflicts: survey.conflicts,
      };
    });
  } finally {
    release();
  }
}

/** Writes the lines that stay, and says how many they are. */
async function writeKept(
  { handle, file, full, size }: OpenJournal,
  survey: Survey,
  dryRun: boolean,
): Promise<{ lines: number; bytes: number }> {
  const kept = { lines: 0, bytes: 0 };
  const rewrite = dryRun ? null : new Rewrite(full, file);
  try {
    await readLines(handle, file, { until: size, unended: true }, (line) => {
      if (!survey.keeps(line)) return;
      kept.lines++;
      kept.bytes += line.to - line.from + 1;
      rewrite?.addLine(line.bytes.subarray(line.from, line.to));
    });
    rewrite?.publish(size);
  } finally {
    rewrite?.discard();
  }
  return kept;
}
