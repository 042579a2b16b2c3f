import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceTest, equivalenceTest, normalInterval } from "../../src/statistics/equivalence.ts";
import { holm } from "../../src/statistics/holm.ts";

const probability = fc.double({ min: 0, max: 1, noNaN: true });

test.each([
  // R 4.3: p.adjust(c(.01, .04, .03, .005), "holm"), and Holm's own sequence .05/4, .05/3, .05/2, .05/1.
  [
    [0.01, 0.04, 0.03, 0.005],
    [0.03, 0.06, 0.06, 0.02],
  ],
  [
    [0.01, 0.02, 0.03],
    [0.03, 0.04, 0.04],
  ],
  [
    [0.6, 0.5, 0.2],
    [1, 1, 0.6],
  ],
  [[0.2], [0.2]],
  [[], []],
])("holm of %j is %j", (given, expected) => {
  const adjusted = holm(Object.freeze([...given]) as number[]);
  expect(adjusted).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(adjusted[i]).toBeCloseTo(value, 15);
});

test("holm rejects as the step-down procedure does, and never below the raw value", () => {
  // The definition: reject the smallest while p(i) ≤ α/(m − i + 1), and stop at the first that is not.
  fc.assert(
    fc.property(fc.array(probability, { maxLength: 9 }), probability, (p, alpha) => {
      const adjusted = holm(p);
      const sorted = [...p].sort((a, b) => a - b);
      let rejected = 0;
      while (rejected < p.length && (p.length - rejected) * sorted[rejected] <= alpha) rejected++;
      if (alpha < 1) expect(adjusted.filter((value) => value <= alpha)).toHaveLength(rejected);
      for (const [i, value] of adjusted.entries()) {
        expect(value).toBeGreaterThanOrEqual(p[i]);
        expect(value).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("holm takes no missing value for a member of the family", () => {
  for (const value of [Number.NaN, -0.1, 1.1]) expect(() => holm([0.5, value])).toThrow(`got ${value}`);
});

test("a 95 % interval is ± 1.96 standard errors, a 90 % one ± 1.645", () => {
  const { low, high } = normalInterval({ value: 2, se: 0.5 }, 0.95);
  expect([low, high].map((end) => end.toFixed(5))).toEqual(["1.02002", "2.97998"]);
  expect(normalInterval({ value: 0, se: 1 }, 0.9).high).toBeCloseTo(1.6448536269514722, 13);
  expect(normalInterval({ value: 3, se: 0 }, 0.95)).toEqual({ low: 3, high: 3 });
  for (const level of [0, 1, Number.NaN]) expect(() => normalInterval({ value: 0, se: 1 }, level)).toThrow();
  expect(() => normalInterval({ value: 0, se: -1 }, 0.9)).toThrow("se -1");
});

test("equivalence holds at 5 % exactly where the 90 % interval lies within the margin", () => {
  const value = fc.double({ min: -0.2, max: 0.2, noNaN: true });
  const se = fc.double({ min: 1e-4, max: 0.1, noNaN: true });
  fc.assert(
    fc.property(value, se, (v, s) => {
      const { low, high } = normalInterval({ value: v, se: s }, 0.9);
      const inside = low >= -0.05 && high <= 0.05;
      const p = equivalenceTest({ value: v, se: s }, 0.05);
      if (Math.abs(p - 0.05) > 1e-9) expect(p <= 0.05).toBe(inside);
      // The definition: the larger of the two one-sided p values.
      if (p > 1e-6 && p < 0.49) {
        const limits = normalInterval({ value: v, se: s }, 1 - 2 * p);
        expect(Math.max(-limits.low, limits.high)).toBeCloseTo(0.05, 9);
      }
      const q = differenceTest({ value: v, se: s });
      const wide = normalInterval({ value: v, se: s }, 0.95);
      if (Math.abs(q - 0.05) > 1e-9) expect(q <= 0.05).toBe(wide.low > 0 || wide.high < 0);
    }),
  );
});

test("textbook values, and what does not vary", () => {
  // Φ(−5/3), and 2·Φ(−2).
  expect(equivalenceTest({ value: 0, se: 0.03 }, 0.05)).toBeCloseTo(0.047790352272814696, 14);
  expect(differenceTest({ value: 2, se: 1 })).toBeCloseTo(0.045500263896358417, 14);
  expect([0, 0.04, -0.05, 0.06].map((value) => equivalenceTest({ value, se: 0 }, 0.05))).toEqual([
    0, 0, 1, 1,
  ]);
  expect([0, 0.01, -1].map((value) => differenceTest({ value, se: 0 }))).toEqual([1, 0, 0]);
  for (const margin of [0, -1, Number.NaN])
    expect(() => equivalenceTest({ value: 0, se: 1 }, margin)).toThrow(`got ${margin}`);
});
