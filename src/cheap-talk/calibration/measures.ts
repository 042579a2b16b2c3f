import { equalBins, informationOf } from "../../statistics/information.ts";
import { fitLine, type Line } from "../../statistics/line.ts";
import { oracleActions } from "../equilibrium.ts";
import { adjustedInformationOf } from "../estimators/adjusted-information.ts";
import { equivalentCells } from "../estimators/equal-cells.ts";
import { type InteriorLine, interiorLine } from "../estimators/interior-line.ts";
import { knownBiasActions } from "../estimators/known-bias.ts";
import { calibratedCount } from "../estimators/partition-count.ts";
import { compareShapes, type Shape } from "../estimators/shapes.ts";
import { clip, meanOf, squaredErrors } from "../losses.ts";
import { publishedCount, type StepFits, stepFits } from "../segmentation.ts";
import type { Sample } from "./sample.ts";

/** Limits of the estimators. */
export interface MeasureSettings {
  /** Equal bins of state and action, 2 or more. */
  readonly bins: number;
  /** Most steps of the published segmentation, and the factor of its penalty. */
  readonly publishedSteps: number;
  readonly stepPenalty: number;
  /** Most steps of the calibrated partition count, and its noise floor. */
  readonly mostSteps: number;
  readonly noiseFloor: number;
}

/** What is measured on the actions of one receiver; NaN where undefined. */
export interface ActionMeasures {
  /** Published number of steps. */
  readonly publishedCount: number;
  /** Published plug-in I_norm and L_R. */
  readonly information: number;
  readonly loss: number;
  readonly adjustedInformation: number;
  /** May be Infinity. */
  readonly equalCells: number;
}

/** All that the instruments read off one sample. */
export interface Measures {
  /** The report as the action. */
  readonly reports: ActionMeasures;
  readonly hybrid: ActionMeasures;
  /** Calibrated number of steps of the reports, and whether it is the most that is tried. */
  readonly count: number;
  readonly atCeiling: boolean;
  /** The receiver who takes b off the report. */
  readonly knownBias: { readonly information: number; readonly loss: number };
  /** Adjusted index of the most informative equilibrium on the same states. */
  readonly adjustedOracle: number;
  /** Line of report on state over all states, and over those up to 1 − b. */
  readonly line: Line;
  readonly interiorLine: InteriorLine | null;
  readonly shape: Shape | null;
}

/**
 * A function that takes every measure of a sample; it keeps the tables that samples of equal size share. One
 * dynamic programme of the reports serves the published and the calibrated count and the shapes; that of the
 * hybrid's actions ends where the published criterion does. O(mostSteps · n²) per sample.
 *
 * @param states most states that a sample has
 */
export function measuresOf(states: number, settings: MeasureSettings): (sample: Sample) => Measures {
  const { bins, mostSteps, noiseFloor } = settings;
  const informationBetween = informationOf(states, bins);
  const adjustedBetween = adjustedInformationOf(states, bins);
  const published = { maxSteps: settings.publishedSteps, penalty: settings.stepPenalty };
  const measureActions = (
    { omega, folds }: Sample,
    stateBins: Int32Array,
    actions: Float64Array,
    fits: StepFits,
  ): ActionMeasures => {
    const clipped = clip(actions);
    const actionBins = equalBins(clipped, bins);
    return {
      publishedCount: publishedCount(fits, published),
      information: informationBetween(stateBins, actionBins).normalised,
      loss: loss(omega, clipped),
      adjustedInformation: adjustedBetween(stateBins, actionBins),
      equalCells: equivalentCells(omega, actions, folds),
    };
  };
  return (sample) => {
    const { omega, reports, hybrid, bias } = sample;
    const stateBins = equalBins(omega, bins);
    const known = knownBiasActions(reports, bias);
    const fits = stepFits(omega, reports, mostSteps);
    const count = calibratedCount(fits, noiseFloor);
    return {
      reports: measureActions(sample, stateBins, reports, fits),
      hybrid: measureActions(sample, stateBins, hybrid, stepFits(omega, hybrid, published.maxSteps)),
      count,
      atCeiling: count === fits.maxSteps,
      knownBias: {
        information: informationBetween(stateBins, equalBins(known, bins)).normalised,
        loss: loss(omega, known),
      },
      adjustedOracle: adjustedBetween(stateBins, equalBins(oracleActions(omega, bias), bins)),
      line: fitLine(omega, reports),
      interiorLine: interiorLine(omega, reports, bias),
      shape: compareShapes(omega, reports, { maxSteps: mostSteps, noiseFloor, bias }, fits)?.best ?? null,
    };
  };
}

function loss(omega: Float64Array, actions: Float64Array): number {
  return meanOf(squaredErrors(actions, omega, 0));
}
