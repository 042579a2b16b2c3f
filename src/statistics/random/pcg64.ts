import { seedWords } from "./seed-sequence.ts";

/*
 * PCG64 (XSL-RR 128/64): a 128-bit linear congruential generator whose two halves are xored and rotated.
 * M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
 * Number Generation", 2014. The 128-bit state is held as four 32-bit words, lowest first: BigInt would be
 * some fifty times slower. Functions over typed arrays, and no class: a stage's modules are evaluated anew for
 * each slice, and a class made anew has instances of a new shape, which the compiled code does not know.
 */

/** The multiplier 0x2360ed05_1fc65da4_4385df64_9fccf645 in 32-bit words, lowest first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

const TWO_32 = 4294967296;
const TWO_MINUS_32 = 1 / TWO_32;
const TWO_MINUS_53 = 1 / 9007199254740992;

/** State of a generator. */
export interface Pcg64 {
  /** The 128-bit state, lowest word first. */
  readonly state: Int32Array;
  /** The odd 128-bit increment, lowest word first. */
  readonly increment: Int32Array;
  /**
   * numpy hands out the lower half of an output first and keeps the upper half for the next 32-bit draw:
   * whether there is one, and which.
   */
  readonly kept: Uint32Array;
}

/**
 * numpy's PCG64, seeded through SeedSequence.
 *
 * @param seed a whole number from 0 to 2^53 − 1
 * @throws RangeError for any other seed
 */
export function pcg64(seed: number): Pcg64 {
  // generate_state gives four 64-bit words: state high, state low, sequence high, sequence low.
  const w = seedWords(seed, 8);
  const increment = Int32Array.of(
    (w[6] << 1) | 1,
    (w[7] << 1) | (w[6] >>> 31),
    (w[4] << 1) | (w[7] >>> 31),
    (w[5] << 1) | (w[4] >>> 31),
  );
  const source = { state: new Int32Array(4), increment, kept: new Uint32Array(2) };
  const { state } = source;
  const discarded = new Uint32Array(2);
  fillPairs(source, discarded, 0, 1);
  let carry = 0;
  [w[2], w[3], w[0], w[1]].forEach((word, i) => {
    const sum = (state[i] >>> 0) + word + carry;
    state[i] = sum | 0;
    carry = sum >= TWO_32 ? 1 : 0;
  });
  fillPairs(source, discarded, 0, 1);
  return source;
}

/**
 * The next 32-bit words, 0 … 2^32 − 1: of each 64-bit output the lower half first, then the upper half.
 *
 * @param into is filled whole
 */
export function fillWords(source: Pcg64, into: Uint32Array): void {
  const { kept } = source;
  let at = 0;
  if (into.length > 0 && kept[0] === 1) {
    into[at++] = kept[1];
    kept[0] = 0;
  }
  const pairs = (into.length - at) >> 1;
  fillPairs(source, into, at, pairs);
  at += 2 * pairs;
  if (at < into.length) {
    const pair = nextPair(source);
    into[at] = pair[0];
    kept[0] = 1;
    kept[1] = pair[1];
  }
}

/** The next 64 bits as a bigint. Slow: for tests and seeds. */
export function nextUint64(source: Pcg64): bigint {
  const [low, high] = nextPair(source);
  return (BigInt(high) << 32n) | BigInt(low);
}

/** A uniform double in [0, 1): the upper 53 bits of the next 64. */
export function nextDouble(source: Pcg64): number {
  const [low, high] = nextPair(source);
  return (high * 2097152 + (low >>> 11)) * TWO_MINUS_53;
}

/** Lower and upper half of the next 64 bits. They leave the kept half alone, as numpy does. */
function nextPair(source: Pcg64): Uint32Array {
  const pair = new Uint32Array(2);
  fillPairs(source, pair, 0, 1);
  return pair;
}

/**
 * `pairs` outputs, lower half and upper half each, from place `at` on. The state goes to
 * state · multiplier + increment, mod 2^128; then its halves are xored and rotated right by its top six bits.
 * Words are multiplied by halves of 16 bits; column sums stay below 2^36, exact in doubles.
 */
function fillPairs({ state, increment }: Pcg64, into: Uint32Array, at: number, pairs: number): void {
  let s0 = state[0];
  let s1 = state[1];
  let s2 = state[2];
  let s3 = state[3];
  const c0 = increment[0] >>> 0;
  const c1 = increment[1] >>> 0;
  const c2 = increment[2] >>> 0;
  const c3 = increment[3];
  const end = at + 2 * pairs;
  for (let place = at; place < end; place += 2) {
    let sum = (Math.imul(s0, M0) >>> 0) + c0;
    const r0 = sum | 0;
    sum =
      multiplyHigh(s0, M0 & 0xffff, M0 >>> 16) +
      (Math.imul(s0, M1) >>> 0) +
      (Math.imul(s1, M0) >>> 0) +
      c1 +
      (sum >= TWO_32 ? 1 : 0);
    const r1 = sum | 0;
    sum =
      multiplyHigh(s0, M1 & 0xffff, M1 >>> 16) +
      multiplyHigh(s1, M0 & 0xffff, M0 >>> 16) +
      (Math.imul(s0, M2) >>> 0) +
      (Math.imul(s1, M1) >>> 0) +
      (Math.imul(s2, M0) >>> 0) +
      c2 +
      Math.floor(sum * TWO_MINUS_32);
    const r2 = sum | 0;
    // The top word needs no carry out, so it may wrap.
    s3 =
      (multiplyHigh(s0, M2 & 0xffff, M2 >>> 16) +
        multiplyHigh(s1, M1 & 0xffff, M1 >>> 16) +
        multiplyHigh(s2, M0 & 0xffff, M0 >>> 16) +
        Math.imul(s0, M3) +
        Math.imul(s1, M2) +
        Math.imul(s2, M1) +
        Math.imul(s3, M0) +
        c3 +
        Math.floor(sum * TWO_MINUS_32)) |
      0;
    s0 = r0;
    s1 = r1;
    s2 = r2;
    const rotation = s3 >>> 26;
    const shift = rotation & 31;
    const high = s3 ^ s1;
    const low = s2 ^ s0;
    const upper = rotation >= 32 ? low : high;
    const lower = rotation >= 32 ? high : low;
    // A shift by 32 is a shift by 0 in JavaScript, hence the shift in two steps.
    into[place] = (lower >>> shift) | ((upper << 1) << (31 - shift));
    into[place + 1] = (upper >>> shift) | ((lower << 1) << (31 - shift));
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
}

/** Upper 32 bits of the 64-bit product of a word and a word given as its two halves; unsigned. */
function multiplyHigh(word: number, low: number, high: number): number {
  const wordLow = word & 0xffff;
  const wordHigh = word >>> 16;
  const lowHigh = Math.imul(wordLow, high);
  const highLow = Math.imul(wordHigh, low);
  const middle = (Math.imul(wordLow, low) >>> 16) + (lowHigh & 0xffff) + (highLow & 0xffff);
  return (Math.imul(wordHigh, high) + (lowHigh >>> 16) + (highLow >>> 16) + (middle >>> 16)) >>> 0;
}
