import { createHash, type Hash as Hasher } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { byteOrder } from "../tables/canonical.ts";
import { AnswerIndex, KEY_WORDS, type Place, readKey } from "./answer-index.ts";
import type { RecordedAnswer } from "./answer-lines.ts";
import { type Hash, hashOf } from "./canonical.ts";
import { diskFailure, Failure } from "./failure.ts";
import { JOURNAL_INDICES } from "./journal.ts";
import { answerIn, readLines } from "./line-reader.ts";
import { firstBytes } from "./lines.ts";

/** Raised when what is remembered changes its meaning. */
const INDEX_FORMAT = 2;

/** The index of a journal that has grown since is of use no longer; another process may be about to open it. */
const KEPT_MS = 60 * 60 * 1000;

const CHUNK = 4 * 1024 * 1024;

/** Lines are shorter as a rule, so there are more of them than the bytes by this. */
const LONG_LINE = 2048;

/** Bytes that are read in front of an answer and, three times as many, behind it. */
const NEAR = 64 * 1024;

/** The answers of a journal by the keys of their requests. What was answered first counts. */
export class AnswerJournal {
  /** Path relative to the project. */
  readonly file: string;
  /**
   * Hash of the journal's bytes up to its last line end; null where there is no file, which is a journal without
   * answers.
   */
  readonly content: Hash | null;
  readonly #root: string;
  readonly #index: AnswerIndex;
  #handle: number | null = null;
  /** Bytes that were read last, and where they stand. */
  #near = Buffer.alloc(0);
  #from = 0;

  private constructor(root: string, file: string, content: Hash | null, index: AnswerIndex) {
    this.#root = root;
    this.file = file;
    this.content = content;
    this.#index = index;
  }

  /**
   * Opens a journal: hashes its bytes, and reads the lines that were not there when it was opened last. Throws a
   * Failure for a damaged line, a line of another version, an imported log and a disk that refuses.
   */
  static async open(root: string, file: string): Promise<AnswerJournal> {
    const full = path.resolve(root, file);
    let handle: FileHandle;
    try {
      handle = await open(full, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT")
        return new AnswerJournal(root, file, null, new AnswerIndex());
      throw diskFailure(error, `read ${full}`);
    }
    try {
      const [first, second] = firstBytes(full);
      if (first === 0x1f && second === 0x8b)
        throw new Failure("damaged", `${file} is packed by gzip; a journal is not: unpack it`);
      const { content, index } = await indexOf(root, file, handle);
      return new AnswerJournal(root, file, content, index);
    } catch (error) {
      throw diskFailure(error, `read ${full}`);
    } finally {
      await handle.close();
    }
  }

  /** Opens a journal as another thread opened it. Throws a Failure where its index is gone. */
  static reopen(root: string, file: string, content: Hash | null): AnswerJournal {
    if (content === null) return new AnswerJournal(root, file, null, new AnswerIndex());
    const index = kept.get(content) ?? recalled(root, content);
    if (index === null) throw new Failure("input-changed", `the index of ${file} is gone; run again`);
    keep(content, index);
    return new AnswerJournal(root, file, content, index);
  }

  /** How many requests are answered. */
  get size(): number {
    return this.#index.size;
  }

  /** Whether a request is answered. */
  has(key: Hash): boolean {
    return this.#place(key) !== null;
  }

  /**
   * Hash of the answers to these requests, whatever their order in the journal. A request without an answer counts
   * as such, so the hash changes when it is answered.
   */
  answersTo(keys: readonly Hash[]): Hash {
    const hash = createHash("sha256").update(`candor answers\n${keys.length}\n`);
    const sorted = [...keys].sort(byteOrder);
    for (let from = 0; from < sorted.length; from += 1000) {
      const lines = sorted.slice(from, from + 1000).map((key) => {
        const answer = this.#place(key)?.answer;
        return `${JSON.stringify(key)} ${answer === undefined ? "none" : answer.join(" ")}\n`;
      });
      hash.update(lines.join(""));
    }
    return `sha256:${hash.digest("hex")}`;
  }

  /** The answer to a request, or null where nobody was asked yet. Throws where the file changed meanwhile. */
  find(key: Hash): RecordedAnswer | null {
    const place = this.#place(key);
    if (place === null) return null;
    const answer = answerIn(this.#read(place), words, place.answer);
    if (answer === null)
      throw new Failure("input-changed", `${this.file} changed while candor read it; run again`);
    return answer;
  }

  #place(key: Hash): Place | null {
    return readKey(key, words) ? this.#index.find(words) : null;
  }

  /** Closes what `find` opened, and forgets what it read. It may be used again. */
  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
    this.#near = Buffer.alloc(0);
  }

  /** Bytes of a line. What is asked for next stands near it as a rule, so more is read at once. */
  #read({ offset, length }: Place): Buffer {
    if (offset < this.#from || offset + length > this.#from + this.#near.length) {
      const full = path.resolve(this.#root, this.file);
      try {
        this.#handle ??= openSync(full, "r");
        // Answers stand in the order in which they came, which is about that of asking.
        const from = Math.max(0, offset - NEAR);
        const bytes = Buffer.allocUnsafe(offset - from + Math.max(length, 3 * NEAR));
        this.#near = bytes.subarray(0, readSync(this.#handle, bytes, 0, bytes.length, from));
        this.#from = from;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT")
          throw new Failure("input-changed", `${this.file} was removed while candor read it; run again`);
        throw diskFailure(error, `read ${full}`);
      }
    }
    return this.#near.subarray(offset - this.#from, offset - this.#from + length);
  }
}

/** The key that is looked up. */
const words = new Uint32Array(KEY_WORDS);

/**
 * Index and content of a journal. A journal grows at its end, so what is remembered of it holds for its beginning as
 * long as the bytes there have the hash that they had; only the lines behind are parsed. Bytes are hashed as they
 * are indexed, so a file that changes meanwhile cannot come under the hash of another.
 */
async function indexOf(
  root: string,
  file: string,
  handle: FileHandle,
): Promise<{ content: Hash; index: AnswerIndex }> {
  const { size } = await handle.stat();
  const known = remembered(root, file, size);
  let hash = createHash("sha256");
  let beginning: AnswerIndex | null = null;
  if (known !== null) {
    await hashBytes(handle, known.bytes, hash);
    if (digestOf(hash) === known.content) beginning = recalled(root, known.content);
    if (beginning === null) hash = createHash("sha256");
  }
  const index = beginning ?? new AnswerIndex();
  const from = index.bytes;
  index.reserve(index.size + (size - from) / LONG_LINE);
  const { end, lines } = await readLines(
    handle,
    file,
    { from, until: size, before: index.lines },
    (line) => {
      if (line.kind === "answer") index.add(line.key, line.answer, line.offset, line.to - line.from);
      else index.errors++;
    },
    ({ bytes }) => hash.update(bytes),
  );
  const content = digestOf(hash);
  if (beginning === null || end > from) {
    index.bytes = end;
    index.lines = lines;
    index.save(indexFile(root, file, content, end), content);
    if (beginning !== null) forgetLater(root, known!.name);
  }
  keep(content, index);
  return { content, index };
}

function digestOf(hash: Hasher): Hash {
  return `sha256:${hash.copy().digest("hex")}`;
}

/** Hashes the first bytes of a file, as many as there are. */
async function hashBytes(handle: FileHandle, until: number, hash: Hasher): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, until));
  for (let at = 0; at < until; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, until - at), at);
    if (bytesRead === 0) return;
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Files of indices are found by the content of their journal, and by where and how long it was. */
function indexFile(root: string, file: string, content: Hash, bytes: number): string {
  return path.join(root, JOURNAL_INDICES, `${nameOf(content)}-${placeOf(file)}-${bytes}.index`);
}

function nameOf(content: Hash): string {
  return `answers-${INDEX_FORMAT}-${content.slice("sha256:".length)}`;
}

function placeOf(file: string): string {
  return hashOf(file).slice("sha256:".length, "sha256:".length + 16);
}

/** The longest beginning of a journal that is remembered and not longer than the file. */
function remembered(
  root: string,
  file: string,
  size: number,
): { name: string; content: Hash; bytes: number } | null {
  const pattern = new RegExp(`^answers-${INDEX_FORMAT}-([0-9a-f]{64})-${placeOf(file)}-(\\d+)\\.index$`, "u");
  let best: { name: string; content: Hash; bytes: number } | null = null;
  for (const name of namesIn(root)) {
    const [, digest, length] = pattern.exec(name) ?? [];
    const bytes = Number(length);
    if (digest !== undefined && bytes <= size && bytes > (best?.bytes ?? -1))
      best = { name, content: `sha256:${digest}`, bytes };
  }
  return best;
}

/** The index of a content, from the disk. */
function recalled(root: string, content: Hash): AnswerIndex | null {
  for (const name of namesIn(root)) {
    if (!name.startsWith(`${nameOf(content)}-`) || !name.endsWith(".index")) continue;
    const index = AnswerIndex.load(path.join(root, JOURNAL_INDICES, name), content);
    if (index !== null) return index;
  }
  return null;
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(path.join(root, JOURNAL_INDICES));
  } catch {
    return [];
  }
}

/** Removes an index that a longer one replaces, unless it was made of late. */
function forgetLater(root: string, name: string): void {
  const file = path.join(root, JOURNAL_INDICES, name);
  try {
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  } catch {
    // Somebody else removed it.
  }
}

/** Indices that this thread opened last: a worker opens the same journal once for each slice. */
const kept = new Map<Hash, AnswerIndex>();
const MOST_KEPT = 4;

function keep(content: Hash, index: AnswerIndex): void {
  kept.delete(content);
  kept.set(content, index);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
}
