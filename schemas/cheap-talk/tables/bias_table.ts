// Generated from bias_table.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Bias gradient: means over all cells of one bias beside the oracle. One row per bias.
 */
export interface BiasTableRow {
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * Cells (model × frame) averaged
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
   * Cells of the most informative equilibrium; null at b = 0, where full revelation is one
   */
  N_CS: number | null;
  /**
   * Oracle I_norm, 20 bins, uniform states
   */
  I_norm_CS: number | null;
  /**
   * Mean receiver loss over the cells
   */
  mean_L_R: number | null;
  /**
   * Mean sender loss over the cells
   */
  mean_L_S: number | null;
  /**
   * Expected receiver loss in the equilibrium
   */
  L_R_CS: number | null;
  /**
   * Expected sender loss in the equilibrium
   */
  L_S_CS: number | null;
  /**
   * Share of cells with N_hat above N_CS; 0 at b = 0
   */
  frac_overreveal_N: number | null;
  /**
   * Share of cells with I_norm above the oracle's by more than the margin; 0 at b = 0
   */
  frac_overreveal_MI: number | null;
}
