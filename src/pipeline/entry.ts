import path from "node:path";
import type { Hash } from "./canonical.ts";
import type { KeyRecord } from "./key.ts";
import type { ManifestEntry, ManifestOutput } from "./manifest.ts";
import type { PlannedStage } from "./plan.ts";
import type { StoredResult } from "./store.ts";

/** What the manifest says of a stage whose result this is, its files written by today's writer. */
export function entryOf(
  stage: PlannedStage,
  key: Hash,
  record: KeyRecord,
  result: StoredResult,
): ManifestEntry {
  const outputs: Record<string, ManifestOutput> = {};
  for (const output of stage.outputs) {
    const bytes = result.files[path.extname(output).slice(1)]!;
    outputs[output] = output.endsWith(".parquet")
      ? { bytes, rows: result.rows, count: result.count! }
      : { bytes };
  }
  return {
    key,
    record,
    writer: stage.writer,
    rows: result.rows,
    ...(result.missing === undefined ? {} : { missing: result.missing }),
    slices: slicesOf(stage, result),
    outputs,
  };
}

/** Number of slices of a result: an unmapped stage is one. */
export function slicesOf(stage: PlannedStage, result: StoredResult): number {
  return stage.definition.map.length === 0 ? 1 : result.slices.length;
}
