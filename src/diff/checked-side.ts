import { hashOf } from "../pipeline/canonical.ts";
import { type AnyManifest, readManifestFile, statedBytes } from "./manifests.ts";
import { endingOf, type SideFiles, UnreadableFile } from "./sides/side-files.ts";

/** A side whose files are held against its manifest. */
export class CheckedSide {
  readonly files: SideFiles;
  /** Null where there is none, or none that can be read. */
  readonly manifest: AnyManifest | null;
  /** Why the manifest cannot be read; null where it can, or where there is none. */
  readonly fault: string | null;
  /** Whether no Parquet files are kept there: a revision that git holds none of, or a checkout of one. */
  readonly #leavesOutParquet: boolean;
  readonly #onDemand: ReadonlySet<string>;
  readonly #stated: ReadonlyMap<string, string>;
  /** Files that were read: whether they are what the manifest says. */
  readonly #checked = new Map<string, boolean>();
  /** The file read last: it is looked at for equality and then for what differs. */
  #last: { readonly path: string; readonly bytes: Uint8Array } | null = null;

  private constructor(
    files: SideFiles,
    manifest: AnyManifest | string | null,
    onDemand: ReadonlySet<string>,
  ) {
    this.files = files;
    this.#onDemand = onDemand;
    this.manifest = typeof manifest === "string" ? null : manifest;
    this.fault = typeof manifest === "string" ? manifest : null;
    this.#stated = this.manifest === null ? new Map() : statedBytes(this.manifest);
    const isKeptElsewhere = files.side.kind === "revision" || [...this.#stated.keys()].some(isParquet);
    this.#leavesOutParquet = isKeptElsewhere && ![...files.files.keys()].some(isParquet);
  }

  /** @param onDemand outputs whose Parquet files are not in every tree */
  static async open(files: SideFiles, onDemand: ReadonlySet<string>): Promise<CheckedSide> {
    return new CheckedSide(files, await readManifestFile(files), onDemand);
  }

  /** Throws UnreadableFile where only this file cannot be read. */
  async read(path: string): Promise<Uint8Array> {
    if (this.#last?.path === path) return this.#last.bytes;
    this.#last = null;
    const bytes = await this.files.read(path);
    this.#last = { path, bytes };
    const stated = this.#stated.get(path);
    if (stated !== undefined && !this.#checked.has(path)) this.#checked.set(path, stated === hashOf(bytes));
    return bytes;
  }

  /** The bytes of a file, or why they cannot be read. */
  async content(path: string): Promise<Uint8Array | UnreadableFile> {
    try {
      return await this.read(path);
    } catch (error) {
      if (error instanceof UnreadableFile) return error;
      throw error;
    }
  }

  has(path: string): boolean {
    return this.files.files.has(path);
  }

  /** Whether the manifest lists a file. */
  states(path: string): boolean {
    return this.#stated.has(path);
  }

  /** Whether a file is there and not what the manifest says. */
  async isEdited(path: string): Promise<boolean> {
    return (await this.#check(path)) === false;
  }

  /** Whether a file is there and is what the manifest says. */
  async isVouchedFor(path: string): Promise<boolean> {
    return (await this.#check(path)) === true;
  }

  /** Holds every file against the manifest that was not read for anything else. */
  async checkAll(): Promise<void> {
    for (const path of this.#stated.keys()) await this.#check(path);
  }

  /** Null where the file is not there, cannot be read, or is not in the manifest. */
  async #check(path: string): Promise<boolean | null> {
    if (!this.has(path) || !this.states(path)) return null;
    if (!this.#checked.has(path)) await this.content(path);
    return this.#checked.get(path) ?? null;
  }

  /** Whether a file is not there because such files need not be: a Parquet file of a checkout, or one made on demand. */
  leavesOut(path: string): boolean {
    return isParquet(path) && !this.has(path) && (this.#leavesOutParquet || this.#onDemand.has(path));
  }

  /** Files that the manifest lists and the side does not hold, though it should. */
  lacking(): string[] {
    return [...this.#stated.keys()].filter((path) => !this.has(path) && !this.leavesOut(path));
  }

  /** Files that are not what the manifest says, of those held against it. */
  edited(): string[] {
    return [...this.#checked].filter(([, isAsStated]) => !isAsStated).map(([path]) => path);
  }
}

function isParquet(path: string): boolean {
  return endingOf(path) === ".parquet";
}

/** Whether two files hold the same bytes. What git holds twice under one hash is not read. Throws UnreadableFile. */
export async function sameBytes(
  a: CheckedSide,
  pathA: string,
  b: CheckedSide,
  pathB: string,
): Promise<boolean> {
  const [was, is] = [a.files.files.get(pathA)!, b.files.files.get(pathB)!];
  if (was.object !== null && was.object === is.object) return true;
  const [x, y] = [await a.read(pathA), await b.read(pathB)];
  return Buffer.compare(x, y) === 0;
}
