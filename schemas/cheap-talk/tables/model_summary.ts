// Generated from model_summary.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Means over a model's cells, and slopes on b over its positive-bias cells. One row per model.
 */
export interface ModelSummaryRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Cells (bias × frame) averaged
   */
  n_cells: number;
  /**
   * Mean I_norm over the cells
   */
  mean_I_norm: number | null;
  /**
   * Mean N_hat over the cells
   */
  mean_N_hat: number | null;
  /**
   * Least-squares slope of I_norm on b
   */
  slope_I_on_b: number | null;
  /**
   * Least-squares slope of N_hat on b
   */
  slope_N_on_b: number | null;
  /**
   * Share of cells with N_hat above N_CS
   */
  frac_overreveal_N: number | null;
}
