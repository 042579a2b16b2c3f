import { equalBins, informationOf } from "../statistics/information.ts";
import { type Interval, percentileInterval } from "../statistics/resampling.ts";
import { oracleActions, oracleInformation, partitionSize } from "./equilibrium.ts";
import { clip, meanOf, rSquared, squaredErrors } from "./losses.ts";

/** The published estimands of one cell under one receiver. */
export interface Estimands {
  /** Number of messages. */
  readonly n: number;
  /** Plug-in I(state bin; action bin) / H(state bin), actions clipped first. 0 … 1; biased upwards. */
  readonly information: number;
  /** Mean squared distance of the clipped action from the state. */
  readonly receiverLoss: number;
  /** Mean squared distance of the clipped action from the state plus the bias. */
  readonly senderLoss: number;
  /** The same two under the finest equilibrium, on the same states. */
  readonly oracleReceiverLoss: number;
  readonly oracleSenderLoss: number;
  /** Whether information exceeds the oracle's by more than the margin; never at b = 0. */
  readonly overRevealing: boolean;
  /** 1 − SSE/SST of the action, not clipped, about the state; null where the state does not vary. */
  readonly rSquared: number | null;
}

/** One cell: states and the receiver's actions on them, not clipped, with the bias of the cell. */
export interface CellActions {
  readonly omega: Float64Array;
  readonly actions: Float64Array;
  readonly bias: number;
}

/**
 * The published estimands of a cell (information, losses, over-revelation).
 *
 * @param bins number of equal bins of state and action; published: 20
 * @param margin how far information must exceed the oracle's to count as over-revealing; published: 0.05
 * @returns null where information is undefined: no rows, or all states in one bin
 */
export function estimands(
  { omega, actions, bias }: CellActions,
  bins: number,
  margin: number,
): Estimands | null {
  const n = omega.length;
  const clipped = clip(actions);
  const information = informationOf(n, bins)(equalBins(omega, bins), equalBins(clipped, bins)).normalised;
  if (Number.isNaN(information)) return null;
  const oracle = oracleActions(omega, bias);
  return {
    n,
    information,
    receiverLoss: meanOf(squaredErrors(clipped, omega, 0)),
    senderLoss: meanOf(squaredErrors(clipped, omega, bias)),
    oracleReceiverLoss: meanOf(squaredErrors(oracle, omega, 0)),
    oracleSenderLoss: meanOf(squaredErrors(oracle, omega, bias)),
    overRevealing: information > oracleInformation(bias, bins) + margin,
    rSquared: rSquared(actions, omega),
  };
}

/** Percentile intervals of the three estimands. */
export interface EstimandIntervals {
  readonly information: Interval;
  readonly receiverLoss: Interval;
  readonly senderLoss: Interval;
}

/**
 * The published 95 % percentile intervals: state–message pairs of the cell resampled with replacement, the
 * receivers' actions kept. The same draws serve the three estimands. Duplicated pairs create information, so
 * the interval of `information` lies too high (it may exclude the estimate). O(resamples · (n + bins²)).
 *
 * @param draws row numbers of each resample, from `bootstrapRows`
 * @returns null where there are no draws
 */
export function bootstrapIntervals(
  { omega, actions, bias }: CellActions,
  bins: number,
  draws: readonly Int32Array[],
): EstimandIntervals | null {
  if (draws.length === 0) return null;
  const clipped = clip(actions);
  const stateBins = equalBins(omega, bins);
  const actionBins = equalBins(clipped, bins);
  const receiverErrors = squaredErrors(clipped, omega, 0);
  const senderErrors = squaredErrors(clipped, omega, bias);
  const measure = informationOf(omega.length, bins);
  const information = new Float64Array(draws.length);
  const receiverLoss = new Float64Array(draws.length);
  const senderLoss = new Float64Array(draws.length);
  let kept = 0;
  for (let r = 0; r < draws.length; r++) {
    receiverLoss[r] = meanOf(receiverErrors, draws[r]);
    senderLoss[r] = meanOf(senderErrors, draws[r]);
    const value = measure(stateBins, actionBins, draws[r]).normalised;
    // A resample of a tiny cell may hold one state bin alone; its information is undefined and left out.
    if (!Number.isNaN(value)) information[kept++] = value;
  }
  if (kept === 0) return null;
  return {
    information: percentileInterval(information.subarray(0, kept), 0.95),
    receiverLoss: percentileInterval(receiverLoss, 0.95),
    senderLoss: percentileInterval(senderLoss, 0.95),
  };
}

/**
 * Number of cells of the equilibrium for use beside N̂: 0 at b = 0, where the partition is not finite.
 */
export function tabledPartitionSize(bias: number): number {
  return partitionSize(bias) ?? 0;
}
