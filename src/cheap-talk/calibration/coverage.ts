import { normalInterval } from "../../statistics/equivalence.ts";
import { halfSampleError, halves } from "../../statistics/half-samples.ts";
import { equalBins, informationOf } from "../../statistics/information.ts";
import { fitLine } from "../../statistics/line.ts";
import { bootstrapRows, type Interval, percentileInterval } from "../../statistics/resampling.ts";
import { pick } from "../cell-estimates.ts";
import { adjustedInformationOf } from "../estimators/adjusted-information.ts";
import { equivalentCells } from "../estimators/equal-cells.ts";
import { interiorLine } from "../estimators/interior-line.ts";
import { crossFitFolds } from "../folds.ts";
import { hybridActions } from "./sample.ts";
import type { Replication } from "./senders.ts";
import type { Truths } from "./truths.ts";

/** How intervals are made. */
export interface CoverageSettings {
  readonly bins: number;
  readonly folds: number;
  readonly foldSeed: number;
  /** Number of half-samples, and seed. */
  readonly halves: number;
  readonly halfSeed: number;
  /** Number of bootstrap resamples, and seed. */
  readonly resamples: number;
  readonly resampleSeed: number;
  /** Coverage asked for. */
  readonly level: number;
}

/** A measure of one cell under one decoder, with its truth. */
interface CellMeasure {
  readonly estimator: "I_norm" | "I_adjusted" | "equal_cells" | "slope" | "offset";
  readonly decoder: "hybrid" | "stated_number";
  readonly truth: (truths: Truths) => number;
}

/** In the order in which `cellMeasures` returns them. equal_cells is measured by the loss behind it. */
const CELL_MEASURES: readonly CellMeasure[] = [
  { estimator: "I_norm", decoder: "hybrid", truth: (truths) => truths.information.hybrid },
  { estimator: "I_adjusted", decoder: "hybrid", truth: (truths) => truths.information.hybrid },
  { estimator: "I_norm", decoder: "stated_number", truth: (truths) => truths.information.stated_number },
  { estimator: "I_adjusted", decoder: "stated_number", truth: (truths) => truths.information.stated_number },
  { estimator: "equal_cells", decoder: "stated_number", truth: (truths) => truths.bestLoss },
  { estimator: "slope", decoder: "stated_number", truth: (truths) => truths.interiorLine.slope },
  { estimator: "offset", decoder: "stated_number", truth: (truths) => truths.interiorLine.offset },
];

/** Measures whose least-squares slope on b is H1. */
const H1_MEASURES = CELL_MEASURES.flatMap(({ estimator }, i) => (estimator.startsWith("I_") ? [i] : []));

/** An estimate on one replication with two intervals and the truth; NaN where undefined. */
export interface IntervalTrial {
  readonly estimator: CellMeasure["estimator"] | "H1_I_norm" | "H1_I_adjusted";
  readonly decoder: CellMeasure["decoder"];
  /** b of the cell; null for a slope over all biases. */
  readonly bias: number | null;
  readonly truth: number;
  readonly value: number;
  /** estimate ± z standard errors from half-samples; null where there is no standard error. */
  readonly halfSample: Interval | null;
  /** Percentiles of resamples with replacement, as published. */
  readonly bootstrap: Interval | null;
}

/** One cell of a design: reports on the common states, with the truths of their sender. */
export interface KnownCell extends Replication {
  readonly bias: number;
  readonly truths: Truths;
}

/**
 * A function that measures the cells of one replicated design, which share their states, and puts both kinds of
 * interval around each measure and around its slope on b (H1). A half or a resample takes the same states in
 * every cell. On a half the hybrid decoder is refitted, as in the stage half_samples; on a resample its actions
 * are kept, as published, while the monotone receiver behind equal_cells has nothing but a fit.
 *
 * @param states number of states of the design
 */
export function intervalTrials(
  states: number,
  settings: CoverageSettings,
): (cells: readonly KnownCell[]) => IntervalTrial[] {
  const drawnHalves = halves(states, settings.halves, settings.halfSeed);
  const resamples = bootstrapRows(states, settings.resamples, settings.resampleSeed);
  const folds = crossFitFolds(states, settings.folds, settings.foldSeed);
  const foldsOfHalf = crossFitFolds(Math.floor(states / 2), settings.folds, settings.foldSeed);
  const measureRows = cellMeasures(states, settings.bins);
  return (cells) => {
    const prepared = cells.map((cell) => prepare(cell, folds, settings.bins));
    const everyRow = Int32Array.from({ length: states }, (_, i) => i);
    const whole = prepared.map((cell) => measureRows(cell, everyRow, folds, false));
    const onHalves = drawnHalves.map((rows) =>
      prepared.map((cell) => measureRows(cell, rows, foldsOfHalf, true)),
    );
    const onResamples = resamples.map((rows) =>
      prepared.map((cell) => measureRows(cell, rows, folds, false)),
    );
    const trial = (statistic: (cells: readonly Float64Array[]) => number) => {
      const value = statistic(whole);
      const se = halfSampleError(Float64Array.from(onHalves, statistic), states);
      const drawn = Float64Array.from(onResamples, statistic).filter((draw) => !Number.isNaN(draw));
      return {
        value,
        halfSample: se === null || Number.isNaN(value) ? null : normalInterval({ value, se }, settings.level),
        bootstrap: drawn.length === 0 ? null : percentileInterval(drawn, settings.level),
      };
    };
    const biases = Float64Array.from(cells, (cell) => cell.bias);
    const slopeOf = (values: Float64Array) => fitLine(biases, values).slope;
    return [
      ...cells.flatMap(({ bias, truths }, c) =>
        CELL_MEASURES.map(({ estimator, decoder, truth }, m): IntervalTrial => {
          const found = trial((measured) => measured[c][m]);
          const trialOfCell = { estimator, decoder, bias, truth: truth(truths), ...found };
          return estimator === "equal_cells" ? asEqualCells(trialOfCell) : trialOfCell;
        }),
      ),
      ...(cells.length < 2 ? [] : H1_MEASURES).map((m): IntervalTrial => {
        const { estimator, decoder, truth } = CELL_MEASURES[m];
        return {
          estimator: estimator === "I_norm" ? "H1_I_norm" : "H1_I_adjusted",
          decoder,
          bias: null,
          truth: slopeOf(Float64Array.from(cells, (cell) => truth(cell.truths))),
          ...trial((measured) => slopeOf(Float64Array.from(measured, (values) => values[m]))),
        };
      }),
    ];
  };
}

/** A cell with what all halves and resamples share. */
interface PreparedCell extends KnownCell {
  readonly hybrid: Float64Array;
  readonly stateBins: Int32Array;
  readonly reportBins: Int32Array;
  readonly hybridBins: Int32Array;
}

function prepare(cell: KnownCell, folds: Int32Array, bins: number): PreparedCell {
  const { omega, reports } = cell;
  const hybrid = hybridActions(omega, reports, folds);
  return {
    ...cell,
    hybrid,
    stateBins: equalBins(omega, bins),
    // Binning counts what lies outside [0, 1] to the outer bins, so it clips.
    reportBins: equalBins(reports, bins),
    hybridBins: equalBins(hybrid, bins),
  };
}

/** The measures of a cell on some rows, in the order of CELL_MEASURES; NaN where undefined. */
function cellMeasures(
  states: number,
  bins: number,
): (cell: PreparedCell, rows: Int32Array, folds: Int32Array, isRefitted: boolean) => Float64Array {
  const information = informationOf(states, bins);
  const adjusted = adjustedInformationOf(states, bins);
  return (cell, rows, folds, isRefitted) => {
    const omega = pick(cell.omega, rows);
    const reports = pick(cell.reports, rows);
    let stateBins = cell.stateBins;
    let hybridBins = cell.hybridBins;
    let hybridRows: Int32Array | undefined = rows;
    if (isRefitted) {
      stateBins = equalBins(omega, bins);
      hybridBins = equalBins(hybridActions(omega, reports, folds), bins);
      hybridRows = undefined;
    }
    const cells = equivalentCells(omega, reports, folds);
    const line = interiorLine(omega, reports, cell.bias);
    return Float64Array.of(
      information(stateBins, hybridBins, hybridRows).normalised,
      adjusted(stateBins, hybridBins, hybridRows),
      information(cell.stateBins, cell.reportBins, rows).normalised,
      adjusted(cell.stateBins, cell.reportBins, rows),
      1 / (12 * cells * cells),
      line?.slope ?? Number.NaN,
      line?.offset ?? Number.NaN,
    );
  };
}

/**
 * The trial of a loss in equivalent numbers of equal cells: the loss is a mean and so nearly normal, and the ends of
 * its interval are carried over. No upper end where the loss may be 0.
 */
function asEqualCells(loss: IntervalTrial): IntervalTrial {
  const cellsOf = (value: number) => (value > 0 ? 1 / Math.sqrt(12 * value) : Number.POSITIVE_INFINITY);
  const carried = (interval: Interval | null) =>
    interval === null ? null : { low: cellsOf(interval.high), high: cellsOf(interval.low) };
  return {
    ...loss,
    truth: cellsOf(loss.truth),
    value: cellsOf(loss.value),
    halfSample: carried(loss.halfSample),
    bootstrap: carried(loss.bootstrap),
  };
}
