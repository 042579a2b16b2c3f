import { ANSWER_WORDS, AnswerIndex, keyText } from "../../pipeline/answer-index.ts";
import type { Hash } from "../../pipeline/canonical.ts";
import { type PlacedLine, readLines } from "../../pipeline/line-reader.ts";
import type { OpenJournal } from "./held-journal.ts";

/** A line that answers a request otherwise than the first answer, which counts. */
export interface Conflict {
  readonly key: Hash;
  /** Number of the line, from 1. */
  readonly line: number;
}

/** What a journal holds, with one place for each request and none for each line. */
export class Survey {
  /** First answers. */
  readonly answers = new AnswerIndex();
  /** Of each request that gave an error, the last one, whether answered since or not. */
  readonly errors = new AnswerIndex();
  readonly conflicts: Conflict[] = [];
  readonly byStatus = { answered: 0, empty: 0, refused: 0 };
  /** Lines that say that a request gave no answer. */
  errorLines = 0;
  /** Answers that stand there before, equal. */
  repeats = 0;
  /** Where other answers than the first stand, the first of those that are equal, by key and hash. */
  readonly #others = new Map<string, number>();

  add(line: PlacedLine): void {
    const { kind, key, answer, offset } = line;
    const length = line.to - line.from;
    if (kind !== "answer") {
      this.errorLines++;
      this.errors.set(key, NO_ANSWER, offset, length);
      return;
    }
    this.byStatus[line.status]++;
    const added = this.answers.add(key, answer, offset, length);
    if (added === "same") this.repeats++;
    if (added === "other" && !this.addOther(line)) this.repeats++;
  }

  /**
   * Notes an answer that is not the first.
   *
   * @returns whether no equal one was noted before
   */
  addOther(line: PlacedLine): boolean {
    const name = nameOf(line);
    if (this.#others.has(name)) return false;
    this.#others.set(name, line.offset);
    this.conflicts.push({ key: keyText(line.key), line: line.number });
    return true;
  }

  /** How many requests gave errors and no answer. */
  get openErrors(): number {
    return this.errors.countNotIn(this.answers);
  }

  /** Whether a line stays when what tells nothing new is dropped. */
  keeps(line: PlacedLine): boolean {
    const first = this.answers.find(line.key);
    if (line.kind !== "answer") return first === null && this.errors.find(line.key)?.offset === line.offset;
    return first?.offset === line.offset || this.#others.get(nameOf(line)) === line.offset;
  }
}

const NO_ANSWER = new Uint32Array(ANSWER_WORDS);

function nameOf({ key, answer }: PlacedLine): string {
  return `${keyText(key)} ${answer.join(" ")}`;
}

/** A journal that was read through. */
export interface Surveyed {
  readonly survey: Survey;
  /** Lines that are no empty ones; a last line that lacks only its end counts. */
  readonly lines: number;
  /** Bytes of a last line that a killed process left. */
  readonly torn: number;
  /** Whether nothing stands behind the last line end. */
  readonly ended: boolean;
}

/** Reads a journal through. Throws a Failure. */
export async function surveyOf({ handle, file, size }: OpenJournal): Promise<Surveyed> {
  const survey = new Survey();
  let lines = 0;
  const { torn, end } = await readLines(handle, file, { until: size, unended: true }, (line) => {
    lines++;
    survey.add(line);
  });
  return { survey, lines, torn, ended: end === size };
}
