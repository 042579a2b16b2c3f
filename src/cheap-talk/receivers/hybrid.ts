import { fitLine } from "../../statistics/line.ts";
import { foldCount, type ReceiverInput, trainingMean } from "./receiver.ts";
import { ridgeOn } from "./ridge-fold.ts";

/**
 * The published primary receiver. Where the message has a number: a least-squares line of ω on the number,
 * fitted on the numeric messages of the other folds (fewer than two: the mean ω of the other folds).
 * Elsewhere: ridge regression of ω on the embedding, fitted on the other folds' messages without a number
 * (fewer than two: again that mean). Works on any set of messages, one cell or several pooled.
 *
 * Where all numbers of the other folds are equal, the line is their mean ω.
 */
export function hybrid(input: ReceiverInput): Float64Array {
  return hybridBy(input, (training) => ridgeOn(input, training));
}

/** What the hybrid receiver reads and learns from. */
export type HybridInput = Pick<ReceiverInput, "omega" | "numbers" | "folds">;

/**
 * The hybrid receiver with a ridge regression of one's own on the messages without a number.
 *
 * @param ridge a fit on some rows, two or more, as a function from a row number to its prediction
 */
export function hybridBy(
  { omega, numbers, folds }: HybridInput,
  ridge: (training: number[]) => (i: number) => number,
): Float64Array {
  const n = omega.length;
  const actions = new Float64Array(n);
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const count = foldCount(folds);
  for (let fold = 0; fold < count; fold++) {
    let numeric = 0;
    const worded: number[] = [];
    for (let i = 0; i < n; i++) {
      if (folds[i] === fold) continue;
      if (Number.isNaN(numbers[i])) worded.push(i);
      else {
        x[numeric] = numbers[i];
        y[numeric] = omega[i];
        numeric++;
      }
    }
    const mean = () => trainingMean(omega, folds, fold);
    const line =
      numeric < 2 ? { intercept: mean(), slope: 0 } : fitLine(x.subarray(0, numeric), y.subarray(0, numeric));
    const onWords = worded.length < 2 ? mean : ridge(worded);
    for (let i = 0; i < n; i++) {
      if (folds[i] !== fold) continue;
      actions[i] = Number.isNaN(numbers[i]) ? onWords(i) : line.intercept + line.slope * numbers[i];
    }
  }
  return actions;
}
