// Generated from calibrated_lines.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Slope and offset of the stated number on the state, over the states up to 1 − b, with half-sample intervals, and the contrast of two frames. One row per model, bias and frame or contrast.
 */
export interface CalibratedLinesRow {
  /**
   * Sender, as its basket names it.
   */
  model: string;
  /**
   * Bias b of the sender: it wants the action ω + b.
   */
  bias: number;
  /**
   * Frame of the prompt, or the contrast of two frames.
   */
  frame: "honesty" | "neutral" | "payoff" | "payoff - honesty";
  /**
   * Stated numbers that the line is fitted on; of a contrast, those of both frames.
   */
  n: number;
  /**
   * Slope of the line, or the difference of the slopes.
   */
  slope: number | null;
  /**
   * Lower end of the half-sample interval of the slope.
   */
  slope_lo: number | null;
  /**
   * Upper end.
   */
  slope_hi: number | null;
  /**
   * Intercept of the line, or the difference of the intercepts.
   */
  offset: number | null;
  /**
   * Lower end of the half-sample interval of the offset.
   */
  offset_lo: number | null;
  /**
   * Upper end.
   */
  offset_hi: number | null;
}
