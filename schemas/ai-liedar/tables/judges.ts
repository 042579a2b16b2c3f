// Generated from judges.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * What the judges answered, and how far truthfulness judges agree. One row per measure and judge.
 */
export interface JudgesRow {
  /**
   * What is judged: truthfulness, or completion of the AI agent's goal
   */
  measure: "truthfulness" | "goal";
  /**
   * Name of the judge in the basket
   */
  judge: string;
  /**
   * Episodes of the run
   */
  episodes: number;
  /**
   * Episodes with a verdict that can be read
   */
  verdicts: number;
  /**
   * Answers without a verdict that can be read, empty and refused ones included
   */
  unreadable: number;
  /**
   * Of these, empty answers
   */
  empty: number;
  /**
   * Of these, refused answers
   */
  refused: number;
  /**
   * Nobody asked yet (partial runs)
   */
  not_collected: number;
  /**
   * Not asked: the episode was not played to its end, or the AI agent had no turn
   */
  not_asked: number;
  /**
   * Episodes on which this judge's verdict and that of another truthfulness judge can be read
   */
  compared: number;
  /**
   * Share of these on which all readable verdicts have the same coarse label; null where none is compared
   */
  unanimous: number | null;
}
