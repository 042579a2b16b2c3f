import { expect, test } from "vitest";
import { normalCdf, normalDensity } from "../../src/statistics/normal.ts";
import { integrate } from "../../src/statistics/quadrature.ts";

test("the 12-point rule is exact for x²³ and its like", () => {
  // ∫ x^k over [0, 1] is 1/(k + 1); the product form spares a power function.
  for (let degree = 0; degree <= 23; degree++) {
    const power = (x: number) => Array.from({ length: degree }, () => x).reduce((a, b) => a * b, 1);
    expect(integrate(power, [0, 1])).toBeCloseTo(1 / (degree + 1), 14);
  }
});

test("panels of two standard deviations integrate normal functions to 1e-13", () => {
  expect(integrate(normalDensity, [-9, 9], 2)).toBeCloseTo(1, 13);
  // ∫ Φ over [−a, a] is a, by symmetry.
  expect(integrate(normalCdf, [-9, 9], 2)).toBeCloseTo(9, 12);
  expect(integrate((x) => x * x * normalDensity(x), [-9, 0, 9], 2)).toBeCloseTo(1, 13);
});

test("a breakpoint takes a jump", () => {
  const step = (x: number) => (x < 0.3 ? 1 : 5);
  expect(integrate(step, [0, 0.3, 0.3, 1])).toBeCloseTo(0.3 + 3.5, 14);
});

test("outside its domain it names itself", () => {
  expect(() => integrate(Math.exp, [0])).toThrow("integrate requires two breakpoints or more");
  expect(() => integrate(Math.exp, [0, 1], 0)).toThrow("a width above 0, got 2 and 0");
  expect(() => integrate(Math.exp, [1, 0])).toThrow("rising breakpoints, got 1, 0");
});
