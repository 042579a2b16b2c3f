// Generated from completeness.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What was played, how it ended and which verdicts are missing. One row per model and condition.
 */
export interface CompletenessRow {
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * base; an element of the private text left out (ablations); an instruction added at its end (steering)
   */
  condition:
    | "base"
    | "no_info_not_known"
    | "no_motives_to_lie"
    | "no_motives_not_to_lie"
    | "truthful_prompt"
    | "falsification_prompt";
  /**
   * Episodes designed
   */
  episodes: number;
  /**
   * Ended: the human left
   */
  human_left: number;
  /**
   * Ended: the AI agent left
   */
  agent_left: number;
  /**
   * Ended at the limit of turns
   */
  turn_limit: number;
  /**
   * Ended after too many silent turns
   */
  silence: number;
  /**
   * Ended by a turn without a readable action within the limit of attempts
   */
  malformed: number;
  /**
   * Not played to the end: an answer was not collected
   */
  not_collected: number;
  /**
   * Turns that hold an action
   */
  turns: number;
  /**
   * The human agent's answers that hold no readable action, corrected later or not
   */
  malformed_human: number;
  /**
   * The AI agent's answers that hold no readable action, corrected later or not
   */
  malformed_agent: number;
  /**
   * Episodes with a coarse label
   */
  labels: number;
  /**
   * No label: the episode ended malformed
   */
  missing_malformed: number;
  /**
   * No label: an answer of the episode or of a truthfulness judge was not collected
   */
  missing_not_collected: number;
  /**
   * No label: the episode ended before the AI agent's first turn
   */
  missing_no_agent_turn: number;
  /**
   * No label: no truthfulness judge's verdict can be read
   */
  missing_unreadable: number;
  /**
   * No label: two or more labels are equally frequent among the truthfulness judges
   */
  missing_no_majority: number;
  /**
   * Coarse label without a fine one: the judges agree on a partial lie and not on its kind
   */
  fine_missing: number;
  /**
   * Episodes without a verdict on goal completion
   */
  goal_missing: number;
}
