import { byteOrder, canonicalJson } from "../tables/canonical.ts";
import type { Bundle } from "./bundle.ts";
import { type Hash, hashRecord, type Json } from "./canonical.ts";
import type { SliceValues } from "./worker-protocol.ts";

/** Raised when the records below change their meaning. */
const FORMAT = 4;

export { FORMAT as KEY_FORMAT };

/** The only names of params with a meaning of their own: `seed` feeds the seeds of slices. */
export const SEED_PARAM = "seed";

/** An input of a stage by content: the rows of a table, files by path, or lines of a journal. */
export type InputContent =
  | { readonly rows: Hash }
  | { readonly files: Readonly<Record<string, Hash>> }
  | { readonly journal: Hash };

/** An answerer as a key holds it: its code where it computes, and what it was told to be. */
export interface AnswererContent {
  readonly code: Hash | null;
  readonly settings: Json;
}

/** Everything that can change what a stage or slice puts out, by name. Its hash is the key. */
export interface KeyRecord {
  readonly format: number;
  /** Bundle of the stage. */
  readonly code: Hash;
  /** Bundle of the code that cuts, runs, sorts and joins. */
  readonly engine: Hash;
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: Readonly<Record<string, InputContent>>;
  /** Row schema without what does not change rows; null for a figure. */
  readonly schema: Json;
  readonly map: readonly string[];
  /** Input whose groups are the slices; null for a stage that is not mapped. */
  readonly sliced: string | null;
  /** Map column that names the answerer; null where none does. */
  readonly ask: string | null;
  /** Models that it asks beside that one, in the basket's order. */
  readonly beside: readonly string[];
  /** By model; empty where the stage asks nothing. Of a slice: `asked`, whom the column names, and `beside <model>`. */
  readonly answerers: Readonly<Record<string, AnswererContent>>;
  /** Hash of the recorded answers that were looked up; null where none are asked for, or they are not known. */
  readonly answers: Hash | null;
  /** Whether answers that are missing do not stop it: only of a stage that looks answers up, in a partial run. */
  readonly partial: boolean;
  /** Answers that are missing above it, in a partial run: by the stage that looked them up. */
  readonly gaps: Gaps;
  /** Values of the slice; null for the stage as a whole. */
  readonly slice: SliceValues | null;
}

/** How many of how many answers are missing, by the stage that looks them up; empty where none is. */
export type Gaps = Readonly<Record<string, { readonly missing: number; readonly asked: number }>>;

export interface KeyParts {
  readonly bundle: Bundle;
  readonly engine: Hash;
  readonly params: Readonly<Record<string, Json>>;
  readonly inputs: Readonly<Record<string, InputContent>>;
  readonly schema: Json;
  readonly map: readonly string[];
  readonly sliced: string | null;
  readonly ask: string | null;
  readonly beside: readonly string[];
  readonly answerers: Readonly<Record<string, AnswererContent>>;
  readonly partial: boolean;
  readonly gaps: Gaps;
}

/** The record of a stage as a whole. Roles stand by name, so two inputs or params that swap values differ. */
export function stageRecord(parts: KeyParts): KeyRecord {
  return {
    format: FORMAT,
    code: parts.bundle.hash,
    engine: parts.engine,
    params: parts.params,
    inputs: parts.inputs,
    schema: parts.schema,
    map: parts.map,
    sliced: parts.sliced,
    ask: parts.ask,
    beside: parts.beside,
    answerers: parts.answerers,
    answers: null,
    partial: parts.partial,
    gaps: parts.gaps,
    slice: null,
  };
}

/**
 * The record of one slice: the stage's, with the slice's own rows and values, and of the answerers those that it asks:
 * the one that a column names, by what it is and not by its name, and those that the stage asks beside it.
 */
export function sliceRecord(
  stage: KeyRecord,
  slice: SliceValues,
  inputs: Readonly<Record<string, InputContent>>,
  asked: string | null,
  beside: readonly string[],
): KeyRecord {
  const answerers: Record<string, AnswererContent> = {};
  const named = asked === null ? undefined : stage.answerers[asked];
  if (named !== undefined) answerers.asked = named;
  for (const name of beside) answerers[`beside ${name}`] = stage.answerers[name]!;
  return {
    ...stage,
    inputs,
    answerers,
    // What is missing elsewhere is told in captions, and a slice has none.
    gaps: {},
    slice,
  };
}

/** Keys by record: each is asked for several times while a stage is judged. Records are never changed. */
const keys = new WeakMap<KeyRecord, Hash>();

export function keyOf(record: KeyRecord): Hash {
  const key = keys.get(record) ?? hashRecord("candor key", record);
  keys.set(record, key);
  return key;
}

/** Seed of a slice: a hash of the seed param and the map values, never of a position. */
export function sliceSeed(seed: Json, slice: SliceValues): string {
  return hashRecord("candor seed", { seed, slice }).slice("sha256:".length);
}

/** One difference between two records: what kind of thing, where in the record, and both values. */
export interface Difference {
  readonly kind:
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
    | "slice";
  /** Names from the record's top, joined by dots. */
  readonly path: string;
  readonly was: Json;
  readonly is: Json;
}

/** Every leaf in which two records differ, by path in byte order. */
export function recordDifferences(was: KeyRecord, is: KeyRecord): Difference[] {
  const found: Difference[] = [];
  const walk = (a: Json | undefined, b: Json | undefined, path: readonly string[]): void => {
    if (isObject(a) && isObject(b)) {
      for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(byteOrder))
        walk(ownValue(a, key), ownValue(b, key), [...path, key]);
    } else if (canonicalJson(a ?? null) !== canonicalJson(b ?? null)) {
      found.push({
        kind: path[0] as Difference["kind"],
        path: path.join("."),
        was: a ?? null,
        is: b ?? null,
      });
    }
  };
  walk(was as unknown as Json, is as unknown as Json, []);
  return found;
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an object holds itself: a name such as `__proto__` in somebody's manifest must not find what every object has. */
function ownValue(object: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
