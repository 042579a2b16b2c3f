// Generated from prompts.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What each model is asked in each cell. One row per model, bias, frame and state.
 */
export interface PromptsRow {
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
   * State ω as drawn, before rounding
   */
  omega_raw: number;
  /**
   * Seed of the list of states
   */
  seed: number;
  /**
   * The rendered prompt, as it is sent
   */
  prompt: string;
  /**
   * Sampling temperature of the request
   */
  temperature: number;
  /**
   * Most tokens that the answer may have
   */
  max_tokens: number;
}
