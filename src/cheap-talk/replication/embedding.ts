import { byCell, type CellKey } from "../cells.ts";
import { firstNumber } from "../numbers.ts";
import type { ActionsRead } from "./places.ts";

/** Whether an embedding is the one behind the published figures, whoever hosts it. */
export function isPublishedEmbedding(embedding: string): boolean {
  return /(?:^|\/)all-minilm-l6-v2$/i.test(embedding);
}

/** Messages of a cell that the hybrid decoder reads by their embedding, for want of a number. */
export interface WordedCell extends CellKey {
  readonly worded: number;
  /** Those of them that are valid: what hybrid_valid reads. */
  readonly wordedValid: number;
}

/** Counts the messages without a number, cell by cell. */
export function wordedCells(
  messages: readonly (CellKey & { readonly message: string; readonly parser_status: string })[],
): WordedCell[] {
  return byCell(messages).map((cell) => {
    const worded = cell.filter(({ message }) => firstNumber(message) === null);
    const { model, bias, frame } = cell[0] as CellKey;
    const wordedValid = worded.filter((row) => row.parser_status === "ok").length;
    return { model, bias, frame, worded: worded.length, wordedValid };
  });
}

/** With fewer messages without a number no fold trains on two of them, and the mean state stands in. */
const FEWEST_READ = 3;

/**
 * Whether actions depend on the embedding: always under the two decoders that read nothing else, under the hybrid
 * ones where some cell has three or more messages without a number.
 */
export function restOnEmbedding(
  { decoder, cells, together }: ActionsRead,
  counts: readonly WordedCell[],
): boolean {
  if (decoder === "embedding_ridge" || decoder === "embedding_knn") return true;
  if (decoder !== "hybrid" && decoder !== "hybrid_valid") return false;
  const worded = counts.filter(cells).map((cell) => (decoder === "hybrid" ? cell.worded : cell.wordedValid));
  const most = together ? worded.reduce((sum, count) => sum + count, 0) : Math.max(0, ...worded);
  return most >= FEWEST_READ;
}
