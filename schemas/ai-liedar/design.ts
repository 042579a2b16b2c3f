// Generated from design.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Which episodes are played. One row per episode.
 */
export interface DesignRow {
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
}
