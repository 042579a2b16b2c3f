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
  const { omega, numbers, folds } = input;
  const actions = new Float64Array(omega.length);
  for (let fold = 0; fold < foldCount(folds); fold++) {
    const numeric: number[] = [];
    const worded: number[] = [];
    for (let i = 0; i < omega.length; i++) {
      if (folds[i] !== fold) (Number.isNaN(numbers[i]) ? worded : numeric).push(i);
    }
    const mean = trainingMean(omega, folds, fold);
    const line =
      numeric.length < 2
        ? { intercept: mean, slope: 0 }
        : fitLine(
            Float64Array.from(numeric, (i) => numbers[i]),
            Float64Array.from(numeric, (i) => omega[i]),
          );
    const onWords = worded.length < 2 ? () => mean : ridgeOn(input, worded);
    for (let i = 0; i < omega.length; i++) {
      if (folds[i] !== fold) continue;
      actions[i] = Number.isNaN(numbers[i]) ? onWords(i) : line.intercept + line.slope * numbers[i];
    }
  }
  return actions;
}
