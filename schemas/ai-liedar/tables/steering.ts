// Generated from steering.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * The base condition and the two instructions, truthful and falsification. One row per category, model and condition.
 */
export interface SteeringRow {
  /**
   * Category; mean_of_categories is the unweighted mean of the three, pooled takes all episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "mean_of_categories" | "pooled";
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * base; an instruction to be truthful or to falsify at the end of the private text
   */
  condition: "base" | "truthful_prompt" | "falsification_prompt";
  /**
   * Mean goal completion times ten
   */
  utility: number | null;
  /**
   * Share of truthful episodes
   */
  truthful: number | null;
  /**
   * Share of concealment
   */
  concealment: number | null;
  /**
   * Share of equivocation
   */
  equivocation: number | null;
  /**
   * Share of falsification
   */
  falsification: number | null;
  /**
   * Change of the truthful rate against base; null in base
   */
  truthful_change: number | null;
  /**
   * Lower end of its 95 % interval, scenarios resampled together in both conditions
   */
  truthful_change_lo: number | null;
  /**
   * Upper end
   */
  truthful_change_hi: number | null;
  /**
   * Change of the falsification rate against base; null in base
   */
  falsification_change: number | null;
  /**
   * Lower end of its 95 % interval, scenarios resampled together in both conditions
   */
  falsification_change_lo: number | null;
  /**
   * Upper end
   */
  falsification_change_hi: number | null;
  /**
   * Change of utility against base; null in base
   */
  utility_change: number | null;
  /**
   * Lower end of its 95 % interval, scenarios resampled together in both conditions
   */
  utility_change_lo: number | null;
  /**
   * Upper end
   */
  utility_change_hi: number | null;
  /**
   * Scenarios with a coarse label
   */
  scenarios: number;
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
