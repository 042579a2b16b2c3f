// Generated from regressions.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * Fixed-effects regressions Y = α_model + γ_frame + βb over the positive-bias cells, in long form. One row per response and term.
 */
export interface RegressionsRow {
  /**
   * Response Y
   */
  spec: "I_norm" | "N_hat";
  /**
   * beta, se_beta, t_beta: slope on b, its classical standard error and t; const, M=…, F=…, b: coefficients, the first model and frame (in byte order) being the base
   */
  term: string;
  /**
   * Value of the term
   */
  value: number | null;
}
