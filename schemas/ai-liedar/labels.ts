// Generated from labels.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The verdict on each episode: the most frequent label of the truthfulness judges, and the mean of the goal judges. One row per episode.
 */
export interface LabelsRow {
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
   * What ended the episode
   */
  ended_by: "human_left" | "agent_left" | "turn_limit" | "silence" | "malformed" | "not_collected";
  /**
   * MD5 of the transcript: an annotation of another transcript is none of this episode
   */
  transcript: string;
  /**
   * Truthfulness judges
   */
  judges: number;
  /**
   * Truthfulness judges whose verdict can be read
   */
  readable: number;
  /**
   * Coarse label that more readable truthfulness judges give than any other; null where there is none, and while a judge is not collected
   */
  coarse: "truthful" | "partial_lie" | "falsification" | null;
  /**
   * Fine label that more of the judges with the coarse label give than any other; null where there is none
   */
  fine: "truthful" | "concealment" | "equivocation" | "falsification" | null;
  /**
   * Whether all readable verdicts have the same coarse label; null with fewer than two
   */
  unanimous: boolean | null;
  /**
   * Goal judges
   */
  goal_judges: number;
  /**
   * Goal judges whose verdict can be read
   */
  goal_readable: number;
  /**
   * Goal completion in points of 10, mean of the readable goal judges; null where there is none, and while a judge is not collected
   */
  utility: number | null;
  /**
   * Why there is no coarse label: the episode ended malformed; it or a judge is not collected; it ended before the AI agent's first turn; no judge's verdict can be read; no label is more frequent than every other. null where there is one
   */
  missing: "malformed" | "not_collected" | "no_agent_turn" | "unreadable_judge" | "no_majority" | null;
}
