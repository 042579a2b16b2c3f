// Generated from metrics.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The published estimands per cell and specification. A cell where information is undefined has no row.
 */
export interface MetricsRow {
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
   * Specification: the primary one, its robustness checks, the parsed report, and the stated number.
   */
  spec:
    | "primary"
    | "MI_bins=10"
    | "MI_bins=30"
    | "alt_decoder=knn"
    | "ablation_embedding_only"
    | "drop_invalid"
    | "parsed_report"
    | "stated_number";
  /**
   * Receiver whose actions are measured.
   */
  decoder:
    "hybrid" | "parsed_report" | "embedding_ridge" | "embedding_knn" | "hybrid_valid" | "stated_number";
  /**
   * Equal bins of state and action.
   */
  bins: number;
  /**
   * Messages measured.
   */
  n: number;
  /**
   * Number of steps of the segmentation.
   */
  N_hat: number;
  /**
   * Number of cells of the equilibrium partition; 0 at b = 0.
   */
  N_CS: number;
  /**
   * N_hat / N_CS; 0 at b = 0.
   */
  N_ratio: number;
  /**
   * Plug-in information of the clipped action on the state over the entropy of the state bin. Biased upwards.
   */
  I_norm: number;
  /**
   * Receiver's mean loss (a − ω)².
   */
  L_R: number;
  /**
   * Sender's mean loss (a − ω − b)².
   */
  L_S: number;
  /**
   * Receiver's mean loss in equilibrium on the same states.
   */
  L_R_oracle: number;
  /**
   * Sender's mean loss in equilibrium on the same states.
   */
  L_S_oracle: number;
  /**
   * L_R − L_R_oracle.
   */
  delta_R: number;
  /**
   * L_S − L_S_oracle.
   */
  delta_S: number;
  /**
   * Whether I_norm exceeds the oracle's, at the same bins, by more than the margin; never at b = 0.
   */
  over_reveal_mi: boolean;
  /**
   * Whether N_hat exceeds N_CS; never at b = 0.
   */
  over_reveal_N: boolean;
  /**
   * Lower end of the 95 % percentile interval of L_R; null but in the primary specification.
   */
  L_R_lo: number | null;
  /**
   * Upper end of the 95 % percentile interval of L_R; null but in the primary specification.
   */
  L_R_hi: number | null;
  /**
   * Lower end of the 95 % percentile interval of L_S; null but in the primary specification.
   */
  L_S_lo: number | null;
  /**
   * Upper end of the 95 % percentile interval of L_S; null but in the primary specification.
   */
  L_S_hi: number | null;
  /**
   * Lower end of the 95 % percentile interval of I_norm; null but in the primary specification.
   */
  I_norm_lo: number | null;
  /**
   * Upper end of the 95 % percentile interval of I_norm; null but in the primary specification.
   */
  I_norm_hi: number | null;
  /**
   * 1 − SSE/SST of the unclipped action about the state; null where the state does not vary.
   */
  r_squared: number | null;
}
