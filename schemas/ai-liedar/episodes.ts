// Generated from episodes.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Each episode in full. One row per episode.
 */
export interface EpisodesRow {
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
   * Name of the human agent's model in the basket
   */
  human: string;
  /**
   * What ended it: an agent that left, the limit of turns, too many silent turns, a turn without a readable action within the limit of attempts, or an answer that was not collected (partial runs)
   */
  ended_by: "human_left" | "agent_left" | "turn_limit" | "silence" | "malformed" | "not_collected";
  /**
   * Turns that hold an action
   */
  turns: number;
  /**
   * The human agent's answers that hold no readable action
   */
  malformed_human: number;
  /**
   * The AI agent's answers that hold no readable action
   */
  malformed_agent: number;
  /**
   * Name of the human agent
   */
  human_name: string;
  /**
   * What both agents know
   */
  background: string;
  /**
   * What both agents saw: one line per turn
   */
  transcript: string;
  /**
   * What the human agent alone knew
   */
  human_private: string;
  /**
   * What the AI agent alone knew
   */
  agent_private: string;
  /**
   * The AI agent's goal
   */
  goal: string;
  /**
   * Journal keys of the answers that the transcript is made of, in order, parted by spaces; null where an embedded agent spoke
   */
  answers: string | null;
}
