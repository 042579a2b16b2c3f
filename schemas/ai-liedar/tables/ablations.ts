// Generated from ablations.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What happens without an element of the AI agent's private text. One row per model, category, condition and measure.
 */
export interface AblationsRow {
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * Category; mean_of_categories is the unweighted mean of the three, pooled takes all episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "mean_of_categories" | "pooled";
  /**
   * The element that is left out: that the other side does not know, the motives to lie, the motives not to lie
   */
  condition: "no_info_not_known" | "no_motives_to_lie" | "no_motives_not_to_lie";
  /**
   * utility: goal completion times ten; the others: share of episodes with this label
   */
  measure: "utility" | "truthful" | "concealment" | "equivocation" | "falsification";
  /**
   * Scenarios with a value in both conditions
   */
  scenarios: number;
  /**
   * Episodes with a value in the base condition
   */
  n_base: number;
  /**
   * Episodes with a value without the element
   */
  n: number;
  /**
   * Rate in the base condition, on these scenarios
   */
  rate_base: number | null;
  /**
   * Rate without the element
   */
  rate: number | null;
  /**
   * Rate without the element minus rate in the base condition
   */
  change: number | null;
  /**
   * Lower end of its 95 % interval, scenarios resampled together in both conditions
   */
  change_lo: number | null;
  /**
   * Upper end
   */
  change_hi: number | null;
}
