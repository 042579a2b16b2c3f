import fc from "fast-check";
import { expect, test } from "vitest";
import { halfSampleError, halves } from "../../src/statistics/half-samples.ts";
import { defaultRng } from "../../src/statistics/random/index.ts";

const mean = (values: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
};

/** s²/T: the squared standard error of the mean of T values. */
function meanVariance(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) * (value - centre), 0);
  return squares / (values.length - 1) / values.length;
}

/** All ways to take `size` of the positions 0 … T − 1. */
function subsets(T: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= T - size; first++)
    for (const rest of subsets(T, size - 1, first + 1)) found.push([first, ...rest]);
  return found;
}

test("a half holds ⌊T/2⌋ different positions in order, and depends on T, count and seed alone", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.nat(20), fc.nat(1000), (T, count, seed) => {
      const drawn = halves(T, count, seed);
      expect(drawn).toHaveLength(count);
      for (const half of drawn) {
        expect(half).toHaveLength(Math.floor(T / 2));
        expect(new Set(half).size).toBe(half.length);
        expect([...half].sort((a, b) => a - b)).toEqual([...half]);
        for (const position of half) expect(position >= 0 && position < T).toBe(true);
      }
      expect(halves(T, count, seed)).toEqual(drawn);
    }),
  );
  expect(halves(200, 5, 1)).not.toEqual(halves(200, 5, 2));
  for (const [T, count] of [
    [-1, 1],
    [1.5, 1],
    [4, -1],
  ])
    expect(() => halves(T, count, 1)).toThrow(`got ${T} and ${count}`);
});

test.each([4, 5, 6])("of %i units every half is drawn equally often", (T) => {
  const counts = new Map(subsets(T, Math.floor(T / 2)).map((half) => [String(half), 0]));
  const draws = 20_000;
  for (const half of halves(T, draws, 7)) {
    const count = counts.get(String([...half]));
    expect(count).toBeDefined();
    counts.set(String([...half]), (count as number) + 1);
  }
  // χ² with (subsets − 1) degrees of freedom: 5, 9, 19; the .999 quantiles are 20.5, 27.9, 43.8.
  const expected = draws / counts.size;
  let squares = 0;
  for (const count of counts.values()) squares += ((count - expected) * (count - expected)) / expected;
  expect(squares).toBeLessThan(43.8);
});

test.each([4, 5, 8, 9])("over all halves of %i values the error of a mean is s/√T exactly", (T) => {
  const random = defaultRng(T);
  const values = Array.from({ length: T }, () => random.uniform());
  const all = subsets(T, Math.floor(T / 2)).map((half) => mean(half.map((i) => values[i])));
  // halfSampleError divides by one less than the number of halves, as for a sample of them.
  const error = halfSampleError(Float64Array.from(all), T) as number;
  const whole = error * error * ((all.length - 1) / all.length);
  expect(whole).toBeCloseTo(meanVariance(values), 14);
});

test.each([50, 51, 200])("over 200 halves of %i values the error of a mean is near s/√T", (T) => {
  const random = defaultRng(3);
  const ratios = Array.from({ length: 20 }, (_, replication) => {
    const values = Array.from({ length: T }, () => random.uniform());
    const drawn = halves(T, 200, replication).map((half) => mean(Array.from(half, (i) => values[i])));
    return (halfSampleError(Float64Array.from(drawn), T) as number) / Math.sqrt(meanVariance(values));
  });
  // The sd of 200 values is known to 5 %; the mean of 20 such to about 1.1 %.
  expect(Math.abs(mean(ratios) - 1)).toBeLessThan(0.04);
});

test("undefined values are left out, what does not vary has no error, and nothing has none", () => {
  const { NaN: none } = Number;
  expect(halfSampleError(Float64Array.of(1, none, 3, none), 4)).toBeCloseTo(Math.SQRT2, 15);
  expect(halfSampleError(Float64Array.of(1, 3), 5)).toBeCloseTo(Math.sqrt(2 * (2 / 3)), 15);
  expect(halfSampleError(Float64Array.of(0.1, 0.1, 0.1 + 1e-16), 4)).toBe(0);
  expect(halfSampleError(Float64Array.of(1, none), 4)).toBeNull();
  expect(halfSampleError(new Float64Array(0), 4)).toBeNull();
  expect(halfSampleError(Float64Array.of(1, 2), 1)).toBeNull();
});
