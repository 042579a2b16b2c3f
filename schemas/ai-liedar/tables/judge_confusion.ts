// Generated from judge_confusion.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Verdicts of the truthfulness judges by the majority of the people. One row per category, reference label and verdict.
 */
export interface JudgeConfusionRow {
  /**
   * Category; pooled takes all annotated episodes together
   */
  category: "benefits" | "public_image" | "emotion" | "pooled";
  /**
   * Coarse label that more than half of the annotators gave
   */
  reference: "truthful" | "partial_lie" | "falsification";
  /**
   * Coarse label of the judges; missing: they have none
   */
  judge: "truthful" | "partial_lie" | "falsification" | "missing";
  /**
   * Episodes
   */
  n: number;
}
