// Generated from responses.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What each model answered. One row per prompt.
 */
export interface ResponsesRow {
  /**
   * Name of the model in the basket
   */
  model: string;
  /**
   * Bias b of the sender: it wants the action ω + b
   */
  bias: number;
  /**
   * Frame of the prompt
   */
  frame: "honesty" | "neutral" | "payoff";
  /**
   * Position of the state in the published or drawn list, from 0
   */
  state_index: number;
  /**
   * State ω as the prompt prints it, rounded to six decimals
   */
  omega: number;
  /**
   * Who served the model; embedded for reference senders
   */
  provider: string;
  /**
   * Model id as the provider names it
   */
  api_model: string;
  /**
   * answered: there is an answer (in an imported log it may be empty); empty: the answer is empty; refused: the provider marks it as a refusal; error: the provider failed; not_collected: nobody asked yet (partial runs)
   */
  status: "answered" | "empty" | "refused" | "error" | "not_collected";
  /**
   * The answer in full, untrimmed; null without an answer
   */
  raw_output: string | null;
  /**
   * Why the answer ended: stop, length, content-filter, error or other; null when unknown
   */
  finish_reason: string | null;
  /**
   * The provider's error; null when there was none
   */
  api_error: string | null;
  /**
   * Place of the answer in an imported log, from 0; null where there is none.
   */
  log_index: number | null;
}
