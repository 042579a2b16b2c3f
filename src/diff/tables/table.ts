import type { Values } from "./values.ts";

/**
 * What a column holds, however it is stored: decides how the cells of a CSV are taken. `mixed`: each cell by itself, a
 * number, true or false, or text. `none`: no value at all.
 */
export type Family = "number" | "bool" | "text" | "mixed" | "none";

export interface DiffColumn {
  readonly name: string;
  /** Name of its type, for people: `float64`, `utf8`; of a CSV, its family in words. */
  readonly type: string;
  readonly family: Family;
  /** Whether a value may be missing; null where the file does not say. */
  readonly nullable: boolean | null;
}

/** A table whose columns are decoded one at a time, when they are asked for. */
export interface DiffTable {
  readonly kind: "table";
  readonly format: "parquet" | "csv";
  readonly length: number;
  /** In the order of the file. */
  readonly columns: readonly DiffColumn[];
  /**
   * The values of a column.
   *
   * @param as how to take the cells where the file leaves it open (a CSV)
   * @throws Unreadable when its bytes are damaged
   */
  read(name: string, as: Family): Promise<Values>;
}

/** Why there is no table. */
export interface TableFault {
  readonly kind: "fault";
  /** For a person, safe to print. */
  readonly fault: string;
}

/** What stops the reading of a table; its message is a fault. */
export class Unreadable extends Error {}

/** Most rows that are compared: more are either no table of a study or a damaged count. */
export const MOST_ROWS = 50_000_000;
