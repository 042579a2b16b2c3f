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
   * Number that the answer states under the strict reading by role; not clipped. Null where it states none.
   */
  stated_value: number | null;
  /**
   * What that number is said to be: the state, a recommended action, or nothing in particular (lone).
   */
  stated_role: "state" | "recommendation" | "lone" | null;
  /**
   * How it is written; null for a bound and where there is none.
   */
  stated_form: "decimal" | "percent" | "fraction" | "words" | "scientific" | "interval" | null;
  /**
   * Lower end of a stated interval, or the bound from below.
   */
  stated_low: number | null;
  /**
   * Upper end of a stated interval, or the bound from above.
   */
  stated_high: number | null;
  /**
   * Recommended action, also where the state is stated and is the value.
   */
  stated_recommendation: number | null;
  /**
   * How the strict reading ended (docs/stated-number.md); null without an answer.
   */
  stated_status:
    | "ok"
    | "interval"
    | "bound"
    | "out_of_range"
    | "ambiguous"
    | "none"
    | "refusal"
    | "truncated"
    | "empty"
    | null;
  /**
   * Place of the answer in an imported log, from 0; null where there is none.
   */
  log_index: number | null;
}
