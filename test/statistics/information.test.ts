import fc from "fast-check";
import { expect, test } from "vitest";
import { entropy, equalBins, informationOf, mutualInformation } from "../../src/statistics/information.ts";

/** The definition, Σ p ln(p / p·p), term by term. */
function slowInformation(rows: readonly number[], columns: readonly number[]): number {
  const n = rows.length;
  const share = (holds: (i: number) => boolean) => rows.filter((_, i) => holds(i)).length / n;
  let sum = 0;
  for (const r of new Set(rows)) {
    for (const c of new Set(columns)) {
      const p = share((i) => rows[i] === r && columns[i] === c);
      if (p > 0) sum += p * Math.log(p / (share((i) => rows[i] === r) * share((i) => columns[i] === c)));
    }
  }
  return sum;
}

const pairs = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 30 });

test("mutual information is its definition, symmetric, between 0 and the entropy", () => {
  fc.assert(
    fc.property(pairs, (cells) => {
      const rows = cells.map(([r]) => r);
      const columns = cells.map(([, c]) => c);
      const one = mutualInformation(Int32Array.from(rows), Int32Array.from(columns), 5);
      const other = mutualInformation(Int32Array.from(columns), Int32Array.from(rows), 5);
      expect(one.mutual).toBeCloseTo(slowInformation(rows, columns), 12);
      expect(one.mutual).toBeCloseTo(other.mutual, 12);
      expect(one.mutual).toBeGreaterThanOrEqual(0);
      expect(one.mutual).toBeLessThanOrEqual(one.entropy + 1e-12);
    }),
  );
});

test("a constant second variable says exactly nothing, a copy everything", () => {
  const rows = Int32Array.from([0, 1, 2, 2, 1, 0, 4]);
  expect(mutualInformation(rows, new Int32Array(7).fill(3), 5).mutual).toBe(0);
  expect(mutualInformation(rows, rows, 5).normalised).toBe(1);
});

test("information is undefined, not 0, where the first variable does not vary or there are no rows", () => {
  expect(mutualInformation(new Int32Array(3), Int32Array.from([0, 1, 2]), 3).normalised).toBeNaN();
  expect(mutualInformation(new Int32Array(0), new Int32Array(0), 3).mutual).toBeNaN();
});

test("chosen rows count as often as they are named", () => {
  const measure = informationOf(4, 2);
  const rows = Int32Array.from([0, 1, 1]);
  const columns = Int32Array.from([0, 1, 0]);
  const named = measure(rows, columns, Int32Array.from([0, 1, 1, 1]));
  expect(named).toEqual(mutualInformation(Int32Array.from([0, 1, 1, 1]), Int32Array.from([0, 1, 1, 1]), 2));
});

test("entropy of equal counts is the logarithm of their number", () => {
  expect(entropy(Int32Array.from([3, 3, 3, 0]))).toBeCloseTo(Math.log(3), 15);
  expect(entropy(Int32Array.from([0, 5]))).toBe(0);
  expect(entropy(new Int32Array(2))).toBeNaN();
});

test("bins are searched from the right on numpy's edges", () => {
  // numpy: np.searchsorted(np.linspace(0, 1, 21), x, side="right") - 1; its edge 3 is 0.15000000000000002.
  const values = Float64Array.from([
    0, 0.05, 0.049999, 0.15, 0.15000000000000002, 0.3, 0.35, 0.7, 0.999999, 1,
  ]);
  expect([...equalBins(values, 20)]).toEqual([0, 1, 0, 2, 3, 5, 6, 13, 19, 19]);
  expect([...equalBins(Float64Array.from([-2, 7]), 20)]).toEqual([0, 19]);
  expect(() => equalBins(Float64Array.from([0, Number.NaN]), 20)).toThrow("equalBins[1]");
  expect(() => equalBins(values, 0)).toThrow("got 0");
});
