import { seedWords } from "./seed-sequence.ts";

/*
 * PCG64 (XSL-RR 128/64): a 128-bit linear congruential generator whose two halves are xored and rotated.
 * M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
 * Number Generation", 2014. The 128-bit state is held as four 32-bit words, lowest first: BigInt would be
 * some fifty times slower. Words are kept signed (`| 0`): V8 stores those as small integers, unsigned ones boxed.
 */

/** The multiplier 0x2360ed05_1fc65da4_4385df64_9fccf645 in 32-bit words, lowest first. */
const MULTIPLIER = [0x9fccf645, 0x4385df64, 0x1fc65da4, 0x2360ed05] as const;

const M0_LOW = MULTIPLIER[0] & 0xffff;
const M0_HIGH = MULTIPLIER[0] >>> 16;
const M1_LOW = MULTIPLIER[1] & 0xffff;
const M1_HIGH = MULTIPLIER[1] >>> 16;
const M2_LOW = MULTIPLIER[2] & 0xffff;
const M2_HIGH = MULTIPLIER[2] >>> 16;

const TWO_32 = 4294967296;
const TWO_MINUS_53 = 1 / 9007199254740992;

/** Upper 32 bits of the 64-bit product of a word and a word given as its two halves; unsigned. */
function multiplyHigh(word: number, low: number, high: number): number {
  const wordLow = word & 0xffff;
  const wordHigh = word >>> 16;
  const lowHigh = Math.imul(wordLow, high);
  const highLow = Math.imul(wordHigh, low);
  const middle = (Math.imul(wordLow, low) >>> 16) + (lowHigh & 0xffff) + (highLow & 0xffff);
  return (Math.imul(wordHigh, high) + (lowHigh >>> 16) + (highLow >>> 16) + (middle >>> 16)) >>> 0;
}

/** The generator behind `defaultRng`: numpy's PCG64 with its 32-bit buffer. */
export class Pcg64 {
  private s0 = 0;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;
  private readonly c0: number;
  private readonly c1: number;
  private readonly c2: number;
  private readonly c3: number;
  /** Upper and lower half of the last 64-bit output. */
  private outHigh = 0;
  private outLow = 0;
  /** numpy hands out the lower half of an output first and keeps the upper half for the next 32-bit draw. */
  private buffered = false;

  private bufferedWord = 0;

  /**
   * @param seed a whole number from 0 to 2^53 − 1
   * @throws RangeError for any other seed
   */
  constructor(seed: number) {
    // generate_state gives four 64-bit words: state high, state low, sequence high, sequence low.
    const w = seedWords(seed, 8);
    this.c3 = (w[5] << 1) | (w[4] >>> 31);
    this.c2 = (w[4] << 1) | (w[7] >>> 31);
    this.c1 = (w[7] << 1) | (w[6] >>> 31);
    this.c0 = (w[6] << 1) | 1;
    this.step();
    let sum = (this.s0 >>> 0) + w[2];
    this.s0 = sum | 0;
    sum = (this.s1 >>> 0) + w[3] + (sum >= TWO_32 ? 1 : 0);
    this.s1 = sum | 0;
    sum = (this.s2 >>> 0) + w[0] + (sum >= TWO_32 ? 1 : 0);
    this.s2 = sum | 0;
    this.s3 = (this.s3 + w[1] + (sum >= TWO_32 ? 1 : 0)) | 0;
    this.step();
  }

  /** state ← state · multiplier + increment, mod 2^128. Column sums stay below 2^36, exact in doubles. */
  private step(): void {
    const s0 = this.s0;
    const s1 = this.s1;
    const s2 = this.s2;
    let sum = (Math.imul(s0, MULTIPLIER[0]) >>> 0) + (this.c0 >>> 0);
    const r0 = sum | 0;
    sum =
      multiplyHigh(s0, M0_LOW, M0_HIGH) +
      (Math.imul(s0, MULTIPLIER[1]) >>> 0) +
      (Math.imul(s1, MULTIPLIER[0]) >>> 0) +
      (this.c1 >>> 0) +
      (sum >= TWO_32 ? 1 : 0);
    const r1 = sum | 0;
    sum =
      multiplyHigh(s0, M1_LOW, M1_HIGH) +
      multiplyHigh(s1, M0_LOW, M0_HIGH) +
      (Math.imul(s0, MULTIPLIER[2]) >>> 0) +
      (Math.imul(s1, MULTIPLIER[1]) >>> 0) +
      (Math.imul(s2, MULTIPLIER[0]) >>> 0) +
      (this.c2 >>> 0) +
      Math.floor(sum / TWO_32);
    const r2 = sum | 0;
    // The top word needs no carry out, so it may wrap.
    this.s3 =
      ((multiplyHigh(s0, M2_LOW, M2_HIGH) | 0) +
        (multiplyHigh(s1, M1_LOW, M1_HIGH) | 0) +
        (multiplyHigh(s2, M0_LOW, M0_HIGH) | 0) +
        Math.imul(s0, MULTIPLIER[3]) +
        Math.imul(s1, MULTIPLIER[2]) +
        Math.imul(s2, MULTIPLIER[1]) +
        Math.imul(this.s3, MULTIPLIER[0]) +
        this.c3 +
        Math.floor(sum / TWO_32)) |
      0;
    this.s0 = r0;
    this.s1 = r1;
    this.s2 = r2;
  }

  /** Next 64 bits into outHigh and outLow: step, xor the halves, rotate right by the top six bits. */
  private next(): void {
    this.step();
    const high = this.s3 ^ this.s1;
    const low = this.s2 ^ this.s0;
    const rotation = this.s3 >>> 26;
    const shift = rotation & 31;
    const swap = rotation >= 32;
    const upper = swap ? low : high;
    const lower = swap ? high : low;
    // A shift by 32 is a shift by 0 in JavaScript, hence the case apart.
    this.outHigh = (shift === 0 ? upper : (upper >>> shift) | (lower << (32 - shift))) | 0;
    this.outLow = (shift === 0 ? lower : (lower >>> shift) | (upper << (32 - shift))) | 0;
  }

  /** The next 64 bits as a bigint. Slow: for tests and seeds. */
  nextUint64(): bigint {
    this.next();
    return (BigInt(this.outHigh >>> 0) << 32n) | BigInt(this.outLow >>> 0);
  }

  /** The next 32 bits, 0 … 2^32 − 1: lower half of a 64-bit output first, then its upper half. */
  nextUint32(): number {
    if (this.buffered) {
      this.buffered = false;
      return this.bufferedWord >>> 0;
    }
    this.next();
    this.buffered = true;
    this.bufferedWord = this.outHigh;
    return this.outLow >>> 0;
  }

  /** A uniform double in [0, 1): the upper 53 bits of the next 64. */
  nextDouble(): number {
    this.next();
    return ((this.outHigh >>> 0) * 2097152 + (this.outLow >>> 11)) * TWO_MINUS_53;
  }
}
