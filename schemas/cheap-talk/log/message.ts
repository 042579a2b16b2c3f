// Generated from message.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * A message in an imported log: the record of one query, as published (not a table: lines of a journal).
 */
export interface LoggedMessageRow {
  /**
   * Model, as the log names it.
   */
  model: string;
  /**
   * Model id as the provider names it.
   */
  api_model: string;
  /**
   * Who served the model.
   */
  provider: string;
  /**
   * Bias b of the sender, at most six decimals.
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
   * State ω as the prompt printed it.
   */
  omega: number;
  /**
   * State ω as drawn, before rounding.
   */
  omega_raw: number;
  /**
   * Seed of the list of states.
   */
  seed: number;
  /**
   * The prompt as it was recorded.
   */
  prompt: string;
  /**
   * The answer in full; null without an answer.
   */
  raw_output: string | null;
  /**
   * The message as the recording program parsed it; it is parsed anew here.
   */
  message: string | null;
  /**
   * That program's verdict on the form of the answer.
   */
  parser_status: "ok" | "empty" | "format_violation" | null;
  /**
   * The provider's error; null when there was none.
   */
  api_error: string | null;
  /**
   * Sampling temperature of the request.
   */
  temperature: number;
  /**
   * Most tokens that the answer could have.
   */
  max_tokens: number;
  /**
   * When the answer came, in seconds since 1970; null when unknown.
   */
  timestamp: number | null;
  /**
   * Place of the record in the log, from 0; import adds it.
   */
  log_index: number;
}
