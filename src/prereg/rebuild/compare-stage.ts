import path from "node:path";
import { hashOf } from "../../pipeline/canonical.ts";
import type { ManifestEntry } from "../../pipeline/manifest.ts";
import { byteOrder } from "../../tables/canonical.ts";
import type { TableSchema } from "../../tables/schema.ts";
import { compareTables } from "./compare-tables.ts";
import { compareTexts } from "./compare-texts.ts";
import { manifestLeaves } from "./manifest-leaves.ts";
import type { FileRebuild, ManifestLeaf, StageRebuild } from "./report.ts";

/** A stage's files and what its manifest says of it, on one side. */
export interface Made {
  readonly entry: ManifestEntry | null;
  readonly read: (file: string) => Buffer | null;
}

/** What is compared, whoever made it. */
export type Comparison = Pick<StageRebuild, "state" | "files" | "absent" | "manifest">;

/**
 * Compares what lies here of a stage with what a rebuild gave: each file byte by byte, those that differ by their
 * rows or lines, and the manifest's entry leaf by leaf.
 *
 * @param schema of the rows of its table; null for a figure
 */
export async function compareStage(
  outputs: readonly string[],
  schema: TableSchema | null,
  here: Made,
  rebuilt: Made,
): Promise<Comparison> {
  const files: FileRebuild[] = [];
  const absent: string[] = [];
  for (const output of [...outputs].sort(byteOrder)) {
    const a = here.read(output);
    const b = rebuilt.read(output);
    const claimed = here.entry?.outputs[output]?.bytes ?? null;
    if (a === null) {
      if (claimed !== null) absent.push(output);
      continue;
    }
    if (b?.equals(a)) continue;
    const edited = claimed !== null && hashOf(a) !== claimed;
    if (b === null) {
      const fault = "the rebuild did not give it";
      files.push({ path: output, change: "unreadable", edited, fault, rows: null, first: null });
      continue;
    }
    files.push({ path: output, edited, ...(await compareFiles(output, a, b, schema)) });
  }
  const manifest = leavesOf(here.entry, rebuilt.entry);
  const anyHere = outputs.some((output) => here.read(output) !== null);
  return { state: stateOf(files, anyHere, manifest), files, absent, manifest };
}

async function compareFiles(output: string, here: Buffer, rebuilt: Buffer, schema: TableSchema | null) {
  const ending = path.posix.extname(output);
  if (ending === ".parquet" || ending === ".csv") return await compareTables(output, here, rebuilt, schema);
  return { rows: null, ...compareTexts(here, rebuilt) };
}

/** Files without an entry were put there by hand, or their entry was removed. */
function leavesOf(here: ManifestEntry | null, rebuilt: ManifestEntry | null): ManifestLeaf[] {
  if (rebuilt === null) return [];
  if (here === null) return [{ path: "", was: null, is: rebuilt.key }];
  return manifestLeaves(here, rebuilt);
}

/** `anyHere`: whether any file of the stage lies here; else the manifest alone tells. */
function stateOf(
  files: readonly FileRebuild[],
  anyHere: boolean,
  manifest: readonly ManifestLeaf[],
): Comparison["state"] {
  const differs = (pattern: RegExp) => !anyHere && manifest.some(({ path: at }) => pattern.test(at));
  if (files.some(({ change }) => change !== "bytes") || differs(/^rows$/u)) return "rows";
  if (files.length > 0 || differs(/^outputs\..*\.bytes$/u)) return "bytes";
  return manifest.length > 0 ? "manifest" : "equal";
}
