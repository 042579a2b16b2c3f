import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { ANSWER_WORDS, KEY_WORDS, readKey, readKeyDigits } from "./answer-index.ts";
import { LINE_VERSION, type RecordedAnswer } from "./answer-lines.ts";
import { type AnswerPlaces, STATUSES, scanAnswer } from "./answer-scan.ts";
import { Failure } from "./failure.ts";
import { type Piece, wholeLines } from "./whole-lines.ts";

/** What of a line counts; the same object for every line. */
export interface ReadLine {
  /** `nothing`: an attempt of an older candor that gave no answer; what comes later counts. */
  readonly kind: "answer" | "error" | "nothing";
  readonly key: Uint32Array;
  /** Hash of the answer; without meaning for other lines. */
  readonly answer: Uint32Array;
  readonly status: RecordedAnswer["status"];
}

/** A line in a piece of the file. */
export interface PlacedLine extends ReadLine {
  /** The piece; the line stands from `from` up to `to`, without what ends it. */
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  /** Place of its first byte in the file. */
  readonly offset: number;
  /** Counted from 1. */
  readonly number: number;
}

/** Why a line is none that counts. */
type Fault = "damaged" | "imported" | { readonly version: number };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const LF = 10;
const CR = 13;

/** Which lines of a file are read. */
export interface Stretch {
  /** Where a line begins; 0 by default. */
  readonly from?: number;
  /** How far the file is read. */
  readonly until: number;
  /** How many lines stand in front of `from`; 0 by default. */
  readonly before?: number;
  /** Whether a last line that lacks only its end is read too; false by default. */
  readonly unended?: boolean;
}

/**
 * Reads lines of a journal of answers. Lines that are empty are passed over; a torn last line is not read. Throws a
 * Failure for a line that is none of this version.
 *
 * @param name of the file, for messages
 * @param onPiece called with the bytes of ended lines before they are read
 * @returns the place behind the last ended line, how many there are up to it, and the bytes behind the last line read
 */
export async function readLines(
  handle: FileHandle,
  name: string,
  { from = 0, until, before = 0, unended = false }: Stretch,
  onLine: (line: PlacedLine) => void,
  onPiece: (piece: Piece) => void = () => {},
): Promise<{ end: number; lines: number; torn: number }> {
  const none = Buffer.alloc(0);
  const line: Mutable<PlacedLine> = {
    ...emptyLine(),
    bytes: none,
    from: 0,
    to: 0,
    offset: 0,
    number: before,
  };
  let end = from;
  for await (const piece of wholeLines(handle, from, until, name)) {
    onPiece(piece);
    const { bytes, offset } = piece;
    const sound = isUtf8(bytes);
    line.bytes = bytes;
    for (let at = 0; at < bytes.length; ) {
      const lf = bytes.indexOf(LF, at);
      line.from = at;
      line.to = lf > at && bytes[lf - 1] === CR ? lf - 1 : lf;
      line.offset = offset + at;
      line.number++;
      at = lf + 1;
      if (line.to === line.from) continue;
      const fault = sound || isUtf8(bytes.subarray(line.from, line.to)) ? readInto(line) : "damaged";
      if (fault !== null) throw failureOf(fault, `${name}, line ${line.number}`);
      onLine(line);
    }
    end = offset + bytes.length;
  }
  const tail = unended ? await bytesAt(handle, end, until - end) : none;
  const isLine = isWholeLine(tail, `${name}, last line`);
  if (isLine) {
    const to = tail[tail.length - 1] === CR ? tail.length - 1 : tail.length;
    const last = { ...line, bytes: tail, from: 0, to, offset: end, number: line.number + 1 };
    readInto(last);
    onLine(last);
  }
  return { end, lines: line.number, torn: isLine ? 0 : until - end };
}

/**
 * Whether what stands behind the last line end is a whole line that lacks its end alone. No beginning of a line is
 * one: the brace that ends it is missing. Throws a Failure for a whole line that must not be cut, of another version.
 */
export function isWholeLine(bytes: Buffer, where: string): boolean {
  if (bytes.length === 0) return false;
  const fault = faultOf(bytes);
  if (fault !== null && fault !== "damaged") throw failureOf(fault, where);
  return fault === null;
}

/** Throws the Failure that reading a line in a journal would throw. */
export function checkLine(bytes: Buffer, where: string): void {
  const fault = faultOf(bytes);
  if (fault !== null) throw failureOf(fault, where);
}

function faultOf(bytes: Buffer): Fault | null {
  const found = isUtf8(bytes) ? parseInto(emptyLine(), bytes.toString("utf8")) : "damaged";
  return found !== null && isFault(found) ? found : null;
}

/** Bytes of a file, as many as there are. */
export async function bytesAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

const places: AnswerPlaces = { key: 0, answer: 0, answerEnd: 0, status: "answered" };

function readInto(line: Mutable<PlacedLine>): Fault | null {
  const { bytes, from, to } = line;
  if (!scanAnswer(bytes, from, to, places)) {
    const found = parseInto(line, bytes.toString("utf8", from, to));
    return found !== null && isFault(found) ? found : null;
  }
  line.kind = "answer";
  line.status = places.status;
  readKeyDigits(bytes, places.key, line.key);
  hashInto(bytes.subarray(places.answer, places.answerEnd), line.answer);
  return null;
}

/**
 * Reads any line by JSON.parse. Gives the same as the scan for a line that the scan takes.
 *
 * @returns the answer, null for a line that holds none, or what is wrong with it
 */
function parseInto(line: Mutable<ReadLine>, text: string): Fault | RecordedAnswer | null {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "damaged";
  const { kind, v = LINE_VERSION, key, answer } = value as Record<string, unknown>;
  if (kind === "imported") return "imported";
  if (typeof v === "number" && v !== LINE_VERSION) return { version: v };
  if (v !== LINE_VERSION || typeof key !== "string" || !readKey(key, line.key)) return "damaged";
  if (kind === "error") {
    line.kind = "error";
    return null;
  }
  const recorded = kind === "answer" ? answerOf(answer) : null;
  if (recorded === null) return "damaged";
  line.kind = recorded.isNothing ? "nothing" : "answer";
  line.status = recorded.answer.status;
  hashInto(JSON.stringify(recorded.answer), line.answer);
  return recorded.isNothing ? null : recorded.answer;
}

/** The answer that a line holds to a request; null where it is no such line, or holds another answer. */
export function answerIn(bytes: Buffer, key: Uint32Array, answer: Uint32Array): RecordedAnswer | null {
  const line = emptyLine();
  const found = parseInto(line, bytes.toString("utf8"));
  if (found === null || isFault(found)) return null;
  return isEqual(line.key, key) && isEqual(line.answer, answer) ? found : null;
}

function emptyLine(): Mutable<ReadLine> {
  const [key, answer] = [new Uint32Array(KEY_WORDS), new Uint32Array(ANSWER_WORDS)];
  return { kind: "answer", key, answer, status: "answered" };
}

function isFault(found: Fault | RecordedAnswer): found is Fault {
  return typeof found === "string" || "version" in found;
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.every((word, i) => word === b[i]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** The members of an answer in the order in which they are hashed. An older candor wrote no status. */
function answerOf(value: unknown): { answer: RecordedAnswer; isNothing: boolean } | null {
  if (typeof value !== "object" || value === null) return null;
  const { status, text, vector, finish_reason } = value as Record<string, unknown>;
  const known = STATUSES.find((each) => each === status);
  if (known === undefined && status !== undefined) return null;
  if (!isTextOrNull(text) || !isTextOrNull(vector) || !isTextOrNull(finish_reason)) return null;
  const isNothing = known === undefined && text === null && (vector ?? "") === "";
  return { answer: { status: known ?? "answered", text, vector, finish_reason }, isNothing };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function hashInto(answer: string | Buffer, words: Uint32Array): void {
  // As text, one character a byte: half the time of a Buffer.
  const digest = hash("sha256", answer, "binary");
  for (let i = 0; i < ANSWER_WORDS; i++) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = (word << 8) | digest.charCodeAt(4 * i + k);
    words[i] = word;
  }
}

function failureOf(fault: Fault, where: string): Failure {
  if (fault === "imported")
    return new Failure(
      "usage",
      `${where}: a record of an imported log; a journal of answers holds none: answers to questions of candor go to another basket`,
    );
  if (fault === "damaged")
    return new Failure("damaged", `${where}: not an answer as candor records it; mend or remove the line`);
  const remedy = fault.version > LINE_VERSION ? "; a newer candor is needed" : "";
  return new Failure(
    "damaged",
    `${where}: written in version ${fault.version} of the journal's lines, and this candor reads version ${LINE_VERSION}${remedy}`,
  );
}
