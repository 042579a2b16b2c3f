// Generated from decoders.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The five receivers compared. One row per decoder.
 */
export interface DecodersRow {
  /**
   * Decoder
   */
  decoder: "hybrid" | "parsed_report" | "embedding_ridge" | "embedding_knn" | "stated_number";
  /**
   * Mean I_norm over the positive-bias cells
   */
  mean_I_norm: number | null;
  /**
   * Mean over the b = 0 cells of 1 − SSE/SST of the unclipped action on ω
   */
  r_squared_b0: number | null;
}
