import type { Embeddings } from "../embedding.ts";
import { embedTrigrams } from "../embedding.ts";
import { crossFitFolds } from "../folds.ts";
import { firstNumber } from "../numbers.ts";

/** What a receiver sees of one cell: n messages with the states behind them. */
export interface ReceiverInput {
  /** States in [0, 1]; a receiver learns from those of the other folds alone. */
  readonly omega: Float64Array;
  readonly messages: readonly string[];
  /** First number of each message, NaN where there is none. */
  readonly numbers: Float64Array;
  readonly embeddings: Embeddings;
  /** Fold of each observation. */
  readonly folds: Int32Array;
  /** Penalty of the ridge regressions, above 0. */
  readonly ridgeAlpha: number;
  /** Number of nearest neighbours, 1 or more. */
  readonly neighbours: number;
}

/**
 * A receiver: the action it takes on each message, not clipped to [0, 1]. One that learns predicts each
 * observation from the other folds (cross-fitting), so that no state is used to predict itself.
 */
export type Receiver = (input: ReceiverInput) => Float64Array;

/** Settings of the published receivers. */
export interface ReceiverSettings {
  /** Number of cross-fitting folds, 2 or more; published: 5. */
  readonly folds: number;
  /** Seed of the fold permutation; published: 0. */
  readonly foldSeed: number;
  /** Penalty of the ridge regressions; published: 1. */
  readonly ridgeAlpha: number;
  /** Nearest neighbours averaged; published: 25. */
  readonly neighbours: number;
  /** Length of the hashed-trigram vectors; published: 256. */
  readonly dimensions: number;
}

/** The action of a receiver who has learnt nothing: the mean of the uniform prior. */
export const PRIOR_MEAN = 0.5;

/**
 * Numbers, embeddings and folds of a set of messages: one cell, or several pooled.
 *
 * @param omega states in [0, 1]
 * @param messages as many messages
 * @param embeddings of these messages; hashed trigrams where none are given
 */
export function receiverInput(
  omega: Float64Array,
  messages: readonly string[],
  settings: ReceiverSettings,
  embeddings: Embeddings = embedTrigrams(messages, settings.dimensions),
): ReceiverInput {
  return {
    omega,
    messages,
    numbers: Float64Array.from(messages, (message) => firstNumber(message) ?? Number.NaN),
    embeddings,
    folds: crossFitFolds(omega.length, settings.folds, settings.foldSeed),
    ridgeAlpha: settings.ridgeAlpha,
    neighbours: settings.neighbours,
  };
}

/** Number of folds that occur, counted from 0 to the largest. */
export function foldCount(folds: Int32Array): number {
  let largest = -1;
  for (const fold of folds) largest = Math.max(largest, fold);
  return largest + 1;
}

/** Mean of ω over the rows outside a fold; the prior mean where there are none. */
export function trainingMean(omega: Float64Array, folds: Int32Array, fold: number): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < omega.length; i++) {
    if (folds[i] === fold) continue;
    sum += omega[i];
    count++;
  }
  return count === 0 ? PRIOR_MEAN : sum / count;
}
