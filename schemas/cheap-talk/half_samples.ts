// Generated from half_samples.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The estimates of a cell on one half of the states, drawn without replacement; the same half in every cell, decoders refitted on it. One row per model, bias, frame, decoder and half.
 */
export interface HalfSamplesRow {
  /**
   * Sender, as its basket names it.
   */
  model: string;
  /**
   * Bias b of the sender: it wants the action ω + b.
   */
  bias: number;
  /**
   * How the prompt frames the sender's task.
   */
  frame: "honesty" | "neutral" | "payoff";
  /**
   * Receiver whose actions are measured: hybrid, cross-fitted within the cell, or the stated number as it is.
   */
  decoder: "hybrid" | "stated_number";
  /**
   * Number of the half, from 0; it names the same states in every cell.
   */
  half: number;
  /**
   * Messages of the cell in this half that the decoder reads.
   */
  n: number;
  /**
   * Published estimator: plug-in information between binned state and clipped action over the entropy of the binned state. Not 0 for a babbler.
   */
  I_norm: number | null;
  /**
   * Calibrated index: (I − E[I])/(H − E[I]) with the information E[I] of chance; 0 for a babbler. Not an estimate of I_norm.
   */
  I_adjusted: number | null;
  /**
   * The same index of the most informative equilibrium on the same states.
   */
  I_adjusted_oracle: number | null;
  /**
   * Loss of a cross-fitted monotone receiver: blind to offset and free of bins.
   */
  L_R_monotone: number | null;
  /**
   * I_norm of the receiver who knows b and takes clip(report − b, 0, 1); null where the decoder gives no report.
   */
  I_norm_known: number | null;
  /**
   * Loss of the receiver who knows b.
   */
  L_R_known: number | null;
  /**
   * Slope of the line of report on state over the states up to 1 − b, where a cap at 1 does not bind; null where the decoder gives no report.
   */
  slope: number | null;
  /**
   * Its intercept: what is added to the state.
   */
  offset: number | null;
}
