import type { RecordedAnswer } from "./answer-lines.ts";
import type { Hash, Json } from "./canonical.ts";
import type { Rendering } from "./definition.ts";
import type { FailureKind } from "./failure.ts";
import type { JournalGroup } from "./journal.ts";
import type { RequestSize } from "./request-size.ts";
import type { AskRequest } from "./stage.ts";

/** A table in the store, and the part of it that is wanted: cut by `by`, the group with these values. */
export interface TableInput {
  readonly table: Hash;
  readonly by: readonly string[];
  readonly values: SliceValues;
}

/** Lines of a journal, as they stood when it was indexed. */
export interface JournalInput {
  readonly file: string;
  readonly groups: readonly JournalGroup[];
}

export type SliceValues = Readonly<Record<string, string | number>>;

/** Finds the slices of a table and the hash of each one's rows. */
export interface CutTask {
  readonly task: "cut";
  readonly table: Hash;
  readonly schema: SchemaRef;
  readonly by: readonly string[];
}
export type CutResult = readonly { readonly values: SliceValues; readonly rows: Hash }[];

/** Runs a stage on one slice, checks the rows against the schema, sorts and stores them. */
export interface RunTask {
  readonly task: "run";
  readonly stage: string;
  readonly bundle: Hash;
  readonly tables: Readonly<Record<string, TableInput>>;
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly journals: Readonly<Record<string, JournalInput>>;
  readonly params: Readonly<Record<string, Json>>;
  readonly slice: SliceValues;
  readonly seed: string | null;
  /** Which answers are missing above it, in a sentence; null where none is. */
  readonly partial: string | null;
  /** Name of whom it asks where it says no more; null where there is none. */
  readonly asks: string | null;
  /** All whom it may ask, by name. */
  readonly answerers: Readonly<Record<string, TaskAnswerer>>;
  /** Journal of those whose answers are recorded; null where nobody's are. */
  readonly recorded: Recorded | null;
  /** Who answers in a rehearsal where no answer is recorded; null outside of one. */
  readonly standIns: TaskStandIns | null;
  readonly schema: SchemaRef | null;
  /** Whether this is one slice of a stage, whose rows are joined with others. */
  readonly part: boolean;
}

/** One whom a stage may ask. */
export interface TaskAnswerer {
  /** Who that is, as the stage is told; null for an embedding model. */
  readonly who: { readonly provider: string; readonly model: string } | null;
  /** Handed to an embedded model, part of each key in a journal. */
  readonly settings: Json;
  /** Code of an embedded model; null where answers are recorded. */
  readonly bundle: Hash | null;
  /** Whether its answers stand in the journal. */
  readonly recorded: boolean;
}

/** Scripted agents in the place of models. */
export interface TaskStandIns {
  /** For the model that a column names; null where none does. */
  readonly named: TaskStandIn | null;
  /** For models that the stage asks by name: one for each of their roles, of which the first that can answers. */
  readonly beside: Readonly<Record<string, readonly TaskStandIn[]>>;
}

export interface TaskStandIn {
  readonly bundle: Hash;
  readonly settings: Json;
}

export type WantedRequests = "none" | "missing" | "all";

/** Answers that are looked up. */
export interface Recorded {
  readonly file: string;
  readonly content: Hash | null;
  /** Answers that came since the journal was opened. */
  readonly since: Readonly<Record<Hash, RecordedAnswer>>;
  /** Whether a missing answer is told to the stage, as not collected, and its result kept. */
  readonly partial: boolean;
  /** Which requests are wanted themselves, to ask them. */
  readonly requests: WantedRequests;
}

/** Rows in the store, or for a figure the text. */
export interface TaskOutput {
  readonly table: Hash | null;
  readonly rows: Hash;
  readonly count: number | null;
  readonly caption: string | null;
  readonly text: Hash | null;
}

/** What a run gave, and which recorded answers it looked up. */
export interface RunOutput extends TaskOutput {
  readonly asked: readonly Hash[];
  /** Those of them that nobody recorded yet. The rows are then of no use, but in a partial run. */
  readonly missing: readonly Hash[];
  /** What was asked, by key; empty unless it was wanted. */
  readonly requests: Readonly<Record<Hash, LookedUp>>;
  /** Names of those whose answers were looked up, with the keys; empty unless requests were wanted, or rehearsed. */
  readonly askedOf: Readonly<Record<string, readonly Hash[]>>;
  /** What a stand-in answered in a rehearsal, by key. Such answers are not missing. */
  readonly rehearsed: Readonly<Record<Hash, RehearsedRequest>>;
}

/** A request that a stand-in answered. */
export interface RehearsedRequest extends RequestSize {
  /** Whether the stage asked it at once, before it heard any answer. */
  readonly opening: boolean;
}

/** What a stage looks up: an answer of a model, by its name, or the embedding of a text. */
export type LookedUp = { readonly ask: AskRequest; readonly whom: string } | { readonly embed: string };

/** Joins the slices of a stage into one table in the order of its key. */
export interface JoinTask {
  readonly task: "join";
  readonly stage: string;
  readonly slices: readonly Hash[];
  readonly schema: SchemaRef;
}

/** Writes a table as files: Parquet and the renderings. Ending to blob. */
export interface WriteTask {
  readonly task: "write";
  readonly stage: string;
  readonly table: Hash;
  readonly schema: SchemaRef;
  readonly renderings: readonly Rendering[];
  readonly caption: string | null;
}
export type WriteResult = Readonly<Record<string, Hash>>;

export interface SchemaRef {
  readonly file: string;
  readonly json: Json;
}

export type Task = CutTask | RunTask | JoinTask | WriteTask;

export interface TaskResults {
  cut: CutResult;
  run: RunOutput;
  join: TaskOutput;
  write: WriteResult;
}

/** What a worker answers. A damaged blob is named, so that the run can tell of it and make it anew. */
export type Reply =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
      readonly bug: string;
    };

export interface WorkerSetup {
  readonly root: string;
  /** CommonJS module that writes files; apart, so that its hash can stand beside the key. */
  readonly writer: string;
}
