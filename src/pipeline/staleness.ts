import type { Hash, Json } from "./canonical.ts";
import { type KeyRecord, keyOf, recordDifferences } from "./key.ts";
import type { ManifestEntry } from "./manifest.ts";

/** Why a stage is not as it should be. `was` and `is` are null where there is nothing to compare. */
export interface Reason {
  readonly kind:
    | "never-run"
    | "code"
    | "engine"
    | "params"
    | "inputs"
    | "schema"
    | "map"
    | "sliced"
    | "ask"
    | "beside"
    | "answerers"
    | "answers"
    | "partial"
    | "gaps"
    | "format"
    | "slice"
    | "not-here"
    | "manifest"
    | "outputs"
    | "output-missing"
    | "output-changed"
    | "writer"
    | "upstream"
    | "forced";
  /** Where: a part of the key's record, a file, or a stage. */
  readonly path: string;
  readonly was: Json;
  readonly is: Json;
}

/** What is known of a stage when it is judged. */
export interface Evidence {
  readonly stage: string;
  readonly entry: ManifestEntry | undefined;
  readonly record: KeyRecord;
  /** What the manifest would say by the result that the store holds for the record's key; null without one. */
  readonly known: ManifestEntry | null;
  /** Writer of that result's files. */
  readonly knownWriter: Hash | null;
  readonly writer: Hash | null;
  readonly outputs: readonly string[];
  /** Hash of an output file as it lies there; null where it is missing. */
  readonly hashNow: (output: string) => Hash | null;
}

/** One function per reason. Both running and explaining ask these, in this order. */
const CUES: readonly ((evidence: Evidence) => Reason[])[] = [
  neverRan,
  keyChanged,
  notRunHere,
  manifestEdited,
  outputsRenamed,
  outputsMissing,
  outputsChanged,
  writerChanged,
];

/** Every reason that holds; none means that the stage is fresh. */
export function reasonsOf(evidence: Evidence): Reason[] {
  return CUES.flatMap((cue) => cue(evidence));
}

/** True where the rows are right and only files must be put back or written anew. */
export function rowsAreRight(reasons: readonly Reason[]): boolean {
  return reasons.every(
    ({ kind }) =>
      kind === "manifest" ||
      kind === "outputs" ||
      kind === "output-missing" ||
      kind === "output-changed" ||
      kind === "writer",
  );
}

function neverRan({ entry, stage }: Evidence): Reason[] {
  return entry === undefined ? [{ kind: "never-run", path: stage, was: null, is: null }] : [];
}

function keyChanged({ entry, record }: Evidence): Reason[] {
  if (entry === undefined || entry.key === keyOf(record)) return [];
  const differences = recordDifferences(entry.record, record);
  // A key that differs while its record does not was edited by hand.
  return differences.length > 0
    ? differences
    : [{ kind: "format", path: "key", was: entry.key, is: keyOf(record) }];
}

/**
 * What a manifest from elsewhere says is taken as a claim: the stage runs once here, and whether it gives the
 * same is told. Otherwise a fresh clone would call figures reproduced that nobody drew.
 */
function notRunHere({ entry, record, stage, known }: Evidence): Reason[] {
  if (entry === undefined || entry.key !== keyOf(record) || known !== null) return [];
  return [{ kind: "not-here", path: stage, was: null, is: null }];
}

/** The store knows what came of this key: a manifest that says otherwise is not believed. */
function manifestEdited({ entry, record, known, knownWriter, writer }: Evidence): Reason[] {
  if (entry === undefined || known === null || entry.key !== keyOf(record)) return [];
  const reason = (path: string, was: Json, is: Json): Reason[] =>
    was === is ? [] : [{ kind: "manifest", path, was, is }];
  const reasons = [
    ...reason("rows", entry.rows, known.rows),
    ...reason("slices", entry.slices, known.slices),
  ];
  // Files that another writer wrote are those of another entry.
  if (knownWriter !== writer || entry.writer !== writer) return reasons;
  for (const [file, made] of Object.entries(known.outputs)) {
    const claimed = entry.outputs[file];
    if (claimed === undefined) continue;
    reasons.push(
      ...reason(`outputs.${file}.bytes`, claimed.bytes, made.bytes),
      ...reason(`outputs.${file}.rows`, claimed.rows ?? null, made.rows ?? null),
      ...reason(`outputs.${file}.count`, claimed.count ?? null, made.count ?? null),
    );
  }
  return reasons;
}

function outputsRenamed({ entry, outputs }: Evidence): Reason[] {
  if (entry === undefined) return [];
  const listed = Object.keys(entry.outputs);
  const same = listed.length === outputs.length && outputs.every((output) => listed.includes(output));
  return same ? [] : [{ kind: "outputs", path: "outputs", was: listed, is: [...outputs] }];
}

function outputsMissing({ entry, outputs, hashNow }: Evidence): Reason[] {
  if (entry === undefined) return [];
  return outputs
    .filter((output) => entry.outputs[output] !== undefined && hashNow(output) === null)
    .map((output) => ({ kind: "output-missing", path: output, was: entry.outputs[output]!.bytes, is: null }));
}

function outputsChanged({ entry, outputs, hashNow }: Evidence): Reason[] {
  if (entry === undefined) return [];
  return outputs.flatMap((output) => {
    const was = entry.outputs[output]?.bytes;
    const is = hashNow(output);
    return was === undefined || is === null || is === was
      ? []
      : [{ kind: "output-changed" as const, path: output, was, is }];
  });
}

function writerChanged({ entry, writer }: Evidence): Reason[] {
  if (entry === undefined || entry.writer === writer) return [];
  return [{ kind: "writer", path: "writer", was: entry.writer, is: writer }];
}
