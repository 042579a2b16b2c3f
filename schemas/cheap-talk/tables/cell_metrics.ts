// Generated from cell_metrics.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The published estimands of each cell under the primary (hybrid) decoder, with 95 % percentile intervals. One row per model, bias and frame.
 */
export interface CellMetricsRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * Frame of the prompt
   */
  frame: "honesty" | "neutral" | "payoff";
  /**
   * Messages in the cell
   */
  n: number;
  /**
   * Steps of the fitted monotone step function
   */
  N_hat: number | null;
  /**
   * Cells of the most informative equilibrium; 0 at b = 0, where full revelation is one
   */
  N_CS: number;
  /**
   * N_hat / N_CS; 0 at b = 0
   */
  N_ratio: number | null;
  /**
   * Plug-in information between binned state and action over the entropy of the binned state
   */
  I_norm: number | null;
  /**
   * Mean receiver loss (a − ω)², actions clipped to [0, 1]
   */
  L_R: number | null;
  /**
   * Mean sender loss (a − ω − b)², actions clipped to [0, 1]
   */
  L_S: number | null;
  /**
   * Equilibrium receiver loss on the same states
   */
  L_R_oracle: number | null;
  /**
   * Equilibrium sender loss on the same states
   */
  L_S_oracle: number | null;
  /**
   * L_R − L_R_oracle
   */
  delta_R: number | null;
  /**
   * L_S − L_S_oracle
   */
  delta_S: number | null;
  /**
   * I_norm exceeds the oracle's by more than the margin; false at b = 0
   */
  over_reveal_mi: boolean | null;
  /**
   * N_hat exceeds N_CS; false at b = 0
   */
  over_reveal_N: boolean | null;
  /**
   * Lower end of the 95 % interval of L_R
   */
  L_R_lo: number | null;
  /**
   * Upper end of the 95 % interval of L_R
   */
  L_R_hi: number | null;
  /**
   * Lower end of the 95 % interval of L_S
   */
  L_S_lo: number | null;
  /**
   * Upper end of the 95 % interval of L_S
   */
  L_S_hi: number | null;
  /**
   * Lower end of the 95 % interval of I_norm
   */
  I_norm_lo: number | null;
  /**
   * Upper end of the 95 % interval of I_norm
   */
  I_norm_hi: number | null;
  /**
   * Decoder that made the actions
   */
  regressor: string;
}
