// Generated from linear_exaggeration.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Least-squares line report = intercept + slope·ω over the messages with a number, pooled by bias, and per model over its positive biases.
 */
export interface LinearExaggerationRow {
  /**
   * bias: all models at one bias; model: one model over the positive biases
   */
  scope: "bias" | "model";
  /**
   * The bias, or the name of the model
   */
  group: string;
  /**
   * Slope of the reported number on ω
   */
  slope: number | null;
  /**
   * Report at ω = 0
   */
  intercept: number | null;
  /**
   * Intercept minus b; null for a model, which meets several biases
   */
  intercept_minus_bias: number | null;
  /**
   * Messages with a number
   */
  n: number;
}
