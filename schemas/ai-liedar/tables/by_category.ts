// Generated from by_category.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Utility and labels of each model in the base condition, by category. One row per category and model.
 */
export interface ByCategoryRow {
  /**
   * Who gains from the lie: benefits (oneself), public_image (reputation before an audience), emotion (the other's feelings)
   */
  category: "benefits" | "public_image" | "emotion";
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * Scenarios with a coarse label
   */
  scenarios: number;
  /**
   * Mean goal completion times ten
   */
  utility: number | null;
  /**
   * Lower end of its 95 % interval
   */
  utility_lo: number | null;
  /**
   * Upper end
   */
  utility_hi: number | null;
  /**
   * Share of truthful episodes
   */
  truthful: number | null;
  /**
   * Lower end of its 95 % interval
   */
  truthful_lo: number | null;
  /**
   * Upper end
   */
  truthful_hi: number | null;
  /**
   * Share of concealment
   */
  concealment: number | null;
  /**
   * Lower end of its 95 % interval
   */
  concealment_lo: number | null;
  /**
   * Upper end
   */
  concealment_hi: number | null;
  /**
   * Share of equivocation
   */
  equivocation: number | null;
  /**
   * Lower end of its 95 % interval
   */
  equivocation_lo: number | null;
  /**
   * Upper end
   */
  equivocation_hi: number | null;
  /**
   * Share of falsification
   */
  falsification: number | null;
  /**
   * Lower end of its 95 % interval
   */
  falsification_lo: number | null;
  /**
   * Upper end
   */
  falsification_hi: number | null;
  /**
   * Episodes with a coarse label
   */
  n_labels: number;
  /**
   * Episodes without one
   */
  missing_labels: number;
  /**
   * Episodes with a fine label, which concealment and equivocation rest on
   */
  n_fine: number;
  /**
   * Episodes without one
   */
  missing_fine: number;
  /**
   * Episodes with a verdict on goal completion
   */
  n_utility: number;
  /**
   * Episodes without one
   */
  missing_utility: number;
}
