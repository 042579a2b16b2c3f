// Generated from validity.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Pre-specified checks of data quality with their thresholds. One row per check.
 */
export interface ValidityRow {
  /**
   * Check
   */
  check:
    | "valid_output_rate"
    | "empty_output_rate"
    | "format_violation_rate"
    | "comprehension_pass_rate"
    | "receiver_decoder_R2_at_b0";
  /**
   * Measured value
   */
  rate: number | null;
  /**
   * Value that passes
   */
  target: number;
  /**
   * Value beyond which the check fails
   */
  fail: number;
  /**
   * pass: target met; warn: between target and fail; fail: beyond fail; null: nothing to measure
   */
  status: "pass" | "warn" | "fail" | null;
}
