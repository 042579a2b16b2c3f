import { hybridBy } from "../receivers/hybrid.ts";
import type { Replication } from "./senders.ts";

/** States and reports with what a receiver makes of them: what every instrument measures. */
export interface Sample extends Replication {
  /** b that the receiver supposes, which is the sender's. */
  readonly bias: number;
  /** Actions of the hybrid decoder on the reports, cross-fitted, not clipped. */
  readonly hybrid: Float64Array;
  /** Fold of each observation. */
  readonly folds: Int32Array;
}

/** A sample from states and reports. */
export function sampleOf({ omega, reports }: Replication, bias: number, folds: Int32Array): Sample {
  return { omega, reports, bias, folds, hybrid: hybridActions(omega, reports, folds) };
}

/** Actions of the hybrid decoder where every report is a number: a cross-fitted line of the state on it. */
export function hybridActions(omega: Float64Array, reports: Float64Array, folds: Int32Array): Float64Array {
  return hybridBy({ omega, numbers: reports, folds }, () => {
    throw new Error("hybridActions requires reports that are numbers, got NaN");
  });
}
