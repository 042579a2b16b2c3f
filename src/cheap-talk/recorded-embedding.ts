import { sparseRows } from "../statistics/sparse.ts";
import { type Embeddings, embedTrigrams } from "./embedding.ts";

/** Value of the param `embedding` that stands for hashed trigrams; any other is the id of a model. */
export const HASHED_TRIGRAMS = "hashed-trigrams";

/** Params that say which embedding the receivers use. */
export interface EmbeddingParams {
  readonly embedding: string;
  /** Length of the hashed-trigram vectors. */
  readonly embedding_dimensions: number;
}

/** Looks up the recorded embedding of a text: little-endian 32-bit floats in base64; null where there is none. */
export type RecordedEmbedding = (text: string) => string | null;

/**
 * Embeddings of messages, by the embedding of the basket: hashed trigrams, or recorded vectors of a sentence model,
 * scaled to length 1 as the paper does. A vector that was not recorded counts as 0; whoever looks it up learns
 * that it is missing, and keeps nothing of what comes of it.
 *
 * @throws RangeError where a recorded vector is no vector, or not as long as the others
 */
export function embedMessages(
  messages: readonly string[],
  { embedding, embedding_dimensions }: EmbeddingParams,
  recorded: RecordedEmbedding,
): Embeddings {
  if (embedding === HASHED_TRIGRAMS) return embedTrigrams(messages, embedding_dimensions);
  const rowOfMessage = new Map<string, number>();
  const vectors: Float32Array[] = [];
  const rowOf = new Int32Array(messages.length);
  for (let i = 0; i < messages.length; i++) {
    let row = rowOfMessage.get(messages[i]);
    if (row === undefined) {
      row = vectors.length;
      rowOfMessage.set(messages[i], row);
      vectors.push(readVector(recorded(messages[i]) ?? "", messages[i]));
    }
    rowOf[i] = row;
  }
  const dimensions = vectors.reduce((most, vector) => Math.max(most, vector.length), 1);
  const lists = vectors.map((vector, row) => {
    if (vector.length !== 0 && vector.length !== dimensions) {
      const message = messages[rowOf.indexOf(row)];
      throw new RangeError(
        `embedMessages requires vectors of one length, got ${vector.length} for ${JSON.stringify(message)} and ${dimensions} elsewhere`,
      );
    }
    return unit(vector);
  });
  return { vectors: sparseRows(lists, dimensions), rowOf };
}

/** Entries of a vector scaled to length 1, by column; none for a vector of zeros. */
function unit(vector: Float32Array): [number, number][] {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares);
  const entries: [number, number][] = [];
  if (norm === 0) return entries;
  for (let k = 0; k < vector.length; k++) if (vector[k] !== 0) entries.push([k, vector[k] / norm]);
  return entries;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The floats behind base64 text (RFC 4648). */
function readVector(text: string, message: string): Float32Array {
  const digits = text.replace(/=+$/, "");
  if (digits.length % 4 === 1) throw notAVector(message);
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const digit of digits) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) throw notAVector(message);
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  if (bytes.length % 4 !== 0) throw notAVector(message);
  const view = new DataView(bytes.buffer);
  const vector = Float32Array.from({ length: bytes.length / 4 }, (_, k) => view.getFloat32(4 * k, true));
  if (!vector.every(Number.isFinite)) throw notAVector(message);
  return vector;
}

function notAVector(message: string): RangeError {
  return new RangeError(
    `embedMessages requires finite 32-bit floats in base64, and the recorded embedding of ${JSON.stringify(message)} is something else`,
  );
}
