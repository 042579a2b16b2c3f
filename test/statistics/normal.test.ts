import fc from "fast-check";
import { expect, test } from "vitest";
import { normalCdf, normalQuantile } from "../../src/statistics/normal.ts";

/** Values of mpmath 1.3.0 at 50 digits: ncdf(x), and √2·erfinv(2p − 1); the nearest doubles. */
const CDF: readonly (readonly [number, number])[] = [
  [-38, 2.88542835e-316],
  [-20, 2.7536241186062337e-89],
  [-8, 6.220960574271784e-16],
  [-5, 2.866515718791939e-7],
  [-3, 0.0013498980316300946],
  [-2.5, 0.006209665325776135],
  [-2.4, 0.00819753592459613],
  [-1, 0.15865525393145705],
  [-0.3, 0.3820885778110474],
  [0, 0.5],
  [1e-5, 0.500003989422804],
  [0.3, 0.6179114221889527],
  [1, 0.8413447460685429],
  [2.5, 0.9937903346742238],
  [2.6, 0.9953388119762813],
  [4, 0.9999683287581669],
  [8, 0.9999999999999993],
];
const QUANTILES: readonly (readonly [number, number])[] = [
  [1e-300, -37.0470962993612],
  [1e-20, -9.262340089798407],
  [1e-5, -4.264890793922825],
  [0.005, -2.575829303548901],
  [0.025, -1.9599639845400543],
  [0.05, -1.6448536269514726],
  [0.3, -0.5244005127080408],
  [0.499, -0.002506630899571764],
  [0.5, 0.0],
  [0.6, 0.2533471031357998],
  [0.95, 1.6448536269514726],
  [0.975, 1.9599639845400543],
  [0.995, 2.575829303548901],
  [0.99999, 4.264890793922825],
];

const relative = (value: number, expected: number) =>
  value === expected ? 0 : Math.abs(value - expected) / Math.abs(expected);

test.each(CDF)("Φ(%f) = %d", (x, expected) => {
  // The subnormal 2.9e-316 itself holds eight digits.
  expect(relative(normalCdf(x), expected)).toBeLessThan(x === -38 ? 1e-7 : 1e-13);
});

test.each(QUANTILES)("the quantile of %d is %f", (p, expected) => {
  // The double nearest to .99999 is right to 1e-16, and 1 − p of it to 1e-11.
  expect(relative(normalQuantile(p), expected)).toBeLessThan(p > 0.999 ? 1e-12 : 1e-13);
});

test("ends and what is no probability", () => {
  expect([normalCdf(-Infinity), normalCdf(Infinity), normalCdf(-40), normalCdf(40)]).toEqual([0, 1, 0, 1]);
  expect(normalCdf(Number.NaN)).toBeNaN();
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  for (const p of [-1e-9, 1.1, Number.NaN]) expect(() => normalQuantile(p)).toThrow(`got ${p}`);
});

test("Φ rises, is symmetric, and the quantile undoes it", () => {
  const x = fc.double({ min: -8, max: 8, noNaN: true });
  fc.assert(
    fc.property(x, x, (a, b) => {
      expect(normalCdf(Math.min(a, b))).toBeLessThanOrEqual(normalCdf(Math.max(a, b)) * (1 + 1e-13));
      expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 14);
      // From the lower side, where Φ holds all its digits.
      expect(normalQuantile(normalCdf(-Math.abs(a)))).toBeCloseTo(-Math.abs(a), 11);
    }),
  );
});
