/*
 * MD5 (RFC 1321) in plain JavaScript: stages run without node:crypto. Used as a fixed hash of short strings,
 * never for security.
 */

/** Left rotations per step, four rounds of four. */
const ROTATIONS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** RFC 1321, 3.4: the whole part of 2³² · |sin(i + 1)|. Exact here: sin's last bits never decide. */
const SINES = Int32Array.from(
  { length: 64 },
  (_, i) => Math.floor(4294967296 * Math.abs(Math.sin(i + 1))) | 0,
);

/** The bytes with a one bit, zeros and the length in bits, in little-endian 32-bit words. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (let i = 0; i < bytes.length; i++) words[i >> 2] |= bytes[i] << ((i & 3) * 8);
  words[bytes.length >> 2] |= 0x80 << ((bytes.length & 3) * 8);
  words[words.length - 2] = bytes.length << 3;
  words[words.length - 1] = bytes.length >>> 29;
  return words;
}

/**
 * The MD5 digest of some bytes. O(n).
 *
 * @returns 16 bytes, in the order in which the hexadecimal digest is printed
 */
export function md5(bytes: Uint8Array): Uint8Array {
  const words = padded(bytes);
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = state;
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      let mixed: number;
      let word: number;
      if (round === 0) {
        mixed = (b & c) | (~b & d);
        word = i;
      } else if (round === 1) {
        mixed = (d & b) | (~d & c);
        word = (5 * i + 1) & 15;
      } else if (round === 2) {
        mixed = b ^ c ^ d;
        word = (3 * i + 5) & 15;
      } else {
        mixed = c ^ (b | ~d);
        word = (7 * i) & 15;
      }
      const sum = (a + mixed + SINES[i] + words[block + word]) | 0;
      const turn = ROTATIONS[round][i & 3];
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
  return Uint8Array.from({ length: 16 }, (_, i) => state[i >> 2] >>> ((i & 3) * 8));
}
