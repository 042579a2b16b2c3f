import type { CalibratedRow } from "../../schemas/cheap-talk/calibrated.ts";
import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { HalfSamplesRow } from "../../schemas/cheap-talk/half_samples.ts";
import type { MetricsRow } from "../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../schemas/cheap-talk/oracle.ts";
import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import type { SegmentedRow } from "../../schemas/cheap-talk/segmented.ts";
import type { StatesRow } from "../../schemas/cheap-talk/states.ts";

export interface Rows {
  parsed: ParsedRow[];
  decoded: DecodedRow[];
  segmented: SegmentedRow[];
  metrics: MetricsRow[];
  oracle: OracleRow[];
  states: StatesRow[];
  calibrated: CalibratedRow[];
  half_samples: HalfSamplesRow[];
}

/** No rows at all. */
export function noRows(): Rows {
  return {
    parsed: [],
    decoded: [],
    segmented: [],
    metrics: [],
    oracle: [],
    states: [],
    calibrated: [],
    half_samples: [],
  };
}

export const BIASES = [0, 0.04, 0.12];
const FRAMES = ["honesty", "neutral", "payoff"] as const;
const SPECS = [
  ["primary", "hybrid"],
  ["parsed_report", "parsed_report"],
  ["ablation_embedding_only", "embedding_ridge"],
  ["alt_decoder=knn", "embedding_knn"],
] as const;

/**
 * Rows of a small study in which every sender reports the state; I_norm and the adjusted index are 0.5, and 0.75 in
 * the payoff frame.
 */
export function makeRows(models: readonly string[], states: number): Rows {
  const rows = noRows();
  for (let index = 0; index < states; index++) {
    const omega = states > 1 ? index / (states - 1) : 0.5;
    rows.states.push({ state_index: index, omega, omega_raw: omega });
  }
  for (const bias of BIASES)
    rows.oracle.push({
      bias,
      N_CS: bias === 0 ? null : 2,
      I_norm_20: bias === 0 ? 1 : 0.25,
      L_R_CS: 0,
      L_S_CS: 0,
      L_S_reveal: 0,
      L_R_babble: 0,
      L_S_babble: 0,
      boundaries: bias === 0 ? null : "[0,0.26,1]",
    });
  for (const model of models)
    for (const bias of BIASES)
      for (const frame of FRAMES) {
        const cell = { model, bias, frame };
        for (let index = 0; index < states; index++) {
          const omega = states > 1 ? index / (states - 1) : 0.5;
          const message = { state_index: index, omega, message: `say ${omega.toFixed(4)}` };
          const parsed = { ...cell, ...message, parser_status: "ok" as const, log_index: null };
          rows.parsed.push({
            ...parsed,
            stated_value: omega,
            stated_role: "lone",
            stated_form: "decimal",
            stated_low: null,
            stated_high: null,
            stated_recommendation: null,
            stated_status: "ok",
          });
          rows.decoded.push({
            ...parsed,
            fold: index % 5,
            a_hat: omega,
            a_hat_clipped: omega,
            a_hat_parsed_report: omega,
            a_hat_embedding_ridge: omega,
            a_hat_embedding_knn: omega,
            a_hat_hybrid_valid: omega,
            a_hat_stated: omega,
          });
        }
        for (let step = 1; step <= 2; step++)
          rows.segmented.push({
            ...cell,
            decoder: "hybrid",
            step,
            N_hat: 2,
            omega_low: (step - 1) / 2,
            omega_high: step / 2,
            level: step / 2 - 0.25,
            n: states / 2,
            sse: 1,
          });
        pushCalibrated(rows, cell, frame === "payoff" ? 0.75 : 0.5, states);
        for (const [spec, decoder] of SPECS) {
          const value = frame === "payoff" ? 0.75 : 0.5;
          rows.metrics.push({
            ...cell,
            spec,
            decoder,
            bins: 20,
            n: states,
            N_hat: 2,
            N_CS: 2,
            N_ratio: 1,
            I_norm: value,
            L_R: 0,
            L_S: 0,
            L_R_oracle: 0,
            L_S_oracle: 0,
            delta_R: 0,
            delta_S: 0,
            over_reveal_mi: false,
            over_reveal_N: false,
            L_R_lo: null,
            L_R_hi: null,
            L_S_lo: null,
            L_S_hi: null,
            // Shifted upward, as published ones may be: the estimate lies outside.
            I_norm_lo: spec === "primary" ? value + 0.01 : null,
            I_norm_hi: spec === "primary" ? value + 0.07 : null,
            r_squared: 1,
          });
        }
      }
  return rows;
}

/** The adjusted index of a cell under the hybrid decoder, and on four halves around it. */
function pushCalibrated(
  rows: Rows,
  cell: { model: string; bias: number; frame: (typeof FRAMES)[number] },
  value: number,
  states: number,
) {
  const decoder = "hybrid" as const;
  const estimates = {
    I_norm: value,
    I_adjusted: value,
    I_adjusted_oracle: cell.bias === 0 ? 1 : 0.25,
    L_R_monotone: 0.01,
    I_norm_known: null,
    L_R_known: null,
    slope: null,
    offset: null,
  };
  for (const [half, shift] of [-0.03, 0.03, -0.01, 0.01].entries())
    rows.half_samples.push({
      ...cell,
      decoder,
      half,
      n: Math.floor(states / 2),
      ...estimates,
      I_adjusted: value + shift,
    });
  rows.calibrated.push({
    ...cell,
    decoder,
    n: states,
    missing: 0,
    N_count: 2,
    N_count_lo: 1,
    N_count_hi: 2,
    N_at_ceiling: false,
    N_states: cell.bias === 0 ? null : 2,
    ...estimates,
    over_reveal: cell.bias > 0,
    equal_cells: 2.89,
    equal_cells_over_50: false,
    line_n: null,
    partition_ic: null,
    line_ic: null,
    babbling_ic: null,
    shape: null,
  });
}
