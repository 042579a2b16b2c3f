// Generated from replication.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Every published figure beside the one here. One row per figure, in the order of data/published/cheap-talk.csv.
 */
export interface ReplicationRow {
  /**
   * Line of data/published/cheap-talk.csv
   */
  line: number;
  /**
   * Table of the paper or of its code
   */
  table: string;
  /**
   * Model, overall for all of them in a table that names models; null: all of them
   */
  model: string | null;
  /**
   * Bias b of the sender; null where biases are taken together
   */
  bias: number | null;
  /**
   * Frame; null where frames are taken together
   */
  frame: string | null;
  /**
   * Specification, response or decoder; null where the table has one
   */
  spec: string | null;
  /**
   * What is measured, as the table names it
   */
  measure: string;
  /**
   * The published figure; null where it is the word Full (at b = 0 full revelation is an equilibrium)
   */
  published: number | null;
  /**
   * Decimals to which the table prints its figures; null where it gives them in full
   */
  decimals: number | null;
  /**
   * The figure of this run, not rounded; null where there is none, or where it is the word Full
   */
  here: number | null;
  /**
   * here − published; null unless both are numbers
   */
  difference: number | null;
  /**
   * |difference| ≤ half a unit of the last decimal + 1e-9·|published| + 1e-12 (without the first term where decimals is null), or both are Full; null where there is no figure here
   */
  within_rounding: boolean | null;
  /**
   * not here: this run has no such figure; needs MiniLM: it rests on sentence embeddings other than the published ones, so it cannot be met, and agreement is chance; else within rounding or differs
   */
  status: "within rounding" | "differs" | "needs MiniLM" | "not here";
}
