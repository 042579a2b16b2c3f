import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { diskFailure, Failure } from "../../pipeline/failure.ts";
import { removeIfThere, SCRATCH_ENDING } from "../../pipeline/files.ts";
import { processExists } from "../../pipeline/lock.ts";

const BUFFER = 1024 * 1024;

/** A new version of a journal, written beside it and moved to its place when it is whole and on the disk. */
export class Rewrite {
  readonly #full: string;
  readonly #file: string;
  readonly #scratch: string;
  #handle: number | null = null;
  readonly #buffer = Buffer.allocUnsafe(BUFFER);
  #held = 0;

  /**
   * Begins a new version; the caller holds the journal. Throws a disk Failure.
   *
   * @param full where the journal is
   * @param file its name, for messages
   */
  constructor(full: string, file: string) {
    this.#full = full;
    this.#file = file;
    this.#scratch = `${full}.${process.pid}-${randomBytes(4).toString("hex")}${SCRATCH_ENDING}`;
    this.#try(() => {
      mkdirSync(path.dirname(full), { recursive: true });
      sweep(full);
      this.#handle = openSync(this.#scratch, "wx");
    });
  }

  /** Adds bytes. Throws a disk Failure. */
  add(bytes: Uint8Array): void {
    if (this.#held + bytes.length > BUFFER) this.#flush();
    if (bytes.length > BUFFER) {
      this.#try(() => writeAll(this.#handle!, bytes));
    } else {
      this.#buffer.set(bytes, this.#held);
      this.#held += bytes.length;
    }
  }

  /** Adds a line, with its end. Throws a disk Failure. */
  addLine(bytes: Uint8Array): void {
    this.add(bytes);
    this.add(LF);
  }

  /**
   * Puts the new version into its place.
   *
   * @param read size of the old version as it was read; null where there must be none. Throws a Failure where it is
   *   another by now.
   */
  publish(read: number | null): void {
    this.#flush();
    this.#try(() => {
      fsyncSync(this.#handle!);
      this.#close();
      const there = statSync(this.#full, { throwIfNoEntry: false })?.size ?? null;
      if (there !== read)
        throw new Failure("input-changed", `${this.#file} changed while candor read it; run again`);
      renameSync(this.#scratch, this.#full);
      syncFolder(path.dirname(this.#full));
    });
  }

  /** Leaves nothing behind. Harmless once it is published. */
  discard(): void {
    this.#close();
    removeIfThere(this.#scratch);
  }

  #flush(): void {
    this.#try(() => writeAll(this.#handle!, this.#buffer.subarray(0, this.#held)));
    this.#held = 0;
  }

  #close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw diskFailure(error, `write ${this.#full}`);
    }
  }
}

const LF = Buffer.from("\n");

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

/** Removes what killed processes left beside a file. */
function sweep(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`) || !name.endsWith(SCRATCH_ENDING)) continue;
    const pid = Number(/\.(\d+)-[0-9a-f]+\.[^.]+$/u.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !processExists(pid)) removeIfThere(path.join(folder, name));
  }
}

/** A file's name is on the disk once its folder is. */
export function syncFolder(folder: string): void {
  // There, a folder cannot be opened, and names need no such call.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
