// Generated from segmented.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Steps of the published step function of action on state, per cell and decoder.
 */
export interface SegmentedRow {
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
   * Receiver whose actions are segmented; hybrid_valid is the hybrid refitted on valid messages alone.
   */
  decoder:
    "hybrid" | "parsed_report" | "embedding_ridge" | "embedding_knn" | "hybrid_valid" | "stated_number";
  /**
   * Number of the step, from 1 at the lowest states.
   */
  step: number;
  /**
   * Number of steps chosen by SSE + K·ln n. Its penalty is not scaled by the noise: it seldom sees more than two.
   */
  N_hat: number;
  /**
   * Smallest state in the step.
   */
  omega_low: number;
  /**
   * Largest state in the step.
   */
  omega_high: number;
  /**
   * Level of the step: mean action, pooled where levels would fall.
   */
  level: number;
  /**
   * States in the step.
   */
  n: number;
  /**
   * Sum of squared residuals of the whole fit.
   */
  sse: number;
}
