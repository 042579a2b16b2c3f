// Generated from overall.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Utility and truthfulness of each model in the base condition, all categories. One row per model and way of taking the categories together.
 */
export interface OverallRow {
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * mean_of_categories: unweighted mean of the three categories' rates, as published; pooled: all episodes together
   */
  pooling: "mean_of_categories" | "pooled";
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
   * Share of partial lies: concealment and equivocation together
   */
  partial_lie: number | null;
  /**
   * Lower end of its 95 % interval
   */
  partial_lie_lo: number | null;
  /**
   * Upper end
   */
  partial_lie_hi: number | null;
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
   * Episodes with a verdict on goal completion
   */
  n_utility: number;
  /**
   * Episodes without one
   */
  missing_utility: number;
}
