import { fstatSync, mkdirSync, statSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { JournalLine } from "../../pipeline/answer-lines.ts";
import { diskFailure, Failure } from "../../pipeline/failure.ts";
import { checkEnds, holdJournal, openIfThere, placeOf, tailOf } from "./held-journal.ts";
import { lineText } from "./line-text.ts";
import { syncFolder } from "./rewrite.ts";

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Appends to a journal. A line is acknowledged once it is on the disk, so a kill or a power cut loses none of those. */
export class JournalAppender {
  /** Bytes of a torn last line that were cut when it was opened: a killed process left them. */
  readonly healed: number;
  readonly #file: string;
  readonly #full: string;
  readonly #release: () => void;
  /** Null until the first line is appended to a file that is not there. */
  #handle: FileHandle | null;
  /** Bytes of the lines that are on the disk. */
  #size: number;
  #folderSynced = false;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #broken: unknown = null;
  #closed = false;

  private constructor(
    file: string,
    full: string,
    { release, handle, size, healed }: Opened & { release: () => void },
  ) {
    this.#file = file;
    this.#full = full;
    this.#release = release;
    this.#handle = handle;
    this.#size = size;
    this.healed = healed;
  }

  /**
   * Opens a journal for appending; there may be none yet. Cuts a torn last line, and ends a whole one that lacks only
   * its end. Throws a Failure: another process appends to it, it is no journal of answers of this version, the disk
   * refuses.
   */
  static async open(root: string, file: string): Promise<JournalAppender> {
    const full = placeOf(root, file);
    makeFolder(path.dirname(full));
    const release = await holdJournal(root, file);
    try {
      return new JournalAppender(file, full, { release, ...(await openHealed(full, file)) });
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Resolves once the line is on the disk; lines that wait go there together. Rejects with a Failure where the disk
   * refuses or another program changed the file. The file then ends with its last whole line, and every later line is
   * rejected.
   */
  append(line: JournalLine): Promise<void> {
    if (this.#closed) return Promise.reject(new Error(`${this.#file} is closed`));
    if (this.#broken !== null) return Promise.reject(this.#broken);
    const text = lineText(line);
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
    });
    this.#writing ??= this.#writeAll();
    return done;
  }

  /** Ends the appending once what waits is on the disk or rejected. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    try {
      await this.#handle?.close();
    } finally {
      this.#release();
    }
  }

  async #writeAll(): Promise<void> {
    // Lines that come in the same turn go with the first.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== null) throw this.#broken;
        await this.#write(Buffer.from(batch.map(({ text }) => text).join(""), "utf8"));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#broken ??= error;
        for (const { reject } of batch) reject(this.#broken);
      }
    }
    this.#writing = null;
  }

  /** Writes lines and waits until the disk has them. Throws a Failure; no part of them is left then. */
  async #write(bytes: Buffer): Promise<void> {
    const handle = await this.#ready();
    try {
      // Into the system's memory, at once; what takes its time is the disk.
      for (let done = 0; done < bytes.length; ) done += writeSync(handle.fd, bytes, done);
      await handle.datasync();
      if (!this.#folderSynced) syncFolder(path.dirname(this.#full));
      this.#folderSynced = true;
      this.#size += bytes.length;
    } catch (error) {
      await cutBack(handle, this.#size);
      throw diskFailure(error, `append to ${this.#full}`);
    }
  }

  /** The file, as this appender left it. Throws where another program changed it. */
  async #ready(): Promise<FileHandle> {
    const changed = (how: string) =>
      new Failure(
        "input-changed",
        `${this.#file} ${how} while candor appended to it; nothing was written over it: see what it holds and run again`,
      );
    if (this.#handle === null) {
      try {
        this.#handle = await open(this.#full, "ax+");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") throw changed("was made by another program");
        throw diskFailure(error, `append to ${this.#full}`);
      }
      return this.#handle;
    }
    const mine = fstatSync(this.#handle.fd);
    const there = statSync(this.#full, { throwIfNoEntry: false });
    if (there === undefined) throw changed("was removed");
    if (there.ino !== mine.ino || there.dev !== mine.dev) throw changed("was replaced by another program");
    if (mine.size !== this.#size) throw changed("was changed by another program");
    return this.#handle;
  }
}

interface Opened {
  readonly handle: FileHandle | null;
  readonly size: number;
  readonly healed: number;
}

/** Opens a journal and sees to it that it ends with a whole line. */
async function openHealed(full: string, file: string): Promise<Opened> {
  const handle = await openIfThere(full, "r+");
  if (handle === null) return { handle: null, size: 0, healed: 0 };
  await handle.close();
  // Every write goes to the end, wherever another program moved it.
  const appending = await open(full, "a+");
  try {
    const { size } = await appending.stat();
    const tail = await tailOf(appending, file, size);
    await checkEnds(appending, full, file, tail.end);
    if (tail.bytes.length === 0) return { handle: appending, size, healed: 0 };
    if (tail.isLine) await appending.write("\n");
    else await appending.truncate(tail.end);
    await appending.sync();
    return tail.isLine
      ? { handle: appending, size: size + 1, healed: 0 }
      : { handle: appending, size: tail.end, healed: tail.bytes.length };
  } catch (error) {
    await appending.close();
    throw diskFailure(error, `append to ${full}`);
  }
}

/** Takes back what was written behind the last whole line. Never throws: the Failure that led here matters. */
async function cutBack(handle: FileHandle, size: number): Promise<void> {
  try {
    await handle.truncate(size);
    await handle.datasync();
  } catch {
    // The next to open the journal cuts the torn line.
  }
}

/** Makes a folder that lasts. Throws a disk Failure. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw diskFailure(error, `make ${folder}`);
  }
}
