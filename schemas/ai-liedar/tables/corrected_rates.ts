// Generated from corrected_rates.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Rates of the base condition as judged, and corrected for the judges' errors by Rogan and Gladen. One row per model and coarse label.
 */
export interface CorrectedRatesRow {
  /**
   * Name of the AI agent's model in the basket
   */
  model: string;
  /**
   * Coarse label, against the two others together
   */
  label: "truthful" | "partial_lie" | "falsification";
  /**
   * Episodes of the base condition with a coarse verdict
   */
  n: number;
  /**
   * Episodes of the base condition without one
   */
  missing: number;
  /**
   * Share of the n episodes with this label; null without any
   */
  apparent: number | null;
  /**
   * Compared episodes of all models and categories whose reference is this label
   */
  reference_with: number;
  /**
   * Compared episodes whose reference is another label
   */
  reference_without: number;
  /**
   * Share of reference_with that the judges give this label; null without any
   */
  sensitivity: number | null;
  /**
   * Share of reference_without that the judges give another label; null without any
   */
  specificity: number | null;
  /**
   * (apparent + specificity − 100)/(sensitivity + specificity − 100) · 100, not cut to 0 … 100; null where undefined
   */
  corrected: number | null;
  /**
   * Lower end of the 95 % interval of Lang and Reiczigel, cut to 0 … 100; null where undefined
   */
  corrected_lo: number | null;
  /**
   * Upper end of the 95 % interval
   */
  corrected_hi: number | null;
  /**
   * Whether the corrected rate lies outside 0 … 100; null where it is undefined
   */
  outside: boolean | null;
}
