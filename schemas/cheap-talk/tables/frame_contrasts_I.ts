// Generated from frame_contrasts_I.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Payoff frame minus honesty frame in I_norm. One row per model and positive bias.
 */
export interface FrameContrastsIRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * I_norm in the payoff frame
   */
  I_norm_payoff: number | null;
  /**
   * I_norm in the honesty frame
   */
  I_norm_honesty: number | null;
  /**
   * Payoff minus honesty
   */
  contrast: number | null;
}
