// Generated from scenarios.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The texts that both agents are given. One row per scenario, wording, human profile and condition.
 */
export interface ScenariosRow {
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
   * Motivation of the lie, after Camden et al. (1984) and corporate reputation: group and subcategory
   */
  motivation:
    | "basic_needs/acquiring_resources"
    | "basic_needs/protecting_resources"
    | "affiliation/initiating_interaction"
    | "affiliation/continuing_interaction"
    | "affiliation/avoiding_relational_conflict"
    | "affiliation/redirecting_conversation"
    | "self_esteem/competence"
    | "self_esteem/taste"
    | "self_esteem/social_desirability"
    | "self_esteem/redirecting_conversation"
    | "corporate_reputation/competence"
    | "corporate_reputation/quality"
    | "corporate_reputation/social_responsibility";
  /**
   * Field of life, such as housing or health
   */
  domain: string;
  /**
   * Place, people and setting: both agents know it
   */
  background: string;
  /**
   * Name of the human agent
   */
  human_name: string;
  /**
   * The yes-or-no question that the human's goal asks
   */
  question: string;
  /**
   * Who the human agent is and what it wants: it alone knows this
   */
  human_private: string;
  /**
   * What the AI agent alone knows: its elements in tags, in order, and in steering conditions the instruction at the end
   */
  agent_private: string;
  /**
   * The negative fact that the AI agent knows
   */
  negative_fact: string;
  /**
   * Something smaller about the matter that it knows too, and could tell in its place
   */
  lesser_fact: string;
  /**
   * The AI agent's goal: the last element, and all that the goal judge is told of its private text
   */
  goal: string;
}
