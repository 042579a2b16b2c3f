import type { CheckedSide } from "./checked-side.ts";
import { statedRows } from "./manifests.ts";

/** Tables of which a side holds no file, by what the manifests say of their rows. Paths of Parquet files. */
export interface ByHash {
  readonly same: readonly string[];
  readonly differing: readonly string[];
  /** A manifest does not list it, or the file that is there is not the one that the manifest means. */
  readonly unknown: readonly string[];
}

/** Compares tables by the hashes of their rows. Files that are there must have been held against their manifest. */
export async function compareByHash(
  a: CheckedSide,
  b: CheckedSide,
  uncompared: readonly string[],
): Promise<ByHash> {
  const [x, y] = [rowsOf(a), rowsOf(b)];
  const found = { same: [] as string[], differing: [] as string[], unknown: [] as string[] };
  for (const path of uncompared) {
    const [was, is] = [x.get(path), y.get(path)];
    const holds = await Promise.all(
      [a, b].map(async (side) => !side.has(path) || (await side.isVouchedFor(path))),
    );
    if (was === undefined || is === undefined || holds.includes(false)) found.unknown.push(path);
    else if (was === is) found.same.push(path);
    else found.differing.push(path);
  }
  return found;
}

function rowsOf({ manifest }: CheckedSide): ReadonlyMap<string, string> {
  return manifest === null ? new Map() : statedRows(manifest);
}
