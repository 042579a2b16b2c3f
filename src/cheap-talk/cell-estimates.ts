import { equalBins, informationOf } from "../statistics/information.ts";
import { oracleActions } from "./equilibrium.ts";
import { adjustedInformationOf } from "./estimators/adjusted-information.ts";
import { equivalentCells } from "./estimators/equal-cells.ts";
import { interiorLine } from "./estimators/interior-line.ts";
import { knownBiasActions } from "./estimators/known-bias.ts";
import { meanOf, squaredErrors } from "./losses.ts";

/** What is estimated from the actions of a receiver, on all states of a cell or on a half; null where undefined. */
export interface ActionEstimates {
  /** Plug-in information over the entropy of the state bin, as published. */
  readonly I_norm: number | null;
  /** Chance-adjusted index. */
  readonly I_adjusted: number | null;
  /** The same index of the most informative equilibrium on the same states. */
  readonly I_adjusted_oracle: number | null;
  /** Loss of a cross-fitted monotone receiver. */
  readonly L_R_monotone: number | null;
}

/** What is estimated where the actions are the sender's own reports. */
export interface ReportEstimates {
  /** Information and loss of the receiver who knows b. */
  readonly I_norm_known: number | null;
  readonly L_R_known: number | null;
  /** Line of report on state over the states up to 1 − b. */
  readonly slope: number | null;
  readonly offset: number | null;
}

/** Every measure that has a half-sample interval. */
export type Estimates = ActionEstimates & ReportEstimates;

/** The estimates of a report where a decoder gives none. */
export const NO_REPORT: ReportEstimates = { I_norm_known: null, L_R_known: null, slope: null, offset: null };

/** A cell under one receiver. */
export interface ReadCell {
  /** States in [0, 1]. */
  readonly omega: Float64Array;
  /** As many actions, not clipped. */
  readonly actions: Float64Array;
  /** b of the cell. */
  readonly bias: number;
}

/** The estimates of cells, with the work space for repeated use. */
export interface CellEstimator {
  /**
   * @param folds fold of each observation, for the monotone receiver
   * @param oracle the adjusted oracle on these states, where it is known already
   */
  ofActions(cell: ReadCell, folds: Int32Array, oracle?: number | null): ActionEstimates;
  /** A function that gives the estimates on some rows, all rows where none are named. */
  ofReports(cell: ReadCell): (rows?: Int32Array) => ReportEstimates;
  /** The adjusted index of the most informative equilibrium; null where undefined. */
  ofOracle(omega: Float64Array, bias: number): number | null;
}

/**
 * A cell estimator.
 *
 * @param most rows of the largest cell
 * @param bins equal bins of state and action
 */
export function cellEstimator(most: number, bins: number): CellEstimator {
  const information = informationOf(most, bins);
  const adjusted = adjustedInformationOf(most, bins);
  // Binning counts what lies outside [0, 1] to the outer bins, so it clips.
  const binned = (values: Float64Array) => equalBins(values, bins);
  const ofOracle = (omega: Float64Array, bias: number) =>
    orNull(adjusted(binned(omega), binned(oracleActions(omega, bias))));
  return {
    ofOracle,
    ofActions: ({ omega, actions, bias }, folds, oracle = ofOracle(omega, bias)) => {
      const stateBins = binned(omega);
      const actionBins = binned(actions);
      return {
        I_norm: orNull(information(stateBins, actionBins).normalised),
        I_adjusted: orNull(adjusted(stateBins, actionBins)),
        I_adjusted_oracle: oracle,
        L_R_monotone: monotoneLoss(omega, actions, folds),
      };
    },
    ofReports: ({ omega, actions, bias }) => {
      const corrected = knownBiasActions(actions, bias);
      const stateBins = binned(omega);
      const actionBins = binned(corrected);
      const errors = squaredErrors(corrected, omega, 0);
      return (rows) => {
        const line =
          rows === undefined
            ? interiorLine(omega, actions, bias)
            : interiorLine(pick(omega, rows), pick(actions, rows), bias);
        return {
          I_norm_known: orNull(information(stateBins, actionBins, rows).normalised),
          L_R_known: orNull(meanOf(errors, rows)),
          slope: line?.slope ?? null,
          offset: line?.offset ?? null,
        };
      };
    },
  };
}

/** The values of some rows. */
export function pick(values: Float64Array, rows: Int32Array): Float64Array {
  const out = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) out[k] = values[rows[k]];
  return out;
}

/** Loss L_R behind the equivalent number of equal cells 1/√(12·L_R); null with fewer than two rows. */
function monotoneLoss(omega: Float64Array, actions: Float64Array, folds: Int32Array): number | null {
  if (omega.length < 2) return null;
  const cells = equivalentCells(omega, actions, folds);
  return cells === Number.POSITIVE_INFINITY ? 0 : orNull(1 / (12 * cells * cells));
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
