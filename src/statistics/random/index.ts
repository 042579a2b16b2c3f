import { fillWords, nextDouble, nextUint64, type Pcg64, pcg64 } from "./pcg64.ts";

/**
 * numpy's `Generator` as far as the published designs use it: equal seeds give equal draws, to the bit.
 * Checked against numpy 1.24. The state moves on with each call, so order matters.
 */
export interface Generator {
  /** The next 64 bits, 0 … 2^64 − 1. Leaves the 32-bit buffer alone, as numpy does. */
  nextUint64(): bigint;
  /** One uniform double in [0, 1), a multiple of 2^−53. */
  uniform(): number;
  /**
   * 0 … n − 1 in random order: Fisher–Yates from the last place down, each index by masked rejection.
   * @throws RangeError unless n is a whole number from 0 to 2^31 − 1
   */
  permutation(n: number): Int32Array;
  /**
   * `size` whole numbers from low up to, not including, high; with replacement, uniform (Lemire's bounded
   * multiplication on 32-bit words, ACM TOMACS 29:3, 2019).
   * @throws RangeError unless low < high are 32-bit whole numbers and size is a whole number of 0 or more
   */
  integers(low: number, high: number, size: number): Int32Array;
  /** `size` draws from 0 … n − 1 with replacement; the same draws as `integers(0, n, size)`. */
  choice(n: number, size: number): Int32Array;
}

const TWO_32 = 4294967296;

/**
 * Fills `out` with low … low + bound − 1. Lemire: the upper half of word · bound is the number, unless the lower
 * half falls below a threshold; then the next word is tried. As many words are drawn as would be one by one.
 */
function fillBounded(source: Pcg64, low: number, bound: number, out: Int32Array): void {
  const threshold = (TWO_32 - bound) % bound;
  const words = new Uint32Array(out.length);
  for (let filled = 0; filled < out.length; ) {
    const drawn = words.subarray(0, out.length - filled);
    fillWords(source, drawn);
    for (let k = 0; k < drawn.length; k++) {
      const word = drawn[k];
      if (Math.imul(word, bound) >>> 0 < threshold) continue;
      // The product may exceed 2^53, so the upper half comes from the two halves of the word.
      const lowProduct = (word & 0xffff) * bound;
      const highProduct = (word >>> 16) * bound;
      out[filled++] = low + Math.floor((highProduct + Math.floor(lowProduct / 65536)) / 65536);
    }
  }
}

/** The next 32 bits. */
function nextWord(source: Pcg64): number {
  const word = new Uint32Array(1);
  fillWords(source, word);
  return word[0];
}

/** A whole number in 0 … max by masking and rejection: how numpy shuffles. */
function maskedWord(source: Pcg64, max: number): number {
  const mask = (max === 0 ? 0 : 0xffffffff >>> Math.clz32(max)) >>> 0;
  let value = (nextWord(source) & mask) >>> 0;
  while (value > max) value = (nextWord(source) & mask) >>> 0;
  return value;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0x7fffffff;
}

/**
 * numpy's `default_rng(seed)`: PCG64 seeded through SeedSequence. No state is shared between generators.
 *
 * @param seed a whole number from 0 to 2^53 − 1
 * @throws RangeError for any other seed
 * @example defaultRng(20260529).uniform() // 0.059190560637607526
 */
export function defaultRng(seed: number): Generator {
  const source = pcg64(seed);
  const integers = (low: number, high: number, size: number): Int32Array => {
    const inDomain =
      Number.isInteger(low) &&
      Number.isInteger(high) &&
      low >= -0x80000000 &&
      high <= 0x80000000 &&
      low < high;
    if (!inDomain || !isCount(size)) {
      throw new RangeError(
        `integers requires 32-bit whole numbers low < high and a size of 0 or more, got ${low}, ${high}, ${size}`,
      );
    }
    const out = new Int32Array(size);
    const bound = high - low;
    // numpy draws nothing where one value alone is possible.
    if (bound === 1) return out.fill(low);
    if (bound === TWO_32) for (let i = 0; i < size; i++) out[i] = low + nextWord(source);
    else fillBounded(source, low, bound, out);
    return out;
  };
  return {
    nextUint64: () => nextUint64(source),
    uniform: () => nextDouble(source),
    permutation: (n) => {
      if (!isCount(n)) throw new RangeError(`permutation requires a whole number of 0 or more, got ${n}`);
      const out = new Int32Array(n);
      for (let i = 0; i < n; i++) out[i] = i;
      for (let i = n - 1; i > 0; i--) {
        const j = maskedWord(source, i);
        const kept = out[i];
        out[i] = out[j];
        out[j] = kept;
      }
      return out;
    },
    integers,
    choice: (n, size) => integers(0, n, size),
  };
}
