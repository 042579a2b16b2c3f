import { type SparseRows, sparseRows } from "../statistics/sparse.ts";
import { md5 } from "../tables/md5.ts";

/** Embeddings of messages. Equal messages share a row, so that distances and fits run over distinct ones. */
export interface Embeddings {
  /** One row per distinct embedding, of length 1 or, for a message without any trigram, 0. */
  readonly vectors: SparseRows;
  /** For each message the number of its row in `vectors`. */
  readonly rowOf: Int32Array;
}

/** A hash read as one big-endian number, mod `modulus`. */
function remainder(digest: Uint8Array, modulus: number): number {
  let value = 0;
  for (const byte of digest) value = (value * 256 + byte) % modulus;
  return value;
}

/**
 * Hashed character trigrams, the offline embedding of the reference: the message in lower case with a space
 * at both ends; each run of three code points is hashed (MD5 of its UTF-8 as a number, mod `dimensions`) and
 * counted; the counts are scaled to length 1. An empty message has no trigram and is the zero vector.
 *
 * Lower case is JavaScript's; it agrees with Python's but for letters that the two editions of Unicode do
 * not share.
 *
 * @param messages one per observation
 * @param dimensions length of the vectors, 1 or more; the paper's fallback has 256
 */
export function embedTrigrams(messages: readonly string[], dimensions: number): Embeddings {
  const encoder = new TextEncoder();
  const buckets = new Map<string, number>();
  const bucketOf = (trigram: string): number => {
    let bucket = buckets.get(trigram);
    if (bucket === undefined) {
      bucket = remainder(md5(encoder.encode(trigram)), dimensions);
      buckets.set(trigram, bucket);
    }
    return bucket;
  };
  const rowOfMessage = new Map<string, number>();
  const lists: (readonly [number, number])[][] = [];
  const rowOf = new Int32Array(messages.length);
  for (let i = 0; i < messages.length; i++) {
    let row = rowOfMessage.get(messages[i]);
    if (row === undefined) {
      row = lists.length;
      rowOfMessage.set(messages[i], row);
      lists.push(trigramVector(messages[i], bucketOf));
    }
    rowOf[i] = row;
  }
  return { vectors: sparseRows(lists, dimensions), rowOf };
}

/** Non-zero entries of one message's vector, by ascending column. */
function trigramVector(message: string, bucketOf: (trigram: string) => number): [number, number][] {
  const characters = Array.from(` ${message.toLowerCase()} `);
  const counts = new Map<number, number>();
  for (let k = 0; k + 2 < characters.length; k++) {
    const bucket = bucketOf(characters[k] + characters[k + 1] + characters[k + 2]);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  let squares = 0;
  for (const count of counts.values()) squares += count * count;
  const norm = Math.sqrt(squares);
  return [...counts].sort((a, b) => a[0] - b[0]).map(([bucket, count]) => [bucket, count / norm]);
}
