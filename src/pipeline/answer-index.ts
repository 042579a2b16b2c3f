import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Hash } from "./canonical.ts";
import { writeAtomically } from "./files.ts";

/** Key of a request as eight words of 32 bits. */
export type KeyWords = Uint32Array;
export const KEY_WORDS = 8;

/** Hash of an answer, as far as it is kept: 160 bits. */
export type AnswerWords = Uint32Array;
export const ANSWER_WORDS = 5;

/** Where an answer stands: offset and length of its line in bytes, and the hash of the answer. */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly answer: AnswerWords;
}

/** A slot: key, hash of the answer, offset in two words, length; a length of 0 is an empty slot. */
const SLOT = 16;
const OFFSET = KEY_WORDS + ANSWER_WORDS;
const LENGTH = OFFSET + 2;

/** In front of the slots: the hash of the rest, the count of answers, bytes (two words), lines and errors. */
const HEADER = 16;
const COUNT = 8;
const BYTES = 9;
const LINES = 11;
const ERRORS = 12;

const TWO_32 = 0x1_0000_0000;
const FIRST_SLOTS = 64;

/**
 * Places of answers by the keys of their requests: a hash table with open addressing in one buffer, which is what is
 * written to the disk too. 64 bytes a slot, so 85 to 171 bytes an answer, whatever its length.
 */
export class AnswerIndex {
  /** Bytes of the journal that are in it, up to the end of a line. */
  bytes = 0;
  /** Lines in these bytes, of whatever kind. */
  lines = 0;
  /** Lines among them that say that a request gave no answer. */
  errors = 0;
  #count = 0;
  #words = new Uint32Array(HEADER + FIRST_SLOTS * SLOT);

  /** Makes room for so many answers at once: a table that grows is made anew each time. */
  reserve(count: number): void {
    while (count * 4 > ((this.#words.length - HEADER) / SLOT) * 3) this.#grow();
  }

  /** How many requests are answered. */
  get size(): number {
    return this.#count;
  }

  /**
   * Adds an answer unless there is one to this request.
   *
   * @returns whether it is new, equal to the one that is there, or another
   */
  add(key: KeyWords, answer: AnswerWords, offset: number, length: number): "new" | "same" | "other" {
    const slot = this.#slotOf(key);
    if (this.#words[slot + LENGTH] !== 0) {
      for (let i = 0; i < ANSWER_WORDS; i++)
        if (this.#words[slot + KEY_WORDS + i] !== answer[i]) return "other";
      return "same";
    }
    this.#put(slot, key, answer, offset, length);
    return "new";
  }

  /** Adds a place, or replaces the one that is there. */
  set(key: KeyWords, answer: AnswerWords, offset: number, length: number): void {
    this.#put(this.#slotOf(key), key, answer, offset, length);
  }

  find(key: KeyWords): Place | null {
    const slot = this.#slotOf(key);
    const words = this.#words;
    const length = words[slot + LENGTH]!;
    if (length === 0) return null;
    const offset = words[slot + OFFSET]! + words[slot + OFFSET + 1]! * TWO_32;
    return { offset, length, answer: words.subarray(slot + KEY_WORDS, slot + KEY_WORDS + ANSWER_WORDS) };
  }

  has(key: KeyWords): boolean {
    return this.#words[this.#slotOf(key) + LENGTH] !== 0;
  }

  /** How many keys are here and not in another index. */
  countNotIn(other: AnswerIndex): number {
    const words = this.#words;
    let count = 0;
    for (let slot = HEADER; slot < words.length; slot += SLOT)
      if (words[slot + LENGTH] !== 0 && !other.has(words.subarray(slot, slot + KEY_WORDS))) count++;
    return count;
  }

  /** Keeps it for `load`. Throws a disk Failure. */
  save(file: string, content: Hash): void {
    const words = this.#words;
    words[COUNT] = this.#count;
    words[BYTES] = this.bytes % TWO_32;
    words[BYTES + 1] = Math.floor(this.bytes / TWO_32);
    words[LINES] = this.lines;
    words[ERRORS] = this.errors;
    const image = bytesOf(words);
    checksum(image, content).copy(image);
    writeAtomically(file, image, { durable: false });
  }

  /** What was saved of the journal with this content; null where it is not there, or the file is damaged. */
  static load(file: string, content: Hash): AnswerIndex | null {
    const words = wordsIn(file);
    if (words === null) return null;
    const image = bytesOf(words);
    if (!checksum(image, content).equals(image.subarray(0, 4 * KEY_WORDS))) return null;
    const index = new AnswerIndex();
    index.#words = words;
    index.#count = words[COUNT]!;
    index.bytes = words[BYTES]! + words[BYTES + 1]! * TWO_32;
    index.lines = words[LINES]!;
    index.errors = words[ERRORS]!;
    return index;
  }

  /** First word of the slot that holds the key, or of the empty one that would. */
  #slotOf(key: KeyWords): number {
    const words = this.#words;
    const mask = (words.length - HEADER) / SLOT - 1;
    // Keys are hashes, so any word of theirs is as good as a hash of them.
    for (let i = key[0]! & mask; ; i = (i + 1) & mask) {
      const slot = HEADER + i * SLOT;
      if (words[slot + LENGTH] === 0 || isKey(words, slot, key)) return slot;
    }
  }

  #put(slot: number, key: KeyWords, answer: AnswerWords, offset: number, length: number): void {
    const words = this.#words;
    const isNew = words[slot + LENGTH] === 0;
    words.set(key, slot);
    words.set(answer, slot + KEY_WORDS);
    words[slot + OFFSET] = offset % TWO_32;
    words[slot + OFFSET + 1] = Math.floor(offset / TWO_32);
    words[slot + LENGTH] = length;
    if (!isNew) return;
    this.#count++;
    if (this.#count * 4 > ((words.length - HEADER) / SLOT) * 3) this.#grow();
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(HEADER + 2 * (old.length - HEADER));
    const key = new Uint32Array(KEY_WORDS);
    for (let from = HEADER; from < old.length; from += SLOT) {
      if (old[from + LENGTH] === 0) continue;
      for (let i = 0; i < KEY_WORDS; i++) key[i] = old[from + i]!;
      const slot = this.#slotOf(key);
      for (let i = 0; i < SLOT; i++) this.#words[slot + i] = old[from + i]!;
    }
  }
}

function isKey(words: Uint32Array, slot: number, key: KeyWords): boolean {
  for (let i = 0; i < KEY_WORDS; i++) if (words[slot + i] !== key[i]) return false;
  return true;
}

function bytesOf(words: Uint32Array): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

function checksum(image: Buffer, content: Hash): Buffer {
  return createHash("sha256")
    .update(content)
    .update(image.subarray(4 * KEY_WORDS))
    .digest();
}

/** A file as words; null where it is not there or has no length of an index. */
function wordsIn(file: string): Uint32Array<ArrayBuffer> | null {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(handle);
    const slots = (size / 4 - HEADER) / SLOT;
    if (slots < FIRST_SLOTS || !Number.isInteger(Math.log2(slots))) return null;
    const words = new Uint32Array(size / 4);
    const bytes = bytesOf(words);
    for (let done = 0; done < size; ) {
      const read = readSync(handle, bytes, done, size - done, done);
      if (read === 0) return null;
      done += read;
    }
    return words;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** Reads a key's 64 digits. Whether they are digits is for the caller to know. */
export function readKeyDigits(bytes: Uint8Array, at: number, key: KeyWords): void {
  for (let word = 0; word < KEY_WORDS; word++) {
    let value = 0;
    for (let i = at + 8 * word; i < at + 8 * word + 8; i++) value = (value << 4) | DIGITS[bytes[i]!]!;
    key[word] = value;
  }
}

const NO_DIGIT = 255;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (let i = 0; i < 16; i++) DIGITS["0123456789abcdef".charCodeAt(i)] = i;

const KEY_FRONT = "sha256:";

/**
 * Reads a key as it stands in a journal.
 *
 * @returns whether it is one
 */
export function readKey(text: string, key: KeyWords): boolean {
  if (text.length !== KEY_FRONT.length + 8 * KEY_WORDS || !text.startsWith(KEY_FRONT)) return false;
  for (let word = 0; word < KEY_WORDS; word++) {
    let value = 0;
    const from = KEY_FRONT.length + 8 * word;
    for (let i = from; i < from + 8; i++) {
      const digit = DIGITS[text.charCodeAt(i)] ?? NO_DIGIT;
      if (digit === NO_DIGIT) return false;
      value = (value << 4) | digit;
    }
    key[word] = value;
  }
  return true;
}

/** The key as it stands in a journal. */
export function keyText(key: KeyWords): Hash {
  return `sha256:${Array.from(key, (word) => word.toString(16).padStart(8, "0")).join("")}`;
}
