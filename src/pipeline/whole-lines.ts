import type { FileHandle } from "node:fs/promises";
import { Failure } from "./failure.ts";
import { LONGEST_LINE } from "./lines.ts";

/** Lines of a file that stand one after the other, each with the LF that ends it. */
export interface Piece {
  /** Overwritten by the next piece. */
  readonly bytes: Buffer;
  /** Place of the first byte in the file. */
  readonly offset: number;
}

const PIECE = 4 * 1024 * 1024;
const LF = 10;

/**
 * The lines of a file from one place up to another, in pieces. What follows the last LF is not among them: a process
 * that was killed while it wrote a line leaves its beginning there. Memory is that of a piece or the longest line.
 *
 * @param from where a line begins
 * @param until how far to read, so that a file that grows meanwhile comes to an end
 * @param name of the file, for the Failure about a line without end
 */
export async function* wholeLines(
  handle: FileHandle,
  from: number,
  until: number,
  name: string,
): AsyncGenerator<Piece> {
  let buffer = Buffer.allocUnsafe(Math.min(PIECE, Math.max(until - from, 1)));
  /** Place of the buffer's first byte, and how many of its bytes belong to a line that has not ended. */
  let offset = from;
  let held = 0;
  while (offset + held < until) {
    if (held === buffer.length) {
      if (held > LONGEST_LINE)
        throw new Failure("usage", `${name}: a line longer than 256 MB; this is not a journal`);
      const larger = Buffer.allocUnsafe(2 * held);
      buffer.copy(larger);
      buffer = larger;
    }
    const wanted = Math.min(buffer.length - held, until - offset - held);
    const { bytesRead } = await handle.read(buffer, held, wanted, offset + held);
    // A torn tail was cut meanwhile.
    if (bytesRead === 0) return;
    const last = buffer.subarray(held, held + bytesRead).lastIndexOf(LF);
    if (last === -1) {
      held += bytesRead;
      continue;
    }
    const end = held + last + 1;
    yield { bytes: buffer.subarray(0, end), offset };
    buffer.copyWithin(0, end, held + bytesRead);
    held += bytesRead - end;
    offset += end;
  }
}
