import path from "node:path";
import { byteOrder } from "../tables/canonical.ts";
import type { Hash } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { readIfThere, writeAtomically } from "./files.ts";
import type { KeyRecord } from "./key.ts";

/** One file of a stage: its bytes, and for a Parquet file the rows in it. */
export interface ManifestOutput {
  readonly bytes: Hash;
  readonly rows?: Hash;
  readonly count?: number;
}

export interface ManifestEntry {
  readonly key: Hash;
  /** What the key is the hash of. */
  readonly record: KeyRecord;
  /** Code and presentation that wrote the files from the rows. */
  readonly writer: Hash | null;
  /** Hash of the rows, or of a figure's text. */
  readonly rows: Hash;
  /** Answers that were missing when it was made, in a partial run; left out where none was. */
  readonly missing?: { readonly missing: number; readonly asked: number };
  /** Number of slices; 1 for an unmapped stage. */
  readonly slices: number;
  /** By path relative to the manifest's folder. */
  readonly outputs: Readonly<Record<string, ManifestOutput>>;
}

export interface Manifest {
  readonly format: 1;
  readonly basket: string;
  readonly stages: Readonly<Record<string, ManifestEntry>>;
}

/** Folder of a basket's outputs, relative to the project. */
export function artifactFolder(basket: string): string {
  return `artifacts/${basket}`;
}

function manifestFile(root: string, basket: string): string {
  return path.join(root, artifactFolder(basket), "manifest.json");
}

/** The manifest of a basket; empty where there is none. Throws a damaged Failure where it cannot be read. */
export function readManifest(root: string, basket: string): Manifest {
  const bytes = readIfThere(manifestFile(root, basket));
  if (bytes === null) return { format: 1, basket, stages: {} };
  try {
    const manifest = JSON.parse(bytes.toString("utf8")) as Manifest;
    const sound =
      manifest.format === 1 &&
      Object.values(manifest.stages).every(
        (entry) => entry.record && Object.keys(entry.outputs).every(liesBelow),
      );
    if (sound) return manifest;
  } catch {
    // Told below, with the remedy.
  }
  throw new Failure(
    "damaged",
    `${artifactFolder(basket)}/manifest.json is not a manifest that this version wrote (a merge conflict, or an edit by hand); ` +
      "remove it and run again: nothing is lost, what is unchanged comes from the store",
  );
}

/** Whether a path stays in its folder: outputs that no stage makes any more are removed by it. */
function liesBelow(output: string): boolean {
  return !path.isAbsolute(output) && !output.split(/[/\\]/u).includes("..");
}

/** Writes the manifest: sorted, LF, no time and no host, so that equal results give equal bytes. */
export function writeManifest(root: string, manifest: Manifest): void {
  const text = manifestText(manifest);
  const file = manifestFile(root, manifest.basket);
  if (readIfThere(file)?.toString("utf8") !== text) writeAtomically(file, text);
}

/** A manifest as it is written. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(sorted(manifest), null, 1)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort((a, b) => byteOrder(a[0], b[0]));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
