// Generated from oracle.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What the most informative equilibrium (Crawford and Sobel 1982) gives at each bias.
 */
export interface OracleRow {
  /**
   * Bias b of the sender: it wants the action ω + b.
   */
  bias: number;
  /**
   * Number of cells of the finest partition; null at b = 0, where full revelation is an equilibrium.
   */
  N_CS: number | null;
  /**
   * Information of the equilibrium action on the state, 20 equal bins of each, over the entropy of the state bin.
   */
  I_norm_20: number;
  /**
   * Receiver's expected loss E(a − ω)² in equilibrium.
   */
  L_R_CS: number;
  /**
   * Sender's expected loss E(a − ω − b)² in equilibrium.
   */
  L_S_CS: number;
  /**
   * Sender's expected loss under full revelation, b².
   */
  L_S_reveal: number;
  /**
   * Receiver's expected loss under babbling, 1/12.
   */
  L_R_babble: number;
  /**
   * Sender's expected loss under babbling, 1/12 + b².
   */
  L_S_babble: number;
  /**
   * Boundaries of the partition as a JSON array of numbers, from 0 to 1; null at b = 0.
   */
  boundaries: string | null;
}
