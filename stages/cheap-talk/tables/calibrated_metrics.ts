import type { CalibratedRow } from "../../../schemas/cheap-talk/calibrated.ts";
import type { HalfSamplesRow } from "../../../schemas/cheap-talk/half_samples.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";
import type { CalibratedMetricsRow } from "../../../schemas/cheap-talk/tables/calibrated_metrics.ts";
import {
  calibratedDecodersAre,
  halfSampleIntervals,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import type { Estimates } from "../../../src/cheap-talk/cell-estimates.ts";
import { oracleLosses } from "../../../src/cheap-talk/equilibrium.ts";
import {
  INTERVAL_LEVEL,
  type SampledCell,
  type SampledEstimate,
  sampledCells,
  sampledEstimate,
} from "../../../src/cheap-talk/sampled-cells.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { difference, distinctNumbers, distinctTexts } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly calibrated: readonly CalibratedRow[];
  readonly half_samples: readonly HalfSamplesRow[];
  readonly states: readonly StatesRow[];
}

interface Params {
  readonly embedding: string;
  readonly bins: number;
  readonly half_samples: number;
  readonly over_reveal_margin: number;
  readonly partition_max_steps: number;
  readonly noise_floor: number;
  readonly partition_resamples: number;
}

/** The calibrated estimates cell by cell, under the hybrid decoder and for the stated number, with intervals. */
export default function calibratedMetrics(
  { calibrated, half_samples, states }: Inputs,
  params: Params,
): CaptionedTable<CalibratedMetricsRow> {
  const T = states.length;
  const rows = sampledCells(calibrated, half_samples).map((cell) => tableRow(cell, T));
  const cells = new Set(calibrated.map(({ model, bias, frame }) => JSON.stringify([model, bias, frame])))
    .size;
  const design =
    distinctTexts(calibrated, (row) => row.model).length *
    distinctNumbers(calibrated, (row) => row.bias).length *
    distinctTexts(calibrated, (row) => row.frame).length;
  const unread = calibrated.reduce((sum, row) => sum + row.missing, 0);
  return {
    rows,
    caption: caption(
      `Calibrated estimates per cell, ${params.bins} bins, ${counted(
        calibrated.reduce((sum, row) => sum + row.n, 0),
        "reading",
      )} of messages in ${cells} cells${cells < design ? `; ${design - cells} cells of models × biases × frames have no messages` : ""}. I_norm is the published estimator; the published intervals stand in cell_metrics.`,
      calibratedDecodersAre(params.embedding),
      halfSampleIntervals(params.half_samples, T),
      `The partition count has a 95 % interval from ${params.partition_resamples} resamples of residuals at fixed states (noise floor ${params.noise_floor}); ≥ ${params.partition_max_steps} is the largest that is tried. N_states is what the most informative equilibrium's sender would show on these states.`,
      `over_reveal: I_adjusted above I_adjusted_oracle, on the same states, by more than ${params.over_reveal_margin}; never at b = 0.`,
      "cells: equivalent number of equal cells, 1/√(12·L_R) of a cross-fitted monotone receiver, its interval taken on L_R; > 50 says that nothing seems lost. _known: the receiver who knows b and takes clip(report − b, 0, 1). shape: smallest information criterion of partition, line and babbling. These last two need a report, so they are left empty for hybrid.",
      unread === 0
        ? ""
        : `${unread} ${unread === 1 ? "message states" : "messages state"} no number and ${unread === 1 ? "is" : "are"} left out of stated_number.`,
      missing(
        missingValues(rows),
        "there are no messages, or too few or too equal states for the measure, or an interval has fewer than two halves with it",
      ),
      referenceSenders(calibrated.map((row) => row.model)),
    ),
  };
}

function tableRow(cell: SampledCell<CalibratedRow>, states: number): CalibratedMetricsRow {
  const { row } = cell;
  const interval = (statistic: (estimates: Estimates) => number | null) =>
    sampledEstimate([cell], states, INTERVAL_LEVEL, ([estimates]) => statistic(estimates as Estimates));
  const published = interval((e) => e.I_norm);
  const adjusted = interval((e) => e.I_adjusted);
  const excess = interval((e) => difference(e.I_adjusted, e.I_adjusted_oracle));
  const knownInformation = interval((e) => e.I_norm_known);
  const knownLoss = interval((e) => e.L_R_known);
  const cells = equalCells(
    row,
    interval((e) => e.L_R_monotone),
  );
  return {
    model: row.model,
    bias: row.bias,
    frame: row.frame,
    decoder: row.decoder,
    n: row.n,
    missing: row.missing,
    partition: partitionText(row),
    N_count: row.N_count,
    N_count_lo: row.N_count_lo,
    N_count_hi: row.N_count_hi,
    N_at_ceiling: row.N_at_ceiling,
    N_states: row.N_states,
    I_norm: row.I_norm,
    I_norm_lo: published.low,
    I_norm_hi: published.high,
    I_adjusted: row.I_adjusted,
    I_adjusted_lo: adjusted.low,
    I_adjusted_hi: adjusted.high,
    I_adjusted_oracle: row.I_adjusted_oracle,
    I_excess: excess.value,
    I_excess_lo: excess.low,
    I_excess_hi: excess.high,
    over_reveal: row.over_reveal,
    cells: cells.text,
    equal_cells: row.equal_cells,
    equal_cells_lo: cells.low,
    equal_cells_hi: cells.high,
    equal_cells_over_50: row.equal_cells_over_50,
    equal_cells_oracle: row.bias === 0 ? null : cellsOfLoss(oracleLosses(row.bias).receiver),
    I_norm_known: row.I_norm_known,
    I_norm_known_lo: knownInformation.low,
    I_norm_known_hi: knownInformation.high,
    L_R_known: row.L_R_known,
    L_R_known_lo: knownLoss.low,
    L_R_known_hi: knownLoss.high,
    shape: row.shape,
    partition_ic: row.partition_ic,
    line_ic: row.line_ic,
    babbling_ic: row.babbling_ic,
  };
}

/** "7 [6, 7]", "≥ 20 [18, 20]"; null without a count. */
function partitionText(row: CalibratedRow): string | null {
  if (row.N_count === null) return null;
  return `${row.N_at_ceiling === true ? "≥ " : ""}${row.N_count} [${row.N_count_lo}, ${row.N_count_hi}]`;
}

function cellsOfLoss(loss: number): number {
  return 1 / Math.sqrt(12 * loss);
}

/**
 * The interval of the equivalent number of equal cells: that of the loss, which is a mean and so nearly normal,
 * carried over. A loss of 0 or less at its lower end leaves the number without an upper one.
 */
function equalCells(row: CalibratedRow, loss: SampledEstimate) {
  if (row.equal_cells_over_50 === null) return { text: null, low: null, high: null };
  if (row.equal_cells === null) return { text: "> 50", low: null, high: null };
  const value = row.equal_cells.toFixed(2);
  if (loss.low === null || loss.high === null) return { text: value, low: null, high: null };
  const low = cellsOfLoss(loss.high);
  const high = loss.low > 0 ? cellsOfLoss(loss.low) : Number.POSITIVE_INFINITY;
  const bounded = high <= 50 ? high : null;
  return { text: `${value} [${low.toFixed(2)}, ${bounded?.toFixed(2) ?? "> 50"}]`, low, high: bounded };
}

/** Values that are missing, as opposed to left empty on purpose. */
function missingValues(rows: readonly CalibratedMetricsRow[]): number {
  const ofAll = countMissing(rows, [
    "N_count",
    "N_count_lo",
    "N_count_hi",
    "I_norm",
    "I_norm_lo",
    "I_norm_hi",
    "I_adjusted",
    "I_adjusted_lo",
    "I_adjusted_hi",
    "I_adjusted_oracle",
    "I_excess",
    "I_excess_lo",
    "I_excess_hi",
    "cells",
  ]);
  const reports = rows.filter((row) => row.decoder === "stated_number");
  const ofReports = countMissing(reports, [
    "I_norm_known",
    "I_norm_known_lo",
    "I_norm_known_hi",
    "L_R_known",
    "L_R_known_lo",
    "L_R_known_hi",
    "shape",
  ]);
  return ofAll + ofReports;
}
