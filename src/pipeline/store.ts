import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { canonicalJson } from "../tables/canonical.ts";
import { type Hash, hashOf } from "./canonical.ts";
import { readIfThere, writeAtomically } from "./files.ts";

/** What a stage or slice left in the store. Hashes of blobs name their content. */
export interface StoredResult {
  /** The record whose hash is the key: every input to the result by name and hash. */
  readonly key: unknown;
  /** Arrow table with the rows; null for a figure. */
  readonly table: Hash | null;
  /** Hash of schema and rows; for a figure, of its text. */
  readonly rows: Hash;
  readonly count: number | null;
  readonly caption: string | null;
  /** Files as they are materialised: ending (`parquet`, `csv`, `svg`) to blob. Empty for a slice. */
  readonly files: Readonly<Record<string, Hash>>;
  /** Code that wrote the files. Files are written anew from the rows when it changed; nothing runs again. */
  readonly writer: Hash | null;
  /** Answers that were missing, in a partial run; left out where none was. */
  readonly missing?: { readonly missing: number; readonly asked: number };
  /** Keys of the slices of a mapped stage, in the order of their values. */
  readonly slices: readonly Hash[];
}

/** Which recorded answers a stage or slice looked up when it last ran, and what they were. */
export interface Trace {
  readonly asked: readonly Hash[];
  /** Hash of the answers, as `AnswerJournal.answersTo` gives it. */
  readonly answers: Hash;
}

/** Most traces that are kept of one key: a journal grows, and only what it holds now is looked for. */
const MOST_TRACES = 4;

/**
 * The content-addressed store `.candor/store`: blobs by the hash of their bytes, results by their key. Both
 * are verified when they are read; what does not match counts as missing and is reported.
 */
export class Store {
  readonly folder: string;
  readonly #damaged: (file: string) => void;

  /** `damaged` is told of each file whose content is not what its name says. */
  constructor(root: string, damaged: (file: string) => void) {
    this.folder = path.join(root, ".candor", "store");
    this.#damaged = damaged;
  }

  /** Folder of what is being written. */
  get scratch(): string {
    return path.join(this.folder, "scratch");
  }

  blobPath(hash: Hash): string {
    return path.join(this.folder, "blobs", ...spread(hash));
  }

  resultPath(key: Hash): string {
    return path.join(this.folder, "results", ...spread(key));
  }

  /** Puts bytes into the store and returns their hash. Throws a disk Failure. */
  putBlob(bytes: Uint8Array): Hash {
    const hash = hashOf(bytes);
    const file = this.blobPath(hash);
    // What lies there damaged is written over.
    if (!readIfThere(file)?.equals(bytes)) this.#write(file, bytes);
    return hash;
  }

  /** Bytes of a blob, or null where it is missing or damaged. */
  getBlob(hash: Hash): Uint8Array | null {
    const bytes = readIfThere(this.blobPath(hash));
    if (bytes === null) return null;
    if (hashOf(bytes) === hash) return bytes;
    this.#drop(this.blobPath(hash));
    return null;
  }

  /** Records the result of a key. The file holds the hash of its own content in front. */
  putResult(key: Hash, result: StoredResult): void {
    const json = canonicalJson(result);
    this.#write(this.resultPath(key), `${hashOf(json)}\n${json}\n`);
  }

  /** Result of a key, or null where there is none or it is damaged. Its blobs are not looked at. */
  getResult(key: Hash): StoredResult | null {
    return this.#readSealed<StoredResult>(this.resultPath(key));
  }

  /** A value from a file that holds the hash of its own content in front. */
  #readSealed<Value>(file: string): Value | null {
    const text = readIfThere(file)?.toString("utf8") ?? null;
    if (text === null) return null;
    const newline = text.indexOf("\n");
    const json = text.slice(newline + 1, -1);
    if (text.slice(0, newline) === hashOf(json)) return JSON.parse(json) as Value;
    this.#drop(file);
    return null;
  }

  /** Keeps what was looked up under a key whose answers are not in it. */
  putTrace(key: Hash, trace: Trace): void {
    const others = this.getTraces(key).filter(({ answers }) => answers !== trace.answers);
    const json = canonicalJson([trace, ...others].slice(0, MOST_TRACES));
    this.#write(this.#tracePath(key), `${hashOf(json)}\n${json}\n`);
  }

  /** What was looked up under a key, the latest first. */
  getTraces(key: Hash): Trace[] {
    return this.#readSealed<Trace[]>(this.#tracePath(key)) ?? [];
  }

  #tracePath(key: Hash): string {
    return path.join(this.folder, "traces", ...spread(key));
  }

  /** Removes every blob, result and trace that is not named; returns how many files and bytes went. */
  sweep(keep: Readonly<Record<"blobs" | "results" | "traces", ReadonlySet<string>>>): {
    files: number;
    bytes: number;
  } {
    const gone = { files: 0, bytes: 0 };
    for (const kind of ["blobs", "results", "traces"] as const) {
      const folder = path.join(this.folder, kind);
      for (const prefix of namesIn(folder)) {
        for (const name of namesIn(path.join(folder, prefix))) {
          if (keep[kind].has(`sha256:${prefix}${name}`)) continue;
          const file = path.join(folder, prefix, name);
          gone.bytes += sizeOf(file) ?? 0;
          gone.files++;
          rmSync(file, { force: true });
        }
      }
    }
    return gone;
  }

  /** Not synced: what a power cut leaves torn is found when it is read, and made anew. */
  #write(file: string, data: string | Uint8Array): void {
    writeAtomically(file, data, { scratchFolder: this.scratch, durable: false });
  }

  #drop(file: string): void {
    rmSync(file, { force: true });
    this.#damaged(file);
  }
}

function spread(hash: Hash): [string, string] {
  // Sixteen folders: to make one costs as much as to write a small file.
  const hex = hash.slice("sha256:".length);
  return [hex.slice(0, 1), hex.slice(1)];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
