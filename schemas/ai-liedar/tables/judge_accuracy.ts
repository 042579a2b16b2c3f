// Generated from judge_accuracy.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * How far the truthfulness judges agree with the majority of the people. One row per category.
 */
export interface JudgeAccuracyRow {
  /**
   * Category; pooled takes all annotated episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "pooled";
  /**
   * Episodes with at least one label
   */
  episodes: number;
  /**
   * Of these, episodes without a coarse label that more than half of the annotators gave, three-way ties among them: no reference
   */
  no_majority: number;
  /**
   * Episodes with a reference: the coarse label that more than half of the annotators gave
   */
  with_majority: number;
  /**
   * Episodes with a reference and without a coarse verdict of the judges
   */
  judge_missing: number;
  /**
   * Episodes with both
   */
  compared: number;
  /**
   * Share of compared episodes where the judges' coarse label is the reference; null where none is compared
   */
  accuracy: number | null;
  /**
   * F1 averaged over the coarse labels that occur in the reference or the verdicts; null where none is compared
   */
  macro_f1: number | null;
}
