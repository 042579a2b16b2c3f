// Generated from calibration_senders.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The senders of known truth on which the instruments are calibrated. One row per configuration.
 */
export interface CalibrationSendersRow {
  /**
   * Known sender: equilibrium (action of the finest equilibrium), exaggerator (state + b), capped_exaggerator (the same held to [0, 1]), truthful (the state), babbler (uniform, whatever the state).
   */
  sender: "equilibrium" | "exaggerator" | "capped_exaggerator" | "truthful" | "babbler";
  /**
   * Bias b of the sender, known to the receiver; 0 for truthful and babbler.
   */
  bias: number;
  /**
   * Standard deviation of the Gaussian noise added to each report.
   */
  noise: number;
}
