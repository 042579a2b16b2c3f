// Generated from comprehension.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * An answer to the comprehension check in an imported log, as published (not a table: lines of a journal).
 */
export interface LoggedComprehensionRow {
  /**
   * Model, as the log names it.
   */
  model: string;
  /**
   * Bias b of the sender, at most six decimals.
   */
  bias: number;
  /**
   * How the prompt frames the sender's task.
   */
  frame: "honesty" | "neutral" | "payoff";
  /**
   * State ω as the prompt printed it.
   */
  omega: number;
  /**
   * The answer in full; null without an answer.
   */
  raw: string | null;
  /**
   * The provider's error; null when there was none.
   */
  error: string | null;
  /**
   * Ideal action of the receiver, ω.
   */
  expected_receiver: number;
  /**
   * Ideal action of the sender, ω + b.
   */
  expected_sender: number;
  /**
   * Place of the record in the log, from 0; import adds it.
   */
  log_index: number;
}
