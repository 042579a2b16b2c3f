// Generated from coverage.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Coverage of 95 % intervals on designs of known truth. One row per design, noise, number of states and measure.
 */
export interface CoverageTableRow {
  /**
   * Senders over the biases: equilibrium (action of the finest equilibrium), capped_exaggerator (state + b, held to [0, 1]), fading (state + b at the lower half of the biases, babbling at the upper), babbler (uniform, whatever the state).
   */
  design: "equilibrium" | "capped_exaggerator" | "fading" | "babbler";
  /**
   * Standard deviation of the Gaussian noise added to a report that is not babble.
   */
  noise: number;
  /**
   * States of the design.
   */
  states: number;
  /**
   * What is estimated: I_norm (plug-in), I_adjusted (chance-adjusted index), equal_cells, slope and offset (states up to 1 − b) of one cell; H1_I_norm and H1_I_adjusted: least-squares slope of the measure on b.
   */
  estimator: "I_norm" | "I_adjusted" | "equal_cells" | "slope" | "offset" | "H1_I_norm" | "H1_I_adjusted";
  /**
   * Who acts on the report: hybrid (a cross-fitted line of it) or stated_number (the report itself).
   */
  decoder: "hybrid" | "stated_number";
  /**
   * Bias b of the cell; all for a slope over the biases.
   */
  biases: string;
  /**
   * Replications of the design.
   */
  replications: number;
  /**
   * Replications without an estimate or without a half-sample interval.
   */
  missing: number;
  /**
   * Population value; null where it is infinite.
   */
  truth: number | null;
  /**
   * Mean of the estimate over the replications: what it expects at this number of states.
   */
  mean: number | null;
  /**
   * Standard deviation of the estimate over the replications.
   */
  sd: number | null;
  /**
   * Share of half-sample intervals that hold the mean of the estimate.
   */
  half_covers_mean: number | null;
  /**
   * Share of half-sample intervals that hold the population value.
   */
  half_covers_truth: number | null;
  /**
   * Mean width of the half-sample intervals.
   */
  half_width: number | null;
  /**
   * Share of the published bootstrap's intervals that hold the mean of the estimate.
   */
  bootstrap_covers_mean: number | null;
  /**
   * Share of the published bootstrap's intervals that hold the population value.
   */
  bootstrap_covers_truth: number | null;
  /**
   * Mean width of the published bootstrap's intervals.
   */
  bootstrap_width: number | null;
  /**
   * Share of the published bootstrap's intervals that leave out their own estimate.
   */
  bootstrap_excludes_estimate: number | null;
}
