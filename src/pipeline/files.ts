import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { byteOrder } from "../tables/canonical.ts";
import { type Hash, hashOf } from "./canonical.ts";
import { diskFailure, Failure } from "./failure.ts";

/** Ending of files that are being written; what a killed run left behind is swept by it. */
export const SCRATCH_ENDING = ".candor-tmp";

/** How a file is written. */
export interface WriteOptions {
  /** Where the scratch file lies, on the same file system; the file's own folder by default. */
  readonly scratchFolder?: string;
  /**
   * Whether the bytes must be on the disk before the name is there; true by default. False is for files that
   * are verified when they are read: a power cut costs their content, never a wrong result.
   */
  readonly durable?: boolean;
}

/** Writes a file whole or not at all: scratch file, fsync, rename. Throws a disk Failure. */
export function writeAtomically(file: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  const { scratchFolder = path.dirname(file), durable = true } = options;
  const name = `${path.basename(file)}.${process.pid}-${randomBytes(4).toString("hex")}${SCRATCH_ENDING}`;
  const scratch = path.join(scratchFolder, name);
  try {
    makeFolder(path.dirname(file));
    makeFolder(scratchFolder);
    const handle = openForWriting(scratch);
    try {
      const bytes = typeof data === "string" ? Buffer.from(data, "utf8") : data;
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveTo(scratch, file);
  } catch (error) {
    removeIfThere(scratch);
    throw diskFailure(error, `write ${file}`);
  }
}

/** Folders that this thread made: a system call each is a large part of writing a small file. */
const made = new Set<string>();

function makeFolder(folder: string): void {
  if (made.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}

/** Somebody may have removed a folder since it was made. */
function openForWriting(file: string): number {
  try {
    return openSync(file, "w");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(path.dirname(file), { recursive: true });
    return openSync(file, "w");
  }
}

function moveTo(scratch: string, file: string): void {
  try {
    renameSync(scratch, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(path.dirname(file), { recursive: true });
    renameSync(scratch, file);
  }
}

/** Removes a file where there is one. Never throws: it cleans up after what failed, which is what matters. */
export function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A part of the path is no folder, or the disk refuses.
  }
}

/** Content of a file, or null where there is none. */
export function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "ENOENT" ||
      (error as NodeJS.ErrnoException).code === "ENOTDIR"
    )
      return null;
    throw diskFailure(error, `read ${file}`);
  }
}

/** All files below a folder, as paths relative to it with `/`, in byte order; none where it does not exist. */
export function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const walk = (relative: string) => {
    let entries: import("node:fs").Dirent[];
    try {
      entries = readdirSync(path.join(folder, relative), { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      const below = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) walk(below);
      else found.push(below);
    }
  };
  walk("");
  return found.sort(byteOrder);
}

/**
 * Files of the project by their content, each read once per process, so that the bytes that are hashed are
 * the bytes that are used.
 */
export class ProjectFiles {
  readonly root: string;
  readonly #read = new Map<string, { bytes: Buffer; hash: Hash } | null>();

  constructor(root: string) {
    this.root = root;
  }

  /** Content and hash of a file (path relative to the project, with `/`); null where there is none. */
  read(relative: string): { bytes: Buffer; hash: Hash } | null {
    let known = this.#read.get(relative);
    if (known === undefined) {
      const bytes = readIfThere(path.join(this.root, relative));
      known = bytes === null ? null : { bytes, hash: hashOf(bytes) };
      this.#read.set(relative, known);
    }
    return known;
  }

  /** Hash of what the file holds now, past the memory. */
  hashNow(relative: string): Hash | null {
    const bytes = readIfThere(path.join(this.root, relative));
    return bytes === null ? null : hashOf(bytes);
  }

  /**
   * Files that a pattern names, in byte order: a plain path, or a path whose last part holds `*`. Throws a
   * definition Failure where nothing matches.
   */
  match(pattern: string, asked: string): string[] {
    const found = this.matchAny(pattern);
    if (found.length === 0)
      throw new Failure("definition", `${asked}: no file matches ${pattern}; add it or mend the pattern`);
    return found;
  }

  /** The same where nothing need match. */
  matchAny(pattern: string): string[] {
    const folder = path.posix.dirname(pattern);
    const last = path.posix.basename(pattern);
    const names = last.includes("*") ? this.list(folder).filter((name) => matches(last, name)) : [last];
    const found = names.map((name) => `${folder}/${name}`).filter((file) => this.read(file) !== null);
    return found.sort(byteOrder);
  }

  /** Names of the files that lie directly in a folder, links to files included; none where it does not exist. */
  list(folder: string): string[] {
    try {
      const names = readdirSync(path.join(this.root, folder));
      return names.filter((name) =>
        statSync(path.join(this.root, folder, name), { throwIfNoEntry: false })?.isFile(),
      );
    } catch {
      return [];
    }
  }
}

/** Whether a name fits: `*` stands for any run of characters; hidden files match no pattern. */
export function matches(pattern: string, name: string): boolean {
  if (name.startsWith(".")) return false;
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "u").test(name);
}
