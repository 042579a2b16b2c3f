// Generated from headline.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Information transmitted as a multiple of the oracle's, published and calibrated. One row per model and positive bias, and two for models together.
 */
export interface HeadlineRow {
  /**
   * Name of the model in the basket; (all models), or (models that do not fail comprehension), for means over all of their cells
   */
  model: string;
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * Published estimator: mean I_norm over the cells, hybrid decoder
   */
  I_norm: number | null;
  /**
   * Oracle I_norm, 20 bins, uniform states
   */
  I_oracle: number | null;
  /**
   * Published estimator: I_norm / I_oracle
   */
  ratio: number | null;
  /**
   * Lower end of the half-sample interval of ratio
   */
  ratio_lo: number | null;
  /**
   * Upper end
   */
  ratio_hi: number | null;
  /**
   * Calibrated index: mean chance-adjusted information over the cells, hybrid decoder
   */
  I_adjusted: number | null;
  /**
   * The same index of the most informative equilibrium on the same states
   */
  I_adjusted_oracle: number | null;
  /**
   * I_adjusted / I_adjusted_oracle
   */
  ratio_adjusted: number | null;
  /**
   * Lower end of the half-sample interval of ratio_adjusted
   */
  ratio_adjusted_lo: number | null;
  /**
   * Upper end
   */
  ratio_adjusted_hi: number | null;
  /**
   * Cells that the means are over
   */
  cells: number;
  /**
   * Share of the comprehension answers of these models, at all biases, that name both ideal actions; null where none was asked
   */
  comprehension_pass_rate: number | null;
}
