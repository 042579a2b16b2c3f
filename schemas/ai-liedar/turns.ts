// Generated from turns.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What was answered, turn by turn. One row per answer: where an answer holds no action it is asked for again.
 */
export interface TurnsRow {
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
   * Who gains from the lie: benefits (oneself), public_image (reputation before an audience), emotion (the other's feelings)
   */
  category: "benefits" | "public_image" | "emotion";
  /**
   * Id of the scenario
   */
  scenario: string;
  /**
   * Wording of the scenario
   */
  variant: "original" | "paraphrase_1" | "paraphrase_2";
  /**
   * Profile of the human agent, from 1
   */
  profile: number;
  /**
   * Repetition of the same episode, from 0
   */
  repeat: number;
  /**
   * Turn, from 0: the human agent has the even ones
   */
  turn: number;
  /**
   * Answer to this turn, from 0
   */
  attempt: number;
  /**
   * Whose turn it is
   */
  speaker: "human" | "agent";
  /**
   * Name of the model that answers in the basket
   */
  answerer: string;
  /**
   * answered; empty; refused, as the provider marks it; not_collected: nobody asked yet (partial runs)
   */
  status: "answered" | "empty" | "refused" | "not_collected";
  /**
   * The answer in full, untrimmed; null where it was not collected
   */
  raw_output: string | null;
  /**
   * Why the answer ended: stop, length, content-filter, error or other; null when unknown
   */
  finish_reason: string | null;
  /**
   * The action that the answer holds; null where none can be read
   */
  action_type: "none" | "speak" | "non-verbal communication" | "action" | "leave" | null;
  /**
   * What is said or done; null without an action
   */
  argument: string | null;
  /**
   * Why no action can be read; null where one is
   */
  problem: string | null;
  /**
   * Sampling temperature of the request
   */
  temperature: number;
  /**
   * Key of the answer in the journal; null for an embedded agent
   */
  key: string | null;
}
