/**
 * Seed mixing of numpy's SeedSequence (pool of four 32-bit words, no spawn key), after M. E. O'Neill's
 * `seed_seq_fe`. It turns a small seed into as many well-mixed words as a generator needs.
 */

const POOL_SIZE = 4;
const INIT_A = 0x43b0d7e5;
const MULT_A = 0x931e8875;
const INIT_B = 0x8b51f9dd;
const MULT_B = 0x58f38ded;
const MIX_LEFT = 0xca01f9dd;
const MIX_RIGHT = 0x4973f715;

/** Two words into one, so that each bit of both counts. */
function mix(x: number, y: number): number {
  const mixed = (Math.imul(MIX_LEFT, x) - Math.imul(MIX_RIGHT, y)) | 0;
  return mixed ^ (mixed >>> 16);
}

/** The seed as 32-bit words, low word first; 0 is one word. */
function words(seed: number): number[] {
  const low = seed % 4294967296;
  const high = Math.floor(seed / 4294967296);
  return high === 0 ? [low] : [low, high];
}

/**
 * `count` 32-bit words from a seed, as numpy's `SeedSequence(seed).generate_state(count)`.
 *
 * @param seed a whole number from 0 to 2^53 − 1
 * @param count how many words, 0 or more
 * @returns unsigned words; two of them, low first, make one 64-bit word of numpy's `generate_state`
 * @throws RangeError for a seed outside that range
 */
export function seedWords(seed: number, count: number): Uint32Array {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`seedWords requires a seed that is a whole number of 0 or more, got ${seed}`);
  }
  const entropy = words(seed);
  const pool = new Int32Array(POOL_SIZE);
  let hashA = INIT_A;
  const hash = (value: number): number => {
    const xored = value ^ hashA;
    hashA = Math.imul(hashA, MULT_A);
    const product = Math.imul(xored, hashA);
    return product ^ (product >>> 16);
  };
  for (let i = 0; i < POOL_SIZE; i++) pool[i] = hash(i < entropy.length ? entropy[i] : 0);
  for (let from = 0; from < POOL_SIZE; from++) {
    for (let to = 0; to < POOL_SIZE; to++) {
      if (from !== to) pool[to] = mix(pool[to], hash(pool[from]));
    }
  }
  const out = new Uint32Array(count);
  let hashB = INIT_B;
  for (let i = 0; i < count; i++) {
    const xored = pool[i % POOL_SIZE] ^ hashB;
    hashB = Math.imul(hashB, MULT_B);
    const product = Math.imul(xored, hashB);
    out[i] = product ^ (product >>> 16);
  }
  return out;
}
