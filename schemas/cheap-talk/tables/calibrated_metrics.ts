// Generated from calibrated_metrics.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The calibrated estimates of each cell with intervals. One row per model, bias, frame and decoder.
 */
export interface CalibratedMetricsRow {
  /**
   * Sender, as its basket names it.
   */
  model: string;
  /**
   * Bias b of the sender: it wants the action ω + b.
   */
  bias: number;
  /**
   * How the prompt frames the sender's task.
   */
  frame: "honesty" | "neutral" | "payoff";
  /**
   * Receiver whose actions are measured: hybrid, cross-fitted within the cell, or the stated number as it is.
   */
  decoder: "hybrid" | "stated_number";
  /**
   * Messages of the cell that the decoder reads.
   */
  n: number;
  /**
   * Messages of the cell that the decoder does not read.
   */
  missing: number;
  /**
   * Partition count with its interval as people read it; ≥ at the ceiling. Null without messages.
   */
  partition: string | null;
  /**
   * Partition count: steps of the monotone step function by the scale-free criterion.
   */
  N_count: number | null;
  /**
   * Lower end of its interval by residual resampling at fixed states.
   */
  N_count_lo: number | null;
  /**
   * Upper end.
   */
  N_count_hi: number | null;
  /**
   * Whether the count is the largest that is tried: read N_count as at least that many.
   */
  N_at_ceiling: boolean | null;
  /**
   * Cells of the most informative equilibrium that hold a state that the decoder reads (of the cell, where it reads none): what its sender's count would be. Null at b = 0, where full revelation is an equilibrium.
   */
  N_states: number | null;
  /**
   * Published estimator: plug-in information between binned state and clipped action over the entropy of the binned state. Not 0 for a babbler.
   */
  I_norm: number | null;
  /**
   * Lower end of the half-sample interval of I_norm.
   */
  I_norm_lo: number | null;
  /**
   * Upper end.
   */
  I_norm_hi: number | null;
  /**
   * Calibrated index: (I − E[I])/(H − E[I]) with the information E[I] of chance; 0 for a babbler. Not an estimate of I_norm.
   */
  I_adjusted: number | null;
  /**
   * Lower end of the half-sample interval of I_adjusted.
   */
  I_adjusted_lo: number | null;
  /**
   * Upper end.
   */
  I_adjusted_hi: number | null;
  /**
   * The same index of the most informative equilibrium on the same states.
   */
  I_adjusted_oracle: number | null;
  /**
   * I_adjusted − I_adjusted_oracle.
   */
  I_excess: number | null;
  /**
   * Lower end of the half-sample interval of the difference.
   */
  I_excess_lo: number | null;
  /**
   * Upper end.
   */
  I_excess_hi: number | null;
  /**
   * I_adjusted exceeds I_adjusted_oracle by more than the margin; false at b = 0.
   */
  over_reveal: boolean | null;
  /**
   * Equivalent number of equal cells with its interval as people read it. Null where it is undefined.
   */
  cells: string | null;
  /**
   * Equivalent number of equal cells, 1/√(12·L_R_monotone); null where it is above 50.
   */
  equal_cells: number | null;
  /**
   * Lower end of the half-sample interval, taken on the loss; null where equal_cells is, or where the end is above 50.
   */
  equal_cells_lo: number | null;
  /**
   * Upper end.
   */
  equal_cells_hi: number | null;
  /**
   * Whether the equivalent number of equal cells is above 50: nothing seems lost.
   */
  equal_cells_over_50: boolean | null;
  /**
   * The same of the most informative equilibrium under uniform states, 1/√(12·L_R). Null at b = 0, where nothing is lost.
   */
  equal_cells_oracle: number | null;
  /**
   * I_norm of the receiver who knows b and takes clip(report − b, 0, 1); null where the decoder gives no report.
   */
  I_norm_known: number | null;
  /**
   * Lower end of the half-sample interval of I_norm_known.
   */
  I_norm_known_lo: number | null;
  /**
   * Upper end.
   */
  I_norm_known_hi: number | null;
  /**
   * Loss of the receiver who knows b.
   */
  L_R_known: number | null;
  /**
   * Lower end of the half-sample interval of L_R_known.
   */
  L_R_known_lo: number | null;
  /**
   * Upper end.
   */
  L_R_known_hi: number | null;
  /**
   * Shape with the smallest criterion: partition, line or babbling; null where the decoder gives no report.
   */
  shape: "partition" | "line" | "babbling" | null;
  /**
   * Information criterion of the partition (step function) of the reports; the smallest of the three describes the reports best, over the states up to 1 − b.
   */
  partition_ic: number | null;
  /**
   * Information criterion of the line.
   */
  line_ic: number | null;
  /**
   * Information criterion of babbling: one level for all states.
   */
  babbling_ic: number | null;
}
