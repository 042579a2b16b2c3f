import type { RecordedAnswer } from "./answer-lines.ts";
import type { Hash, Json } from "./canonical.ts";
import type { Rendering } from "./definition.ts";
import type { FailureKind } from "./failure.ts";
import type { JournalGroup } from "./journal.ts";
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
  /** Who answers, as the stage is told; null where it asks nobody by name. */
  readonly who: { readonly provider: string; readonly model: string } | null;
  /** Settings of who answers: handed to an embedded sender, part of each key for a journal. */
  readonly answerer: Json;
  /** Journal that answers instead of code; null where it does not. */
  readonly recorded: Recorded | null;
  readonly schema: SchemaRef | null;
  /** Whether this is one slice of a stage, whose rows are joined with others. */
  readonly part: boolean;
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
}

/** What a stage looks up: an answer in words, or the embedding of a text. */
export type LookedUp = { readonly ask: AskRequest } | { readonly embed: string };

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
