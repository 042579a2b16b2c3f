// Generated from hypotheses.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The two hypotheses with state-clustered bootstrap intervals, and what supports them, all under the parsed report. One row per measure, models and biases.
 */
export interface HypothesesRow {
  /**
   * h1_slope: slope of I_norm on b over cells; h2_contrast: mean I_norm payoff − honesty; parseable_share: share of messages with a number; pooled_I_norm: I_norm of all frames and models together; oracle_slope_…: slope of the oracle's value on b
   */
  measure:
    | "h1_slope"
    | "h2_contrast"
    | "parseable_share"
    | "pooled_I_norm"
    | "oracle_slope_I_norm"
    | "oracle_slope_N_CS";
  /**
   * all, the name of a model, "all but" the name of a model, or oracle
   */
  models: string;
  /**
   * all, positive, or one bias
   */
  biases: string;
  /**
   * The estimate
   */
  value: number | null;
  /**
   * Lower end of the 95 % interval; null where none is taken
   */
  low: number | null;
  /**
   * Upper end of the 95 % interval; null where none is taken
   */
  high: number | null;
  /**
   * The oracle's value of the same measure; null where it has none
   */
  oracle: number | null;
  /**
   * The value exceeds the oracle's by more than the margin (false at b = 0); null for other measures
   */
  over_reveals: boolean | null;
}
