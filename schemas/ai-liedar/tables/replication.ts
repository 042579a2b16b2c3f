// Generated from replication.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Every published figure beside the one here. One row per figure, in the order of data/published/ai-liedar.csv.
 */
export interface LiedarReplicationRow {
  /**
   * Line of data/published/ai-liedar.csv
   */
  line: number;
  /**
   * Table of the paper
   */
  table: "overall" | "base_by_category" | "ablation" | "steering" | "human_validation";
  /**
   * Category; all: the three together, as their unweighted mean
   */
  category: "benefits" | "public_image" | "emotion" | "all";
  /**
   * Condition of the episodes
   */
  condition:
    | "base"
    | "no_info_not_known"
    | "no_motives_to_lie"
    | "no_motives_not_to_lie"
    | "truthful_prompt"
    | "falsification_prompt";
  /**
   * Model; null where models are taken together
   */
  model: string | null;
  /**
   * What is measured
   */
  measure: string;
  /**
   * The published figure
   */
  published: number;
  /**
   * The figure of this run; null where there is none
   */
  here: number | null;
  /**
   * Lower end of its 95 % interval; null where there is none
   */
  here_lo: number | null;
  /**
   * Upper end
   */
  here_hi: number | null;
  /**
   * Episodes that the figure here rests on; null where there is none
   */
  n: number | null;
  /**
   * Whether the published figure is inside the interval here, half a unit of its last decimal allowed; no interval: there is a figure here and no interval of it; not here: this run has no such figure
   */
  status: "inside the interval" | "outside" | "no interval" | "not here";
}
