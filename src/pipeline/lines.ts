import { isUtf8 } from "node:buffer";
import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { diskFailure, Failure } from "./failure.ts";

/** One line of a file, without what ends it. */
export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
  /** Place of its first byte in the text, which is the unpacked one of a gzip file. */
  readonly offset: number;
  /** False for a last line that nothing ends: a cut file looks so, and so do some whole ones. */
  readonly ended: boolean;
}

/** No record is as long as this; what is has no line ends, and would fill the memory. */
export const LONGEST_LINE = 256 * 1024 * 1024;

const LF = 10;
const CR = 13;

/**
 * Lines of a file of any size, a batch per chunk that is read: plain or gzip (told by its first bytes), with or
 * without a byte order mark, ended by LF, CR LF or CR. Memory is that of a chunk and the longest line. Throws a
 * Failure that names the file: not there, a damaged gzip file, UTF-16, a line without end.
 */
export async function* linesOf(file: string): AsyncGenerator<FileLine[]> {
  const start = firstBytes(file);
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff))
    throw new Failure("usage", `${file} is UTF-16 text; save it as UTF-8`);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const plain = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const stream = isGzip ? plain.pipe(createGunzip({ chunkSize: 1024 * 1024 })) : plain;
  if (isGzip) plain.on("error", (error) => stream.destroy(error));
  let held: Buffer[] = [];
  let heldLength = 0;
  let number = 0;
  let position = 0;
  let begin = 0;
  let afterCr = false;
  const take = (end: Buffer, ended: boolean): FileLine => {
    const bytes = held.length === 0 ? end : Buffer.concat([...held, end]);
    held = [];
    heldLength = 0;
    return { number: ++number, bytes, offset: begin, ended };
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const lines: FileLine[] = [];
      let from = 0;
      if (position === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) from = 3;
      if (position === 0) begin = from;
      if (afterCr && chunk[from] === LF) {
        from++;
        begin++;
      }
      afterCr = false;
      let lf = chunk.indexOf(LF, from);
      let cr = chunk.indexOf(CR, from);
      while (lf !== -1 || cr !== -1) {
        const at = lf === -1 ? cr : cr === -1 ? lf : Math.min(lf, cr);
        lines.push(take(chunk.subarray(from, at), true));
        from = at + 1;
        if (at === cr && from === chunk.length) afterCr = true;
        else if (at === cr && chunk[from] === LF) from++;
        begin = position + from;
        if (lf !== -1 && lf < from) lf = chunk.indexOf(LF, from);
        if (cr !== -1 && cr < from) cr = chunk.indexOf(CR, from);
      }
      if (from < chunk.length) {
        held.push(Buffer.from(chunk.subarray(from)));
        heldLength += chunk.length - from;
      }
      position += chunk.length;
      if (heldLength > LONGEST_LINE)
        throw new Failure(
          "usage",
          `${file}, line ${number + 1}: longer than 256 MB; this is not a log of lines`,
        );
      yield lines;
    }
    if (heldLength > 0) yield [take(Buffer.alloc(0), false)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isGzip && code?.startsWith("Z_"))
      throw new Failure(
        "usage",
        `${file} is a damaged or cut gzip file (${code}, after line ${number}); fetch it again`,
      );
    throw error instanceof Failure ? error : diskFailure(error, `read ${file}`);
  } finally {
    plain.destroy();
  }
}

/**
 * Text of a line, or what is wrong with its bytes: text in a log must be UTF-8.
 *
 * @returns the text, or the number of the first byte, from 1, that is not UTF-8
 */
export function textOfLine(bytes: Buffer): string | { readonly badByte: number } {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let good = 0;
  for (let step = bytes.length; step >= 1; step = Math.floor(step / 2)) {
    // A prefix may end inside a character, which is not its fault.
    while (good + step <= bytes.length && isPrefixOfUtf8(bytes.subarray(0, good + step))) good += step;
  }
  return { badByte: good + 1 };
}

function isPrefixOfUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The first two bytes of a regular file. Throws a Failure where it cannot be read. */
export function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(2);
  try {
    const handle = openSync(file, "r");
    try {
      const stat = fstatSync(handle);
      if (!stat.isFile() && !stat.isDirectory())
        throw new Failure(
          "usage",
          `${file} is a pipe or a device; save it to a file first: a log is read more than once`,
        );
      readSync(handle, bytes, 0, 2, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new Failure("usage", `${file} does not exist`);
    if (code === "EISDIR") throw new Failure("usage", `${file} is a folder; name a file`);
    throw diskFailure(error, `read ${file}`);
  }
  return bytes;
}
