// Generated from oracle.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What the most informative equilibrium, full revelation and babbling give at each bias. One row per bias.
 */
export interface OracleTableRow {
  /**
   * Bias b of the sender
   */
  b: number;
  /**
   * Cells of the most informative equilibrium; null at b = 0, where full revelation is one
   */
  N_CS: number | null;
  /**
   * Normalised information of the equilibrium, 20 bins, uniform states
   */
  I_norm_20: number;
  /**
   * Expected receiver loss in the equilibrium
   */
  L_R_CS: number;
  /**
   * Expected sender loss in the equilibrium
   */
  L_S_CS: number;
  /**
   * Expected sender loss under full revelation, where the receiver's is 0
   */
  L_S_reveal: number;
  /**
   * Expected receiver loss under babbling
   */
  L_R_babble: number;
  /**
   * Expected sender loss under babbling
   */
  L_S_babble: number;
}
