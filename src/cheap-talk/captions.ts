/** Sentences that several captions share. */

import { HASHED_TRIGRAMS } from "./recorded-embedding.ts";

/** Names of reference senders begin so in every basket. */
const EMBEDDED = "embedded/";

/** Says which models are reference senders and not language models; "" where none is. */
export function referenceSenders(models: Iterable<string>): string {
  const all = [...new Set(models)];
  const embedded = all.filter((model) => model.startsWith(EMBEDDED)).length;
  if (embedded === 0) return "";
  return embedded === all.length
    ? "All senders here are reference senders of known behaviour, not language models."
    : "Senders named embedded/… are reference senders of known behaviour, not language models.";
}

/** Says that a table holds the published estimators, flaws included, and where the calibrated ones stand. */
export const PUBLISHED =
  "Published estimators; the calibrated ones stand in calibrated_metrics, calibrated_lines and calibrated_hypotheses.";

/** Names the embedding that decoders read. */
export function embeddingName(embedding: string): string {
  return embedding === HASHED_TRIGRAMS ? "hashed character trigrams" : `recorded vectors of ${embedding}`;
}

/** Says that a table comes from the primary decoder, and which embedding it reads where a message has no number. */
export function hybridDecoder(embedding: string): string {
  return `Decoder: hybrid, cross-fitted within the cell; embedding of messages without a number: ${embeddingName(embedding)}.`;
}

/** Says what the two decoders of the calibrated estimates are. */
export function calibratedDecodersAre(embedding: string): string {
  return `Decoders: hybrid, cross-fitted within the cell (embedding of messages without a number: ${embeddingName(embedding)}); stated_number, the number as stated, which fits nothing and reads no message without one.`;
}

/**
 * Says how half-sample intervals are made.
 *
 * @param halves number of halves
 * @param states number of states that they are drawn from
 */
export function halfSampleIntervals(halves: number, states: number): string {
  return `Intervals: 95 %, estimate ± 1.96 standard errors from ${halves} half-samples of the ${states} states without replacement, the same halves in every cell, decoders refitted; not cut to the range of the measure.`;
}

/** Says how the k-nearest-neighbour decoder treats ties. */
export const NEAREST_NEIGHBOUR_TIES =
  "Equal messages tie in the k-nearest-neighbour decoder; ties are broken by row order, and another rule moves " +
  "mean I_norm by up to about 0.01 (0.05 in a single cell).";
