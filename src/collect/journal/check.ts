import { withJournal } from "./held-journal.ts";
import { type Conflict, surveyOf } from "./survey.ts";

/** What a journal holds. */
export interface Checked {
  readonly file: string;
  readonly lines: number;
  /** Requests that are answered. */
  readonly requests: number;
  /** Lines with an answer, by its status. */
  readonly answers: { readonly answered: number; readonly empty: number; readonly refused: number };
  /** Lines with an error. */
  readonly errors: number;
  /** Requests with an error and no answer. */
  readonly unanswered: number;
  /** Answers that stand there before, equal. */
  readonly repeats: number;
  /** Lines that answer a request otherwise than the first answer, which counts. */
  readonly conflicts: readonly Conflict[];
  /** Bytes of a last line that a killed process left. */
  readonly torn: number;
}

/** Reads a journal through and counts what it holds. Throws a Failure where it is not there or damaged. */
export async function checkJournal(root: string, file: string): Promise<Checked> {
  return await withJournal(root, file, async (journal) => {
    const { survey, lines, torn } = await surveyOf(journal);
    return {
      file,
      lines,
      requests: survey.answers.size,
      answers: survey.byStatus,
      errors: survey.errorLines,
      unanswered: survey.openErrors,
      repeats: survey.repeats,
      conflicts: survey.conflicts,
      torn,
    };
  });
}
