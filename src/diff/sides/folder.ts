import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Failure } from "../../pipeline/failure.ts";
import { fileName } from "./file-name.ts";
import { readFailure, whyUnreadable } from "./read-failure.ts";
import { type SideFile, type SideFiles, UnreadableFile } from "./side-files.ts";

/** Most bytes that Node reads into one buffer. */
const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024 - 1;

const TOO_LARGE = "it has more than 2 GiB, which is more than can be compared";

/**
 * A folder as a side. Links below it are not followed: a tree from somebody else must not draw files from
 * elsewhere on this machine into a report. Names are taken as bytes, since not all of them are text.
 */
export function folderSide(given: string): SideFiles {
  const files = new Map<string, SideFile>();
  const places = new Map<string, Buffer>();
  const skipped: string[] = [];
  const unlisted: string[] = [];
  const walk = (entries: readonly Dirent<Buffer>[], folder: Buffer, before: string): void => {
    for (const entry of [...entries].sort((a, b) => Buffer.compare(a.name, b.name))) {
      const below = before + fileName(entry.name);
      const place = Buffer.concat([folder, Buffer.from("/"), entry.name]);
      if (entry.isDirectory()) {
        const within = listed(place);
        if (within === null) unlisted.push(below);
        else walk(within, place, `${below}/`);
      } else if (!entry.isFile()) skipped.push(below);
      else if (places.has(below)) unlisted.push(below);
      else {
        files.set(below, { object: null });
        places.set(below, place);
      }
    }
  };
  const top = Buffer.from(given);
  try {
    walk(entriesOf(top), top, "");
  } catch (error) {
    throw readFailure(error, given);
  }
  return {
    side: { given, kind: "tree", commit: null },
    files,
    skipped,
    unlisted,
    howToBuild: null,
    read: async (file) => contentOf(places.get(file)!, path.join(given, file)),
    close: () => undefined,
  };
}

/** One file as a side. */
export function fileSide(given: string): SideFiles {
  return {
    side: { given, kind: "file", commit: null },
    files: new Map([[path.basename(given), { object: null }]]),
    skipped: [],
    unlisted: [],
    howToBuild: null,
    read: async () => {
      try {
        return contentOf(Buffer.from(given), given);
      } catch (error) {
        // Without it there is nothing left to compare.
        throw error instanceof UnreadableFile ? new Failure(error.kind, error.message) : error;
      }
    },
    close: () => undefined,
  };
}

function entriesOf(folder: Buffer): Dirent<Buffer>[] {
  return readdirSync(folder, { withFileTypes: true, encoding: "buffer" }) as unknown as Dirent<Buffer>[];
}

/** What lies in a folder; null where the system does not say. */
function listed(folder: Buffer): Dirent<Buffer>[] | null {
  try {
    return entriesOf(folder);
  } catch (error) {
    if (whyUnreadable(error) === null) throw error;
    return null;
  }
}

function contentOf(place: Buffer, file: string): Uint8Array {
  try {
    if (statSync(place).size > MAX_FILE_BYTES) throw new UnreadableFile(file, TOO_LARGE);
    return readFileSync(place);
  } catch (error) {
    const why = error instanceof Failure ? null : whyUnreadable(error);
    throw why === null ? error : new UnreadableFile(file, why);
  }
}
