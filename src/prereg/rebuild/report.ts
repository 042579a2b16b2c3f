import type { Cell, ColumnChange, Key } from "../../diff/report.ts";
import type { Json } from "../../pipeline/canonical.ts";

/** What came of making a basket anew elsewhere. No clock, no path of the machine: equal rebuilds give equal reports. */
export interface RebuildReport {
  readonly format: 1;
  readonly basket: string;
  /**
   * Whether all that could be compared is the same, and nothing was edited by hand. Where no artifacts lay here that
   * is no more than that two rebuilds agree: `artifactsFollow` tells it.
   */
  readonly equal: boolean;
  /** Surroundings of each rebuild. The second one is made where it tells more: nothing to compare with, or unlike the first. */
  readonly rebuilds: readonly Surroundings[];
  /** Whether answers were missing when the artifacts were made, so that they were rebuilt without these too. */
  readonly partial: boolean;
  /** Every stage that was made anew, in byte order of its id. */
  readonly stages: readonly StageRebuild[];
  /** Stages that run only when they are named: left out. */
  readonly onDemand: readonly string[];
  /** Files of stages whose bytes are not those that the manifest names, by path in the project. */
  readonly edited: readonly string[];
  /** What is wrong with the manifest as a whole. */
  readonly manifestFaults: readonly string[];
  /** Stages in the manifest that the pipeline or the basket does not have. */
  readonly gone: readonly string[];
  /** Files among the artifacts that no stage makes, by path in the project. */
  readonly strangers: readonly string[];
}

/** Of how many stages artifacts lay here to compare with, of all that were made anew. */
export function comparedWithArtifacts({ stages }: RebuildReport): {
  readonly held: number;
  readonly of: number;
} {
  return { held: stages.filter(({ against }) => against === "artifacts").length, of: stages.length };
}

/** Whether the artifacts follow from the definitions: all that lies here is what the rebuild gives, and something does. */
export function artifactsFollow(report: RebuildReport): boolean {
  return report.equal && comparedWithArtifacts(report).held > 0;
}

/** What a result must not depend on, and how it was set. */
export interface Surroundings {
  readonly timeZone: string;
  readonly locale: string;
  /** Name of the folder in which the project stood. */
  readonly folder: string;
  readonly threads: number;
  /** What `candor run --shuffle` was given. */
  readonly startOrder: number;
}

export interface StageRebuild {
  readonly stage: string;
  /**
   * equal; bytes: the same rows in other bytes; rows: other rows, or another figure or rendering; manifest: the
   * files are the same, and the manifest says something else; missing: answers that it needs are in no journal;
   * failed: it could not be made.
   */
  readonly state: "equal" | "bytes" | "rows" | "manifest" | "missing" | "failed";
  /** What it was compared with: the artifacts here, or, where they lack it, a second rebuild; null: nothing. */
  readonly against: "artifacts" | "rebuild" | null;
  /** Whether two rebuilds gave the same; null where there was one, or where its inputs were not the same in both. */
  readonly repeatable: boolean | null;
  /** Files that differ, in byte order of their paths. */
  readonly files: readonly FileRebuild[];
  /** Files that the manifest lists and that do not lie here: their hashes were compared. */
  readonly absent: readonly string[];
  /** Leaves in which the manifest's entry is not what the rebuild gives. */
  readonly manifest: readonly ManifestLeaf[];
  /** Why it was not made; null where it was. */
  readonly failure: string | null;
}

export interface FileRebuild {
  /** Below the basket's folder of artifacts. */
  readonly path: string;
  readonly change: "bytes" | "rows" | "schema" | "text" | "unreadable";
  /** Whether the file here is not the one that the manifest names: edited by hand. */
  readonly edited: boolean;
  /** Why it cannot be compared, or what kind of bytes differ; null where the difference says it. */
  readonly fault: string | null;
  /** Rows here and of the rebuild; null where it is no table. */
  readonly rows: { readonly here: number; readonly rebuilt: number } | null;
  readonly first: FirstDifference | null;
}

/** The first difference in a file. `was` is what lies here (of two rebuilds, what the first gave). */
export type FirstDifference =
  | {
      readonly kind: "cell";
      readonly key: Key;
      readonly column: string;
      readonly was: Cell;
      readonly is: Cell;
    }
  | { readonly kind: "row"; readonly key: Key; readonly only: "here" | "rebuilt" }
  | ({ readonly kind: "column" } & { readonly change: ColumnChange })
  /** Of long lines what stands around their first difference; null past the end of a file. */
  | { readonly kind: "line"; readonly line: number; readonly was: string | null; readonly is: string | null };

export interface ManifestLeaf {
  /** Names from the entry's top, joined by dots. */
  readonly path: string;
  readonly was: Json;
  readonly is: Json;
}
