// Generated from decoded.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The receivers' actions on each message, cross-fitted within the cell.
 */
export interface DecodedRow {
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
   * What the receiver reads.
   */
  message: string;
  /**
   * Form of the answer: ok, empty, or format_violation (a comment after the message).
   */
  parser_status: "ok" | "empty" | "format_violation";
  /**
   * Cross-fitting fold within the cell, from 0.
   */
  fold: number;
  /**
   * Action of the hybrid receiver, not clipped: a line on the first number, ridge on the embedding where there is none.
   */
  a_hat: number;
  /**
   * The same, clipped to the unit interval.
   */
  a_hat_clipped: number;
  /**
   * Action of the parsed report: the first number in the message, 0.5 where there is none; not clipped.
   */
  a_hat_parsed_report: number;
  /**
   * Action of the ridge regression on the embedding of every message; not clipped.
   */
  a_hat_embedding_ridge: number;
  /**
   * Action of the nearest neighbours by embedding; equally near ones by row order.
   */
  a_hat_embedding_knn: number;
  /**
   * Action of the hybrid receiver refitted, folds too, on the cell's valid messages; null where the message is not valid. Not clipped.
   */
  a_hat_hybrid_valid: number | null;
  /**
   * Number that the answer states under the strict reading by role, as the action; null where it states none. Not clipped.
   */
  a_hat_stated: number | null;
}
