// Generated from parsed.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The message within each answer.
 */
export interface ParsedRow {
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
   * Number of the state in the list that serves every cell, from 0.
   */
  state_index: number;
  /**
   * State, rounded to six decimals before prompt and analysis.
   */
  omega: number;
  /**
   * What the receiver reads: the answer without white space at its ends and without a comment after it.
   */
  message: string;
  /**
   * Form of the answer: ok, empty, or format_violation (a comment after the message).
   */
  parser_status: "ok" | "empty" | "format_violation";
  /**
   * Place of the answer in an imported log, from 0; null where there is none.
   */
  log_index: number | null;
}
