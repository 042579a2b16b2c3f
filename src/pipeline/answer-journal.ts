import { closeSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { byteOrder } from "../tables/canonical.ts";
import { type Hash, hashRecord, type Json } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { hashOfFile, JOURNAL_INDICES } from "./journal.ts";
import { linesOf } from "./lines.ts";
import { nameFor, recall, remember } from "./remembered.ts";

/** A line of a journal that holds one answer to one request. */
export interface AnswerLine {
  readonly kind: "answer";
  /** Hash of whom was asked, what, and which repetition. */
  readonly key: Hash;
  /** What was asked, for a reader; the key is what counts. */
  readonly request: Json;
  readonly answer: RecordedAnswer;
}

/** What came back, as far as it can change a result. */
export interface RecordedAnswer {
  readonly text: string | null;
  /** Embedding as little-endian 32-bit floats in base64; null for an answer in words. */
  readonly vector: string | null;
  readonly finish_reason: string | null;
}

/**
 * Key of a request: whatever can change its answer. Requests are hashed as JSON, so that texts with different lone
 * surrogates stay apart.
 *
 * @param identity who is asked: model, address, everything of its settings that can change an answer
 * @param repeat which repetition of the same request, from 0
 */
export function requestKey(identity: Json, request: Json, repeat = 0): Hash {
  return hashRecord("candor request", { identity, request, repeat });
}

/** Raised when what is remembered changes its meaning. */
const INDEX_FORMAT = 1;

/** Where an answer stands: offset and length of its line in bytes, and the hash of the answer. */
type Place = readonly [offset: number, length: number, answer: Hash];

/** The answers of a journal by the keys of their requests. What was answered first counts. */
export class AnswerJournal {
  /** Path relative to the project. */
  readonly file: string;
  /** Hash of the journal's bytes; null where there is no file, which is a journal without answers. */
  readonly content: Hash | null;
  readonly #root: string;
  readonly #places: Readonly<Record<Hash, Place>>;

  private constructor(
    root: string,
    file: string,
    content: Hash | null,
    places: Readonly<Record<Hash, Place>>,
  ) {
    this.#root = root;
    this.file = file;
    this.content = content;
    this.#places = places;
  }

  /** Opens a journal by what is remembered of its bytes, or reads it through once. Throws a Failure. */
  static async open(root: string, file: string): Promise<AnswerJournal> {
    const content = await hashOfFile(path.join(root, file));
    if (content === null) return new AnswerJournal(root, file, null, {});
    const known = AnswerJournal.#recall(root, file, content);
    if (known !== null) return known;
    const places = await placesIn(root, file);
    remember(indexFile(root, content), places);
    return new AnswerJournal(root, file, content, places);
  }

  /** Opens a journal as another thread opened it. Throws where its index is gone. */
  static reopen(root: string, file: string, content: Hash | null): AnswerJournal {
    const known =
      content === null ? new AnswerJournal(root, file, null, {}) : AnswerJournal.#recall(root, file, content);
    if (known === null) throw new Failure("input-changed", `the index of ${file} is gone; run again`);
    return known;
  }

  static #recall(root: string, file: string, content: Hash): AnswerJournal | null {
    const places = recall(indexFile(root, content));
    return places === undefined
      ? null
      : new AnswerJournal(root, file, content, places as Record<Hash, Place>);
  }

  /**
   * Hash of the answers to these requests, whatever their order in the journal. A request without an answer counts
   * as such, so the hash changes when it is answered.
   */
  answersTo(keys: readonly Hash[]): Hash {
    const pairs = [...keys].sort(byteOrder).map((key) => [key, this.#places[key]?.[2] ?? null]);
    return hashRecord("candor answers", pairs);
  }

  /** The answer to a request, or null where nobody was asked yet. Throws where the file changed meanwhile. */
  find(key: Hash): RecordedAnswer | null {
    const place = this.#places[key];
    if (place === undefined) return null;
    const [offset, length, hash] = place;
    const bytes = Buffer.alloc(length);
    const handle = openSync(path.join(this.#root, this.file), "r");
    try {
      readSync(handle, bytes, 0, length, offset);
    } finally {
      closeSync(handle);
    }
    const line = parseLine(bytes.toString("utf8"));
    if (line === null || line.key !== key || answerHash(line.answer) !== hash)
      throw new Failure("input-changed", `${this.file} changed while candor read it; run again`);
    return line.answer;
  }
}

function indexFile(root: string, content: Hash): string {
  return path.join(root, JOURNAL_INDICES, `answers-${INDEX_FORMAT}-${nameFor(content)}`);
}

function answerHash({ text, vector, finish_reason }: RecordedAnswer): Hash {
  return hashRecord("candor answer", { text, vector, finish_reason });
}

async function placesIn(root: string, file: string): Promise<Record<Hash, Place>> {
  const places: Record<Hash, Place> = {};
  for await (const lines of linesOf(path.join(root, file))) {
    for (const { number, bytes, offset, ended } of lines) {
      // A line that a killed process was writing; what it held is asked again.
      if (!ended) continue;
      const line = parseLine(bytes.toString("utf8"));
      if (line === null)
        throw new Failure(
          "damaged",
          `${file}, line ${number}: not an answer as candor records it; mend or remove the line`,
        );
      // An attempt that gave nothing is no answer: what comes later counts.
      if (line.answer.text === null && (line.answer.vector ?? "") === "") continue;
      places[line.key] ??= [offset, bytes.length, answerHash(line.answer)];
    }
  }
  return places;
}

function parseLine(text: string): AnswerLine | null {
  try {
    const line = JSON.parse(text) as AnswerLine;
    const { text: said, vector, finish_reason } = line.answer;
    const isAnswer = [said, vector, finish_reason].every((part) => part === null || typeof part === "string");
    return line.kind === "answer" && typeof line.key === "string" && isAnswer ? line : null;
  } catch {
    return null;
  }
}
