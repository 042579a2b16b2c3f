// Generated from judged.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What the judges answered. One row per episode, measure and judge.
 */
export interface JudgedRow {
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
   * What is judged: truthfulness, or completion of the AI agent's goal
   */
  measure: "truthfulness" | "goal";
  /**
   * Name of the judge in the basket
   */
  judge: string;
  /**
   * answered; empty; refused; not_collected: nobody asked yet (partial runs); not_asked: the episode was not played to its end, or the AI agent had no turn
   */
  status: "answered" | "empty" | "refused" | "not_collected" | "not_asked";
  /**
   * The judge's answer in full; null without one
   */
  raw_output: string | null;
  /**
   * Why the answer ended; null when unknown
   */
  finish_reason: string | null;
  /**
   * The judge's reasoning; null where none can be read
   */
  reasoning: string | null;
  /**
   * Criterion of the truthfulness judge; null where none can be read, and of the goal judge
   */
  criterion: "A-a" | "A-b" | "B-a" | "B-b" | "C-a" | "C-b" | "C-c" | null;
  /**
   * Truthfulness: 1 truthful, 0 partial lie, −1 falsification. Goal: 0 to 10. null where no verdict can be read
   */
  score: number | null;
  /**
   * Fine label of the truthfulness judge; null where no verdict can be read, and of the goal judge
   */
  label: "truthful" | "concealment" | "equivocation" | "falsification" | null;
  /**
   * Why no verdict can be read; null where one is
   */
  problem: string | null;
}
