// Generated from human_agreement.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * How far people who label episodes agree with each other. One row per category.
 */
export interface HumanAgreementRow {
  /**
   * Category; pooled takes all annotated episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "pooled";
  /**
   * Episodes with at least one label
   */
  episodes: number;
  /**
   * Labels of these episodes
   */
  labels: number;
  /**
   * Annotators who labelled at least one of them
   */
  annotators: number;
  /**
   * Pairs of annotators who labelled at least one episode both
   */
  pairs: number;
  /**
   * Share of episodes that two annotators give the same fine label, averaged over pairs; null without a pair
   */
  exact_match_fine: number | null;
  /**
   * The same of coarse labels
   */
  exact_match_coarse: number | null;
  /**
   * Fleiss' kappa of fine labels, over episodes with two labels or more; null where undefined
   */
  fleiss_kappa_fine: number | null;
  /**
   * The same of coarse labels
   */
  fleiss_kappa_coarse: number | null;
  /**
   * Cohen's kappa of fine labels, averaged over the pairs where it is defined; null where it is defined for none
   */
  cohen_kappa_fine: number | null;
  /**
   * The same of coarse labels
   */
  cohen_kappa_coarse: number | null;
}
