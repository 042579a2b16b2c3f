// Generated from calibrated_hypotheses.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * H1 and H2 with half-sample intervals. One row per hypothesis, measure, decoder and model, and one for all models together.
 */
export interface CalibratedHypothesesRow {
  /**
   * H1: slope of the information on b over the positive biases. H2: mean over the positive biases of payoff frame minus honesty frame.
   */
  hypothesis: "H1" | "H2";
  /**
   * What is compared: the published I_norm or the adjusted index.
   */
  measure: "I_norm" | "I_adjusted";
  /**
   * Receiver whose actions are measured: hybrid, cross-fitted within the cell, or the stated number as it is.
   */
  decoder: "hybrid" | "stated_number";
  /**
   * Model, or (all models): the same over the cells of all together.
   */
  models: string;
  /**
   * Cells that the estimate is made of.
   */
  cells: number;
  /**
   * Slope per unit of b (H1), or contrast (H2).
   */
  value: number | null;
  /**
   * Standard error from half-samples.
   */
  se: number | null;
  /**
   * Lower end of the 95 % interval.
   */
  low: number | null;
  /**
   * Upper end.
   */
  high: number | null;
  /**
   * Lower end of the 90 % interval.
   */
  low_90: number | null;
  /**
   * Upper end.
   */
  high_90: number | null;
  /**
   * H1: the slope of the most informative equilibrium over the same cells; on the same states for I_adjusted. Null for H2.
   */
  oracle: number | null;
  /**
   * Two-sided p value of no slope (H1) or no difference (H2).
   */
  p: number | null;
  /**
   * The same adjusted by Holm over the models; for all models together it is p.
   */
  p_holm: number | null;
  /**
   * H2: p value of two one-sided tests against the margin; small says equivalent. Null for H1.
   */
  p_equivalence: number | null;
  /**
   * The same adjusted by Holm over the models. Null for H1.
   */
  p_equivalence_holm: number | null;
  /**
   * By the adjusted p values at 5 %. H1: falls, rises or inconclusive. H2: equivalent (within the margin), else different, else inconclusive. Null where there is no p value.
   */
  verdict: "falls" | "rises" | "equivalent" | "different" | "inconclusive" | null;
}
