import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import type { Hash } from "../pipeline/canonical.ts";
import { diskFailure } from "../pipeline/failure.ts";
import { removeIfThere, SCRATCH_ENDING } from "../pipeline/files.ts";

const BUFFER = 1024 * 1024;

/** Writes a journal beside its place, line by line, and moves it there when it is whole. */
export class JournalWriter {
  readonly #file: string;
  readonly #scratch: string;
  readonly #hash = createHash("sha256");
  #handle: number | null = null;
  #held: string[] = [];
  #heldLength = 0;

  constructor(file: string) {
    this.#file = file;
    this.#scratch = `${file}.${process.pid}-${randomBytes(4).toString("hex")}${SCRATCH_ENDING}`;
    this.#try(() => {
      mkdirSync(path.dirname(file), { recursive: true });
      this.#handle = openSync(this.#scratch, "w");
    });
  }

  /** Adds a line, with its end. Throws a disk Failure. */
  add(line: string): void {
    this.#held.push(line);
    this.#heldLength += line.length;
    if (this.#heldLength >= BUFFER) this.#flush();
  }

  /** Ends the writing; the file is on the disk, but not in its place. Gives the hash of its bytes. */
  finish(): Hash {
    this.#flush();
    this.#try(() => {
      fsyncSync(this.#handle!);
      closeSync(this.#handle!);
      this.#handle = null;
    });
    return `sha256:${this.#hash.digest("hex")}`;
  }

  /** Moves the finished file to its place. */
  publish(): void {
    this.#try(() => renameSync(this.#scratch, this.#file));
  }

  /** Leaves nothing behind, whatever has been done so far. */
  discard(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
    removeIfThere(this.#scratch);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#held.join(""), "utf8");
    this.#held = [];
    this.#heldLength = 0;
    this.#hash.update(bytes);
    this.#try(() => {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle!, bytes, done);
    });
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.discard();
      throw diskFailure(error, `write ${this.#file}`);
    }
  }
}
