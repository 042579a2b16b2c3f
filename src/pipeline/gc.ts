import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pruneIndex } from "./bundle.ts";
import { BUNDLES } from "./bundle-file.ts";
import { readIfThere } from "./files.ts";
import { JOURNAL_INDICES } from "./journal.ts";
import { type KeyRecord, keyOf } from "./key.ts";
import { readManifest } from "./manifest.ts";
import { Store } from "./store.ts";
import { REMEMBERED_YAML } from "./yaml.ts";

/**
 * Removes from the store every result that no manifest of the baskets leads to, and every blob and trace that those
 * do not name; bundles of sources that are gone, what was remembered of files, and builds of the command line but
 * today's. The caller holds the lock. Throws a damaged Failure where a manifest cannot be read: its results would
 * look unused.
 */
export function collectGarbage(root: string, baskets: readonly string[]): { files: number; bytes: number } {
  const store = new Store(root, () => {});
  const results = new Set<string>();
  const blobs = new Set<string>();
  const traces = new Set<string>();
  for (const basket of baskets) {
    for (const { key } of Object.values(readManifest(root, basket).stages)) {
      const result = store.getResult(key);
      for (const each of [key, ...(result?.slices ?? [])]) {
        results.add(each);
        const stored = store.getResult(each);
        if (stored === null) continue;
        const record = stored.key as KeyRecord;
        if (record.answers !== null) traces.add(keyOf({ ...record, answers: null }));
        if (stored.table !== null) blobs.add(stored.table);
        for (const blob of Object.values(stored.files)) blobs.add(blob);
      }
    }
  }
  const gone = store.sweep({ blobs, results, traces });
  for (const other of [unusedBundles(root), unusedBuilds(root), remembered(root)].flat()) {
    gone.bytes += sizeBelow(other);
    gone.files++;
    rmSync(other, { recursive: true, force: true });
  }
  return gone;
}

function unusedBundles(root: string): string[] {
  const folder = path.join(root, BUNDLES);
  const index = pruneIndex(root);
  const used = new Set(Object.values(index).map(({ hash }) => `${hash.slice("sha256:".length)}.js`));
  return namesIn(folder)
    .filter((name) => name !== "index.json" && !used.has(name))
    .map((name) => path.join(folder, name));
}

/** One file for each version that was read; today's is made anew in no time. */
function remembered(root: string): string[] {
  return [REMEMBERED_YAML, JOURNAL_INDICES].flatMap((relative) => {
    const folder = path.join(root, relative);
    return namesIn(folder).map((name) => path.join(folder, name));
  });
}

function unusedBuilds(root: string): string[] {
  const folder = path.join(root, ".candor", "cli");
  const current = currentBuild(path.join(folder, "current.json"));
  // Damaged: whichever is in use, the launcher makes it anew and says so in the file.
  if (current === null) return [];
  return namesIn(folder)
    .filter((name) => name !== "current.json" && name !== current)
    .map((name) => path.join(folder, name));
}

function currentBuild(file: string): string | null {
  try {
    const { name } = JSON.parse(readIfThere(file)?.toString("utf8") ?? "") as { name?: unknown };
    return typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeBelow(at: string): number {
  const stat = statSync(at, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  return stat.isDirectory()
    ? namesIn(at).reduce((sum, name) => sum + sizeBelow(path.join(at, name)), 0)
    : stat.size;
}
