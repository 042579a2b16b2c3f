// Generated from coverage.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * An estimate on a design of known truth with its two 95 % intervals. One row per replication and measure.
 */
export interface CoverageRow {
  /**
   * Senders over the biases: equilibrium (action of the finest equilibrium), capped_exaggerator (state + b, held to [0, 1]), fading (state + b at the lower half of the biases, babbling at the upper), babbler (uniform, whatever the state).
   */
  design: "equilibrium" | "capped_exaggerator" | "fading" | "babbler";
  /**
   * Standard deviation of the Gaussian noise added to a report that is not babble.
   */
  noise: number;
  /**
   * States of the design, drawn anew in each replication.
   */
  states: number;
  /**
   * Block of replications, from 1.
   */
  block: number;
  /**
   * Replication within the block, from 1.
   */
  replication: number;
  /**
   * Bias b of the cell; all for a slope over the biases.
   */
  biases: string;
  /**
   * What is estimated: I_norm (plug-in), I_adjusted (chance-adjusted index), equal_cells, slope and offset (states up to 1 − b) of one cell; H1_I_norm and H1_I_adjusted: least-squares slope of the measure on b.
   */
  estimator: "I_norm" | "I_adjusted" | "equal_cells" | "slope" | "offset" | "H1_I_norm" | "H1_I_adjusted";
  /**
   * Who acts on the report: hybrid (a cross-fitted line of it) or stated_number (the report itself).
   */
  decoder: "hybrid" | "stated_number";
  /**
   * Population value; null where it is infinite.
   */
  truth: number | null;
  /**
   * Estimate on all states; null where undefined.
   */
  value: number | null;
  /**
   * Lower end of the half-sample interval; null where there is none.
   */
  half_lo: number | null;
  /**
   * Its upper end; null, with a lower end, where there is no bound.
   */
  half_hi: number | null;
  /**
   * Lower end of the published bootstrap's percentile interval; null where there is none.
   */
  bootstrap_lo: number | null;
  /**
   * Its upper end; null, with a lower end, where there is no bound.
   */
  bootstrap_hi: number | null;
}
