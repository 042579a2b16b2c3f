import { expect, test } from "vitest";
import { studentTwoSided } from "../../src/statistics/student-t.ts";
import { pairedTTest, unpairedTTest } from "../../src/statistics/t-tests.ts";

// mpmath 1.3.0 at 50 digits: betainc(df/2, 1/2, 0, df/(df + t²), regularized=True).
const MPMATH = [
  [0.5, 1, 0.7048327646991335],
  [1e-9, 1, 0.9999999993633802],
  [3.25, 1, 0.1900303218783597],
  [1e12, 1, 6.366197723675813e-13],
  [2, 2, 0.18350341907227397],
  [0.001, 3, 0.9992648949694609],
  [2.0484071417952454, 28, 0.049999999999999975],
  [1.96, 59, 0.05472417352292447],
  [12, 59, 1.800406538678314e-17],
  [40, 59, 1.892086191846397e-44],
  [0.3, 118, 0.7647049985461732],
  [3.5, 118, 0.0006573547975915388],
  [30, 1000, 1.5374687444043482e-141],
  [2.5, 12345, 0.012432200771241894],
  [0.7, 0.5, 0.6854006625207665],
  [4.5, 7.25, 0.0025631214464489718],
  [1.5, 2000000, 0.13361456038727015],
  [1e-300, 5, 1],
] as const;
test.each(MPMATH)("|t| of %d or more with %d degrees of freedom has probability %d", (t, df, p) => {
  expect(Math.abs(studentTwoSided(t, df) / p - 1)).toBeLessThan(1e-12);
  expect(studentTwoSided(-t, df)).toBe(studentTwoSided(t, df));
});

// Percentage points of t, two-sided, to three decimals: Fisher & Yates, Statistical Tables, table III.
const PRINTED = [
  [12.706, 1, 0.05],
  [4.303, 2, 0.05],
  [2.571, 5, 0.05],
  [2.228, 10, 0.05],
  [3.169, 10, 0.01],
  [3.85, 20, 0.001],
  [2.042, 30, 0.05],
  [1.98, 120, 0.05],
] as const;
test.each(PRINTED)("the printed table has %d at %d degrees of freedom for %d", (t, df, p) => {
  expect(studentTwoSided(t - 5e-4, df)).toBeGreaterThan(p);
  expect(studentTwoSided(t + 5e-4, df)).toBeLessThan(p);
});

test("with 1 and 2 degrees of freedom it has closed forms", () => {
  for (const t of [1e-6, 0.3, 1, 7, 1e5]) {
    expect(studentTwoSided(t, 1)).toBeCloseTo((2 / Math.PI) * Math.atan(1 / t), 14);
    expect(studentTwoSided(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 14);
  }
});

test("ends, and what is outside the domain", () => {
  expect(studentTwoSided(0, 4)).toBe(1);
  expect(studentTwoSided(Number.POSITIVE_INFINITY, 4)).toBe(0);
  expect(studentTwoSided(1e200, 9)).toBe(0);
  expect(studentTwoSided(Number.NaN, 4)).toBeNaN();
  for (const df of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => studentTwoSided(1, df)).toThrow(/^studentTwoSided requires .* got/u);
});

// Student 1908, Biometrika 6:20: additional hours of sleep by two drugs, ten patients. R's documentation of `sleep`
// gives t = -4.0621, p = 0.002833 (paired) and t = -1.8608, p = 0.07919 (two samples, equal variances).
const FIRST = Object.freeze([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
const SECOND = Object.freeze([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
test("Student's sleep data", () => {
  const paired = pairedTTest(FIRST, SECOND)!;
  expect([paired.df, paired.difference]).toEqual([9, expect.closeTo(-1.58, 12)]);
  expect(paired.t).toBeCloseTo(-4.0621, 4);
  expect(paired.p).toBeCloseTo(0.002833, 6);
  const unpaired = unpairedTTest(FIRST, SECOND)!;
  expect([unpaired.df, unpaired.difference]).toEqual([18, expect.closeTo(-1.58, 12)]);
  expect(unpaired.t).toBeCloseTo(-1.8608, 4);
  expect(unpaired.p).toBeCloseTo(0.07919, 5);
});

// By hand: s² = (20.75 + 8)/4, se² = s²·(1/4 + 1/2).
test("samples of unequal size pool their variances", () => {
  const { t, df } = unpairedTTest([1, 2, 3, 7], [4, 8])!;
  expect(df).toBe(4);
  expect(t).toBeCloseTo(-2.75 / Math.sqrt((28.75 / 4) * 0.75), 12);
});

test("without variance or with fewer than two there is no test", () => {
  expect(pairedTTest([1], [2])).toBeNull();
  expect(pairedTTest([], [])).toBeNull();
  // 1/6 less throughout, up to rounding.
  expect(pairedTTest([2 / 6, 3 / 6, 5 / 6], [1 / 6, 2 / 6, 4 / 6])).toBeNull();
  expect(pairedTTest([0, 0], [0, 0])).toBeNull();
  expect(unpairedTTest([1, 2, 3], [4])).toBeNull();
  expect(unpairedTTest([0.1, 0.1, 0.1], [0.2, 0.2])).toBeNull();
  expect(unpairedTTest([1, 1], [1, 2])?.p).toBeGreaterThan(0.3);
  expect(pairedTTest([1, 1, 2], [0, 0, 0])?.t).toBeCloseTo(4, 12);
});

test("a missing value or unequal lists are a caller's mistake", () => {
  expect(() => pairedTTest([1, 2], [1])).toThrow("equal length, got 2 and 1");
  expect(() => pairedTTest([1, Number.NaN], [1, 2])).toThrow("finite values, got NaN");
  expect(() => unpairedTTest([1, 2], [1, Number.POSITIVE_INFINITY])).toThrow("got Infinity");
});
