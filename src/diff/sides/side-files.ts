import { Failure } from "../../pipeline/failure.ts";
import type { Side } from "../report.ts";

/** One side of a comparison: its files by path, read when they are wanted. */
export interface SideFiles {
  readonly side: Side;
  /** By path in the tree, with `/`; a single file stands under its own name. */
  readonly files: ReadonlyMap<string, SideFile>;
  /** Links and other things that are no files, which are left alone. */
  readonly skipped: readonly string[];
  /** Folders that the system does not let us list, and files that go by the name of another one. */
  readonly unlisted: readonly string[];
  /** How to get the files that git does not hold; null where the side is no revision. */
  readonly howToBuild: string | null;
  /** Throws UnreadableFile where one file of a tree cannot be read; the others can be compared all the same. */
  readonly read: (path: string) => Promise<Uint8Array>;
  readonly close: () => void;
}

export interface SideFile {
  /** Git's own hash of the content: equal hashes need no reading. Null outside git. */
  readonly object: string | null;
}

/** One file of a tree cannot be read. */
export class UnreadableFile extends Failure {
  /** What the system says, for a sentence that names the file. */
  readonly why: string;

  constructor(file: string, why: string) {
    super("disk", `cannot read ${file}: ${why}`);
    this.why = why;
  }
}

/** Ending of a path in lower case, with its dot; empty without one. */
export function endingOf(path: string): string {
  return /\.[^./]*$/u.exec(path)?.[0].toLowerCase() ?? "";
}

/** The file that makes a folder an artifact tree. */
export const MANIFEST = "manifest.json";

/**
 * An artifact tree without what the engine writes about it (the state of verification, the page), and without files
 * that are being written. In any other folder these are files like all.
 */
export function artifactsAlone(side: SideFiles): SideFiles {
  return {
    ...side,
    files: new Map([...side.files].filter(([path]) => takesPart(path))),
    skipped: side.skipped.filter(takesPart),
    unlisted: side.unlisted.filter((path) => takesPart(path) && path !== "report"),
  };
}

/** A side without the files of folders that the other one cannot list: nobody knows whether they are there too. */
export function knownTo(other: SideFiles, side: SideFiles): SideFiles {
  if (other.unlisted.length === 0) return side;
  const isKnown = (path: string) => !other.unlisted.some((folder) => path.startsWith(`${folder}/`));
  return {
    ...side,
    files: new Map([...side.files].filter(([path]) => isKnown(path))),
    skipped: side.skipped.filter(isKnown),
  };
}

function takesPart(path: string): boolean {
  return path !== "prereg.json" && !path.startsWith("report/") && !path.endsWith(".candor-tmp");
}
