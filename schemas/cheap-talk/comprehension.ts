// Generated from comprehension.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The comprehension check: each model states the ideal actions of both sides. One row per model, bias and frame.
 */
export interface ComprehensionRow {
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
   * State ω as the prompt prints it, rounded to six decimals
   */
  omega: number;
  /**
   * The rendered prompt, as it is sent; null where an imported log does not tell it
   */
  prompt: string | null;
  /**
   * The answer in full, untrimmed; null without an answer
   */
  raw_output: string | null;
  /**
   * answered: there is an answer (in an imported log it may be empty); empty: the answer is empty; refused: the provider marks it as a refusal; error: the provider failed; not_collected: nobody asked yet (partial runs)
   */
  status: "answered" | "empty" | "refused" | "error" | "not_collected";
  /**
   * The receiver's ideal action, ω
   */
  expected_receiver: number;
  /**
   * The sender's ideal action of the receiver, ω + b
   */
  expected_sender: number;
  /**
   * Whether the answer has a number within .05 of each; null without an answer
   */
  passed: boolean | null;
}
