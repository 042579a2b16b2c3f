// Generated from rates.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Rates with scenario-clustered bootstrap intervals. One row per model, condition, category and measure.
 */
export interface RatesRow {
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
   * Scenarios with a value
   */
  scenarios: number;
  /**
   * Episodes with a value
   */
  n: number;
  /**
   * Episodes without a value
   */
  missing: number;
  /**
   * The rate; null where no episode has a value, and of mean_of_categories where a category has none
   */
  rate: number | null;
  /**
   * Lower end of the 95 % interval, scenarios resampled; null without a rate, and where a category in it has one scenario with a value alone
   */
  rate_lo: number | null;
  /**
   * Upper end of the 95 % interval; null where the lower one is
   */
  rate_hi: number | null;
}
