// Generated from frame_contrasts_N.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Payoff frame minus honesty frame in N_hat. One row per model and positive bias.
 */
export interface FrameContrastsNRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * N_hat in the payoff frame
   */
  N_hat_payoff: number | null;
  /**
   * N_hat in the honesty frame
   */
  N_hat_honesty: number | null;
  /**
   * Payoff minus honesty
   */
  contrast: number | null;
}
