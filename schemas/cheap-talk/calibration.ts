// Generated from calibration.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Each instrument on each sender of known truth. One row per sender, estimator, instrument and decoder.
 */
export interface CalibrationRow {
  /**
   * Known sender: equilibrium (action of the finest equilibrium), exaggerator (state + b), capped_exaggerator (the same held to [0, 1]), truthful (the state), babbler (uniform, whatever the state).
   */
  sender: "equilibrium" | "exaggerator" | "capped_exaggerator" | "truthful" | "babbler";
  /**
   * Bias b of the sender, known to the receiver; 0 for truthful and babbler.
   */
  bias: number;
  /**
   * Standard deviation of the Gaussian noise added to each report.
   */
  noise: number;
  /**
   * What is estimated: N_hat and N_count (number of steps), I_norm, I_adjusted (chance-adjusted index), I_excess (I_adjusted less that of the equilibrium on the same states), L_R, equal_cells (equivalent number of equal cells), slope and offset of the report on the state, shape (partition, line or babbling).
   */
  estimator:
    | "N_hat"
    | "N_count"
    | "I_norm"
    | "I_adjusted"
    | "I_excess"
    | "L_R"
    | "equal_cells"
    | "slope"
    | "offset"
    | "shape";
  /**
   * Whether the estimator is the published one or a calibrated one. Published lines use all states, calibrated ones those up to 1 − b.
   */
  instrument: "published" | "calibrated";
  /**
   * Who acts on the report: parsed_report and stated_number take it as the action (the same here, where every report is a number), hybrid a cross-fitted line of it, known_bias takes b off it.
   */
  decoder: "parsed_report" | "stated_number" | "hybrid" | "known_bias";
  /**
   * States in each replication, drawn anew.
   */
  states: number;
  /**
   * Replications of this sender.
   */
  replications: number;
  /**
   * Replications in which the estimate is undefined.
   */
  missing: number;
  /**
   * What the estimate should be. N: cells that hold a state, mean over replications. Information and loss: value of this very measure for infinitely many states, by quadrature. equal_cells: of the receiver who acts on E[state | report]. Lines: what the sender adds. Null where there is no such number: N of a sender without cells, equal_cells above 50, shape.
   */
  truth: number | null;
  /**
   * What the best reading of the same reports gives: information of the report itself about the state bin; loss of E[state | report]. Null for other measures.
   */
  attainable: number | null;
  /**
   * Mean of the estimate over the replications; equal_cells above 50 are left out.
   */
  mean: number | null;
  /**
   * Bias of the estimate: mean of estimate − truth over the replications that have both.
   */
  mean_error: number | null;
  /**
   * Standard deviation of the estimate over the replications.
   */
  sd: number | null;
  /**
   * N and shape: share of replications in which the estimate is the truth.
   */
  share_exact: number | null;
  /**
   * N_count: share of replications at the ceiling, to be read as "or more". equal_cells: share above 50.
   */
  share_beyond: number | null;
  /**
   * N and shape: the commonest estimate; of several the smallest.
   */
  mode: string | null;
  /**
   * N and shape: how often each estimate occurred.
   */
  distribution: string | null;
}
