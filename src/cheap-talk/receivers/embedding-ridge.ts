import { foldCount, type ReceiverInput, trainingMean } from "./receiver.ts";
import { ridgeOn } from "./ridge-fold.ts";

/**
 * The receiver who reads the embedding alone: ridge regression of ω on it, fitted on all messages of the
 * other folds (ablation of the hybrid). Fewer than two of them: their mean ω.
 */
export function embeddingRidge(input: ReceiverInput): Float64Array {
  const { omega, folds } = input;
  const actions = new Float64Array(omega.length);
  for (let fold = 0; fold < foldCount(folds); fold++) {
    const training: number[] = [];
    for (let i = 0; i < omega.length; i++) if (folds[i] !== fold) training.push(i);
    const mean = trainingMean(omega, folds, fold);
    const predict = training.length < 2 ? () => mean : ridgeOn(input, training);
    for (let i = 0; i < omega.length; i++) if (folds[i] === fold) actions[i] = predict(i);
  }
  return actions;
}
