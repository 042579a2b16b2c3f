// Generated from decoders.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The four receivers compared. One row per decoder.
 */
export interface DecodersRow {
  /**
   * Decoder
   */
  decoder: "hybrid" | "parsed_report" | "embedding_ridge" | "embedding_knn";
  /**
   * Mean I_norm over the positive-bias cells
   */
  mean_I_norm: number | null;
  /**
   * Mean over the b = 0 cells of 1 − SSE/SST of the unclipped action on ω
   */
  r_squared_b0: number | null;
}
