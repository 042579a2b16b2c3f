/**
 * Independent draws of the standard normal by the polar method (Marsaglia & Bray 1964, SIAM Review 6:260): two
 * uniform numbers that fall into the unit disc make two normal ones. Takes logarithms and square roots alone,
 * which are the same on every platform; sines are not.
 *
 * @param count number of draws, 0 or more
 * @param uniform uniform numbers in [0, 1); about 1.27 are taken per draw
 * @throws RangeError for a count that is not a whole number of 0 or more
 */
export function normalDraws(count: number, uniform: () => number): Float64Array {
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(`normalDraws requires a whole number of draws, 0 or more, got ${count}`);
  }
  const out = new Float64Array(count);
  for (let i = 0; i < count; ) {
    const x = 2 * uniform() - 1;
    const y = 2 * uniform() - 1;
    const square = x * x + y * y;
    if (square >= 1 || square === 0) continue;
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    out[i++] = x * factor;
    if (i < count) out[i++] = y * factor;
  }
  return out;
}
