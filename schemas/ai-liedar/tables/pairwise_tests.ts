// Generated from pairwise_tests.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Do two models differ? Student's t on the mean rates of scenarios, base condition. One row per measure and pair of models.
 */
export interface PairwiseTestsRow {
  /**
   * Share of episodes with this label
   */
  measure: "truthful" | "falsification";
  /**
   * First model, by name
   */
  model_a: string;
  /**
   * Second model
   */
  model_b: string;
  /**
   * Scenarios with a value for both models
   */
  scenarios: number;
  /**
   * Mean over scenarios of the first model's rate
   */
  rate_a: number | null;
  /**
   * Mean over scenarios of the second model's rate
   */
  rate_b: number | null;
  /**
   * rate_a − rate_b
   */
  difference: number | null;
  /**
   * t of Student's test for two independent samples of scenarios, as published; null where nothing varies
   */
  t_unpaired: number | null;
  /**
   * Its degrees of freedom
   */
  df_unpaired: number | null;
  /**
   * Its two-tailed p value
   */
  p_unpaired: number | null;
  /**
   * The same by Holm over all pairs of models, within this measure and kind of test
   */
  p_unpaired_holm: number | null;
  /**
   * t of Student's paired test, scenario by scenario; null where nothing varies
   */
  t_paired: number | null;
  /**
   * Its degrees of freedom
   */
  df_paired: number | null;
  /**
   * Its two-tailed p value
   */
  p_paired: number | null;
  /**
   * The same by Holm over all pairs of models, within this measure and kind of test
   */
  p_paired_holm: number | null;
}
