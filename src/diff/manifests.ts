import type { Json } from "../pipeline/canonical.ts";
import { recordDifferences } from "../pipeline/key.ts";
import type { ManifestEntry, ManifestOutput } from "../pipeline/manifest.ts";
import type { Reason } from "../pipeline/staleness.ts";
import { byteOrder } from "../tables/canonical.ts";
import type { StageDifference } from "./report.ts";
import { MANIFEST, type SideFiles, UnreadableFile } from "./sides/side-files.ts";

/** A manifest of any origin, its shape checked. */
export interface AnyManifest {
  readonly basket: string;
  readonly stages: ReadonlyMap<string, ManifestEntry>;
}

/** The manifest of a side; a text says why it cannot be read, null that there is none. */
export async function readManifestFile(side: SideFiles): Promise<AnyManifest | string | null> {
  if (side.side.kind === "file" || !side.files.has(MANIFEST)) return null;
  try {
    return parseManifest(await side.read(MANIFEST));
  } catch (error) {
    if (error instanceof UnreadableFile) return error.why;
    throw error;
  }
}

function parseManifest(bytes: Uint8Array): AnyManifest | string {
  let manifest: unknown;
  try {
    manifest = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return "it is no JSON (a merge conflict, or cut)";
  }
  if (!isRecord(manifest) || !isRecord(manifest.stages)) return "it is no manifest";
  if (manifest.format !== 1) return "another version of candor wrote it";
  const stages = new Map<string, ManifestEntry>();
  for (const [stage, entry] of Object.entries(manifest.stages)) {
    if (!isEntry(entry)) return `its entry of ${stage} is not one that candor writes`;
    stages.set(stage, entry);
  }
  return { basket: typeof manifest.basket === "string" ? manifest.basket : "", stages };
}

function isEntry(value: unknown): value is ManifestEntry & Record<string, unknown> {
  return (
    isRecord(value) &&
    typeof value.key === "string" &&
    typeof value.rows === "string" &&
    isRecord(value.record) &&
    isPlain(value.record) &&
    (value.writer === null || typeof value.writer === "string") &&
    typeof value.slices === "number" &&
    isRecord(value.outputs) &&
    Object.values(value.outputs).every(isOutput)
  );
}

function isOutput(value: unknown): value is ManifestOutput & Record<string, unknown> {
  return isRecord(value) && typeof value.bytes === "string";
}

/** Levels of a key's record: a param that is a list of lists of records has a few. */
const DEEPEST = 32;

/** Whether a value can stand in a key: finite numbers, and no deeper than anything that means something. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((item) => isPlain(item, depth + 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Hash of a file's bytes as a manifest says it, by path. */
export function statedBytes(manifest: AnyManifest): Map<string, string> {
  return new Map(
    [...manifest.stages.values()].flatMap(({ outputs }) =>
      Object.entries(outputs).map(([file, { bytes }]) => [file, bytes] as const),
    ),
  );
}

/** Hash of a table's rows as a manifest says it, by path of its Parquet file. */
export function statedRows(manifest: AnyManifest): Map<string, string> {
  return new Map(
    [...manifest.stages.values()].flatMap(({ outputs, rows }) =>
      Object.entries(outputs)
        .filter(([file]) => file.endsWith(".parquet"))
        .map(([file, output]) => [file, output.rows ?? rows] as const),
    ),
  );
}

/** What stands under a name of somebody's choice, and not what every object has. */
function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Every stage that differs between two manifests, in byte order. */
export function compareManifests(a: AnyManifest, b: AnyManifest): StageDifference[] {
  const stages = [...new Set([...a.stages.keys(), ...b.stages.keys()])].sort(byteOrder);
  return stages.flatMap((stage) => {
    const [was, is] = [a.stages.get(stage), b.stages.get(stage)];
    if (was === undefined) return [{ stage, change: "added" as const, rows: null, reasons: [] }];
    if (is === undefined) return [{ stage, change: "removed" as const, rows: null, reasons: [] }];
    return compareEntries(stage, was, is);
  });
}

function compareEntries(stage: string, was: ManifestEntry, is: ManifestEntry): StageDifference[] {
  const rows = was.rows === is.rows ? "same" : "differ";
  const definition: Reason[] = recordDifferences(was.record, is.record);
  // A key that differs while its record does not was made by another version, or edited by hand.
  if (definition.length === 0 && was.key !== is.key)
    definition.push({ kind: "format", path: "key", was: was.key, is: is.key });
  const files = fileReasons(was, is);
  if (definition.length > 0)
    return [
      { stage, change: "definition", rows, reasons: [...definition, ...files.filter(isNoConsequence)] },
    ];
  if (rows === "differ") {
    const reason: Reason = { kind: "manifest", path: "rows", was: was.rows, is: is.rows };
    return [{ stage, change: "rows", rows, reasons: [reason, ...files.filter(isNoConsequence)] }];
  }
  return files.length === 0 ? [] : [{ stage, change: "bytes", rows, reasons: files }];
}

/** How the files of a stage differ, and the code that wrote them. */
function fileReasons(was: ManifestEntry, is: ManifestEntry): Reason[] {
  const reasons: Reason[] = [];
  const compare = (kind: Reason["kind"], path: string, a: Json | undefined, b: Json | undefined): void => {
    if ((a ?? null) !== (b ?? null)) reasons.push({ kind, path, was: a ?? null, is: b ?? null });
  };
  compare("writer", "writer", was.writer, is.writer);
  compare("manifest", "slices", was.slices, is.slices);
  const compareOutputs = (file: string, a?: ManifestOutput, b?: ManifestOutput): void => {
    compare("output-changed", file, a?.bytes, b?.bytes);
    // Equal bytes hold equal rows: what says otherwise was edited.
    if (a === undefined || b === undefined || a.bytes !== b.bytes) return;
    compare("manifest", `${file}: rows`, a.rows, b.rows);
    compare("manifest", `${file}: count`, a.count, b.count);
  };
  for (const file of [...new Set([...Object.keys(was.outputs), ...Object.keys(is.outputs)])].sort(byteOrder))
    compareOutputs(file, own(was.outputs, file), own(is.outputs, file));
  return reasons;
}

/** Other rows make other files: that need not be said beside them. */
function isNoConsequence({ kind }: Reason): boolean {
  return kind === "writer";
}
