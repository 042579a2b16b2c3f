import type { Json } from "../pipeline/canonical.ts";
import type { Reason } from "../pipeline/staleness.ts";

/** What differs between two sets of artifacts. Every format shows this and nothing else; as JSON it is this. */
export interface DiffReport {
  readonly format: 1;
  readonly a: Side;
  readonly b: Side;
  /** Whether nothing differs beyond the tolerance. */
  readonly equal: boolean;
  readonly tolerance: Tolerance;
  /** Stages of which the manifests say anything else: definition, rows or files, or that one side lacks; in byte order of their ids. */
  readonly stages: readonly StageDifference[];
  /** Tables that differ in any way, in byte order of their paths. */
  readonly tables: readonly TableDifference[];
  readonly figures: readonly FigureDifference[];
  /** Other files that differ: renderings whose table is the same or that were edited, files that one side lacks, a manifest. */
  readonly files: readonly FileDifference[];
  /** How many tables, figures and files are equal. */
  readonly same: { readonly tables: number; readonly figures: number; readonly files: number };
  /** What the reader must know: a side that holds no Parquet and how to build it, files that are not what the manifest says. */
  readonly notes: readonly string[];
}

export interface Side {
  /** As the user wrote it. */
  readonly given: string;
  readonly kind: "tree" | "file" | "revision";
  /** Commit of a revision; null otherwise. */
  readonly commit: string | null;
}

/** Differences of numbers that are let pass: absolute or relative, whichever is larger. */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

export interface StageDifference {
  readonly stage: string;
  readonly change: "added" | "removed" | "definition" | "rows" | "bytes";
  /** Whether the manifests state equal rows (or figures): a changed definition need not change them. Null where one side lacks it. */
  readonly rows: "same" | "differ" | null;
  /** Leaf by leaf why the definition differs, as `candor explain` tells it. */
  readonly reasons: readonly Reason[];
}

/** A value of a cell. What JSON cannot hold is told by name: `{ "number": "NaN" }`, `"Infinity"`, `"-Infinity"`, `"-0"`. */
export type Cell = string | number | boolean | null | { readonly number: string };

export interface TableDifference {
  readonly path: string;
  /** bytes: equal rows in other bytes. */
  readonly change: "added" | "removed" | "rows" | "bytes" | "schema" | "unreadable";
  /** Why it cannot be read; null otherwise. */
  readonly fault: string | null;
  /** Columns that tell rows apart, and who said so; none: rows are matched by their position. */
  readonly key: readonly string[];
  readonly keyFrom: "schema" | "option" | "position";
  readonly rows: { readonly a: number; readonly b: number };
  readonly columns: readonly ColumnChange[];
  readonly added: RowSample;
  readonly removed: RowSample;
  readonly changed: {
    readonly rows: number;
    readonly cells: number;
    /** Cells that differ within the tolerance. */
    readonly tolerated: number;
    readonly byColumn: readonly ColumnTally[];
    /** The largest differences first. */
    readonly sample: readonly CellChange[];
  };
  /** Rows whose key an earlier row has already; they are matched in their order. */
  readonly duplicates: { readonly a: number; readonly b: number; readonly sample: readonly Key[] };
}

export type Key = Readonly<Record<string, Cell>>;

export interface ColumnChange {
  readonly column: string;
  readonly change: "added" | "removed" | "moved" | "retyped" | "nullable";
  readonly was: Json;
  readonly is: Json;
}

export interface RowSample {
  readonly count: number;
  /** The first ones by key, whole. */
  readonly sample: readonly Readonly<Record<string, Cell>>[];
}

export interface ColumnTally {
  readonly column: string;
  readonly cells: number;
  /** Null where no two numbers differ. */
  readonly largestAbsolute: number | null;
  readonly largestRelative: number | null;
}

export interface CellChange {
  /** Place of the row: its key, or `{ "#": position from 1 }` without one. */
  readonly key: Key;
  readonly column: string;
  readonly was: Cell;
  readonly is: Cell;
  /** is − was; null where either is no finite number. */
  readonly absolute: number | null;
  /** Absolute difference by the larger magnitude, 0 to 2; null as above. */
  readonly relative: number | null;
}

export interface FigureDifference {
  readonly path: string;
  readonly change: "added" | "removed" | "pixels" | "text" | "unreadable";
  readonly fault: string | null;
  /** SVG texts as they are; null on the side that lacks it. */
  readonly a: string | null;
  readonly b: string | null;
  /** Of both drawn at one size; null where one is missing or cannot be drawn. */
  readonly pixels: {
    readonly width: number;
    readonly height: number;
    readonly differing: number;
    /** PNG in base64: differing pixels marked. */
    readonly image: string;
  } | null;
}

export interface FileDifference {
  readonly path: string;
  readonly change: "added" | "removed" | "bytes" | "unreadable";
}
