// Generated from effects.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What an ablation or a steering instruction changes against the base condition. One row per model, condition, category and measure.
 */
export interface EffectsRow {
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
   * Category; mean_of_categories is the unweighted mean of the three, pooled takes all episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "mean_of_categories" | "pooled";
  /**
   * utility: goal completion times ten; the others: share of episodes with this label. partial_lie is concealment and equivocation together
   */
  measure: "utility" | "truthful" | "partial_lie" | "concealment" | "equivocation" | "falsification";
  /**
   * Scenarios with a value in both conditions
   */
  scenarios: number;
  /**
   * Episodes with a value in the base condition, of these scenarios
   */
  n_base: number;
  /**
   * Episodes with a value in this condition, of these scenarios
   */
  n: number;
  /**
   * Rate in the base condition; null where no scenario has a value in both conditions, and of mean_of_categories where a category has none
   */
  rate_base: number | null;
  /**
   * Rate in this condition; null where that in base is
   */
  rate: number | null;
  /**
   * Rate in this condition minus rate in the base condition; null where the rates are
   */
  change: number | null;
  /**
   * Lower end of the 95 % interval, scenarios resampled together in both conditions; null without a change, and where a category in it has one such scenario alone
   */
  change_lo: number | null;
  /**
   * Upper end of the 95 % interval; null where the lower one is
   */
  change_hi: number | null;
}
