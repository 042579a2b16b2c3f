import { existsSync, realpathSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { diskFailure, Failure } from "../../pipeline/failure.ts";
import { bytesAt, checkLine, isWholeLine } from "../../pipeline/line-reader.ts";
import { firstBytes, LONGEST_LINE } from "../../pipeline/lines.ts";
import { tryLock } from "../../pipeline/lock.ts";

const LF = 10;
const STEP = 64 * 1024;

/** Where a journal is, past links: what is renamed onto a link would replace the link. */
export function placeOf(root: string, file: string): string {
  const full = path.resolve(root, file);
  try {
    return realpathSync(full);
  } catch {
    return full;
  }
}

/**
 * Keeps other processes from writing to a journal. The lock lies beside it, so that it holds for every checkout that
 * reaches the file. Throws a usage Failure that names who writes to it, or a disk Failure.
 *
 * @returns the release
 */
export async function holdJournal(root: string, file: string): Promise<() => void> {
  const taken = await tryLock(`${placeOf(root, file)}.lock`);
  if (typeof taken === "function") return taken;
  throw new Failure("usage", `${taken} writes to ${file}; wait until it has ended, or stop it`);
}

/** What stands behind the last line end of a journal. */
export interface Tail {
  /** Place behind the last line end. */
  readonly end: number;
  readonly bytes: Buffer;
  /** Whether it is a whole line that lacks its end alone: what it holds was answered, and stays. */
  readonly isLine: boolean;
}

/** Reads what stands behind the last line end. Throws a Failure where so much stands there that it is no journal. */
export async function tailOf(handle: FileHandle, file: string, size: number): Promise<Tail> {
  const end = await lastLineStart(handle, size);
  if (size - end > LONGEST_LINE)
    throw new Failure("usage", `${file}: a line longer than 256 MB; this is not a journal`);
  const bytes = await bytesAt(handle, end, size - end);
  return { end, bytes, isLine: isWholeLine(bytes, `${file}, last line`) };
}

/** Where the last line that the first `size` bytes begin begins: behind their last LF. */
async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  for (let to = size; to > 0; ) {
    const from = Math.max(0, to - STEP);
    const last = (await bytesAt(handle, from, to - from)).lastIndexOf(LF);
    if (last !== -1) return from + last + 1;
    to = from;
  }
  return 0;
}

/**
 * Refuses a file that candor must not append answers to: an imported log, a packed file, lines of another version,
 * something else altogether. The first and the last line tell; `AnswerJournal.open` reads all.
 */
export async function checkEnds(handle: FileHandle, full: string, file: string, end: number): Promise<void> {
  refusePacked(full, file);
  if (end === 0) return;
  const start = await bytesAt(handle, 0, Math.min(end, STEP));
  const lf = start.indexOf(LF);
  // A first line longer than this is left to who reads all.
  if (lf !== -1) checkWhole(start.subarray(0, lf), `${file}, line 1`);
  const last = await lastLineStart(handle, end - 1);
  checkWhole(await bytesAt(handle, last, end - 1 - last), `${file}, last line`);
}

function checkWhole(bytes: Buffer, where: string): void {
  const line = bytes[bytes.length - 1] === 13 ? bytes.subarray(0, -1) : bytes;
  if (line.length > 0) checkLine(line, where);
}

/** Opens a file that may not be there. Throws a disk Failure. */
export async function openIfThere(full: string, flags: string): Promise<FileHandle | null> {
  try {
    return await open(full, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw diskFailure(error, `open ${full}`);
  }
}

/** Throws a usage Failure where a journal is not there. */
export function checkThere(root: string, file: string): void {
  if (!existsSync(placeOf(root, file))) throw new Failure("usage", `${file} does not exist`);
}

/** A journal that is open for reading. */
export interface OpenJournal {
  readonly handle: FileHandle;
  readonly full: string;
  /** Its name, for messages. */
  readonly file: string;
  readonly size: number;
}

/** Opens a journal for reading. Throws a Failure where it is not there or packed. */
export async function withJournal<T>(
  root: string,
  file: string,
  action: (journal: OpenJournal) => Promise<T>,
): Promise<T> {
  const full = placeOf(root, file);
  const handle = await openIfThere(full, "r");
  if (handle === null) throw new Failure("usage", `${file} does not exist`);
  try {
    refusePacked(full, file);
    const { size } = await handle.stat();
    return await action({ handle, full, file, size });
  } catch (error) {
    throw diskFailure(error, `read ${full}`);
  } finally {
    await handle.close();
  }
}

function refusePacked(full: string, file: string): void {
  const [first, second] = firstBytes(full);
  if (first === 0x1f && second === 0x8b)
    throw new Failure("damaged", `${file} is packed by gzip; a journal is not: unpack it`);
}
