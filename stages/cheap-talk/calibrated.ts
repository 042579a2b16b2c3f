import type { CalibratedRow } from "../../schemas/cheap-talk/calibrated.ts";
import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import { calibratedDecoders, readActions } from "../../src/cheap-talk/calibrated-decoders.ts";
import { cellEstimator, NO_REPORT } from "../../src/cheap-talk/cell-estimates.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { oracleActions } from "../../src/cheap-talk/equilibrium.ts";
import { interiorLine } from "../../src/cheap-talk/estimators/interior-line.ts";
import { countPartition, partitionCountInterval } from "../../src/cheap-talk/estimators/partition-count.ts";
import { compareShapes } from "../../src/cheap-talk/estimators/shapes.ts";
import { crossFitFolds } from "../../src/cheap-talk/folds.ts";

interface Inputs {
  readonly decoded: readonly DecodedRow[];
}

interface Params {
  readonly bins: number;
  readonly folds: number;
  readonly fold_seed: number;
  /** How far the adjusted index must exceed the oracle's to count as over-revealing. */
  readonly over_reveal_margin: number;
  /** Most steps tried by the partition count. */
  readonly partition_max_steps: number;
  /** Standard deviation below which noise of an action is not told from none. */
  readonly noise_floor: number;
  /** Resamples of the partition count's interval. */
  readonly partition_resamples: number;
  readonly partition_seed: number;
}

/** An equivalent number of equal cells above this is said as such: the loss behind it is noise. */
const MOST_EQUAL_CELLS = 50;

const INTERVAL_LEVEL = 0.95;

/** The calibrated estimates of each cell on all its states, for the hybrid decoder and for the stated number. */
export default function calibrated({ decoded }: Inputs, params: Params): CalibratedRow[] {
  return byCell(decoded).flatMap((cell) =>
    calibratedDecoders.map(({ name, column, isReport }): CalibratedRow => {
      const { model, bias, frame } = cell[0];
      const { omega, actions } = readActions(cell, column);
      const n = omega.length;
      const folds = crossFitFolds(n, params.folds, params.fold_seed);
      const read = { omega, actions, bias };
      const estimator = cellEstimator(n, params.bins);
      const estimates = estimator.ofActions(read, folds);
      const { I_adjusted, I_adjusted_oracle } = estimates;
      return {
        model,
        bias,
        frame,
        decoder: name,
        n,
        missing: cell.length - n,
        ...partitionCount(omega, actions, params),
        N_states: heldCells(n > 0 ? omega : Float64Array.from(cell, (row) => row.omega), bias),
        ...estimates,
        ...(isReport ? estimator.ofReports(read)() : NO_REPORT),
        over_reveal:
          I_adjusted === null || I_adjusted_oracle === null
            ? null
            : bias > 0 && I_adjusted > I_adjusted_oracle + params.over_reveal_margin,
        ...equalCells(estimates.L_R_monotone),
        line_n: isReport ? (interiorLine(omega, actions, bias)?.n ?? 0) : null,
        ...(isReport ? shapes(omega, actions, bias, params) : NO_SHAPES),
      };
    }),
  );
}

/** Cells of the most informative equilibrium that hold a state; null at b = 0. */
function heldCells(omega: Float64Array, bias: number): number | null {
  return bias === 0 ? null : new Set(oracleActions(omega, bias)).size;
}

function partitionCount(omega: Float64Array, actions: Float64Array, params: Params) {
  const settings = { maxSteps: params.partition_max_steps, noiseFloor: params.noise_floor };
  if (omega.length === 0) {
    return { N_count: null, N_count_lo: null, N_count_hi: null, N_at_ceiling: null };
  }
  const { count, atCeiling } = countPartition(omega, actions, settings);
  const { low, high } = partitionCountInterval(omega, actions, {
    ...settings,
    resamples: params.partition_resamples,
    seed: params.partition_seed,
    level: INTERVAL_LEVEL,
  });
  return {
    N_count: count,
    N_count_lo: low,
    N_count_hi: high,
    N_at_ceiling: atCeiling,
  };
}

function equalCells(loss: number | null) {
  if (loss === null) return { equal_cells: null, equal_cells_over_50: null };
  const cells = 1 / Math.sqrt(12 * loss);
  const isAbove = cells > MOST_EQUAL_CELLS;
  return { equal_cells: isAbove ? null : cells, equal_cells_over_50: isAbove };
}

const NO_SHAPES = { partition_ic: null, line_ic: null, babbling_ic: null, shape: null };

function shapes(omega: Float64Array, reports: Float64Array, bias: number, params: Params) {
  const compared = compareShapes(omega, reports, {
    maxSteps: params.partition_max_steps,
    noiseFloor: params.noise_floor,
    bias,
  });
  if (compared === null) return NO_SHAPES;
  const { partition, line, babbling, best } = compared;
  return {
    partition_ic: partition?.criterion ?? null,
    line_ic: line?.criterion ?? null,
    babbling_ic: babbling.criterion,
    shape: best,
  };
}
