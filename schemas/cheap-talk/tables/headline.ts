// Generated from headline.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Information transmitted as a multiple of the oracle's. One row per model and positive bias.
 */
export interface HeadlineRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Bias b of the sender
   */
  bias: number;
  /**
   * Mean I_norm over the frames, hybrid decoder
   */
  I_norm: number | null;
  /**
   * Oracle I_norm, 20 bins, uniform states
   */
  I_oracle: number | null;
  /**
   * I_norm / I_oracle
   */
  ratio: number | null;
}
