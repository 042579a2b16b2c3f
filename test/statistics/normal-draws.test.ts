import { expect, test } from "vitest";
import { normalCdf } from "../../src/statistics/normal.ts";
import { defaultRng } from "../../src/statistics/random/index.ts";
import { normalDraws } from "../../src/statistics/random/normal-draws.ts";

test("draws follow the normal distribution (Kolmogorov–Smirnov)", () => {
  const random = defaultRng(1);
  const n = 20_000;
  const draws = normalDraws(n, () => random.uniform()).sort();
  let distance = 0;
  for (let i = 0; i < n; i++) {
    const below = normalCdf(draws[i]);
    distance = Math.max(distance, below - i / n, (i + 1) / n - below);
  }
  // 1.63/√n is the 1 % point; the seed is fixed, so this passes always or never.
  expect(distance).toBeLessThan(1.63 / Math.sqrt(n));
});

test("neighbours are not correlated, in pairs either", () => {
  const random = defaultRng(2);
  const n = 20_000;
  const draws = normalDraws(n, () => random.uniform());
  let product = 0;
  let squares = 0;
  for (let i = 0; i < n; i += 2) {
    product += draws[i] * draws[i + 1];
    squares += (draws[i] * draws[i] - 1) * (draws[i + 1] * draws[i + 1] - 1);
  }
  expect(Math.abs(product / (n / 2))).toBeLessThan(0.03);
  expect(Math.abs(squares / (n / 2))).toBeLessThan(0.06);
});

test("an odd count, none, and a wrong one", () => {
  const random = defaultRng(3);
  const uniform = () => random.uniform();
  expect(normalDraws(3, uniform)).toHaveLength(3);
  expect(normalDraws(0, uniform)).toHaveLength(0);
  expect(() => normalDraws(1.5, uniform)).toThrow(
    "normalDraws requires a whole number of draws, 0 or more, got 1.5",
  );
});
