import { PRIOR_MEAN, type ReceiverInput } from "./receiver.ts";

/**
 * The receiver who takes the message at its word: the first number is the action, 1/2 where there is none.
 * Learns nothing, so it uses no folds. A sender's offset stays in its actions. O(n).
 */
export function parsedReport({ numbers }: ReceiverInput): Float64Array {
  return numbers.map((value) => (Number.isNaN(value) ? PRIOR_MEAN : value));
}
