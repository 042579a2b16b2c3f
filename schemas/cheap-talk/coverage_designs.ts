// Generated from coverage_designs.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Replications on which the coverage of intervals is measured. One row per design, noise, number of states and block.
 */
export interface CoverageDesignsRow {
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
   * Replications in this block.
   */
  replications: number;
}
