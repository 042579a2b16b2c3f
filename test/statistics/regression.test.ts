import fc from "fast-check";
import { expect, test } from "vitest";
import { leastSquares, line } from "../../src/statistics/regression.ts";

// Anscombe 1973, The American Statistician 27:17, first set: slope 0.500 (se 0.118, t 4.24), intercept 3.00;
// the longer digits are the exact rational values, from the sums n = 11, Σx = 99, Σx² = 1001, Σy = 82.51,
// Σxy = 797.6: slope = (11·797.6 − 99·82.51)/(11·1001 − 99²) = 605.11/1210.
const X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
const Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];

test("line: Anscombe's first set", () => {
  const fit = line(X, Y);
  expect(fit?.slope).toBeCloseTo(605.11 / 1210, 12);
  expect(fit?.intercept).toBeCloseTo(82.51 / 11 - (9 * 605.11) / 1210, 12);
});

test("leastSquares: Anscombe's first set, with its published standard error and t", () => {
  const fit = leastSquares([X.map(() => 1), X], Y);
  const [intercept, slope] = fit?.coefficients ?? [];
  expect(slope?.value).toBeCloseTo(605.11 / 1210, 12);
  expect(slope?.se).toBeCloseTo(0.118, 3);
  expect(slope?.t).toBeCloseTo(4.24, 2);
  expect(intercept?.value).toBeCloseTo(3.0, 2);
  expect(intercept?.se).toBeCloseTo(1.125, 3);
});

test("leastSquares: a balanced two-way layout has the closed form of group means", () => {
  // y = cell means of a 2 × 3 layout; effects are differences of marginal means.
  const rows = [0, 1].flatMap((m) =>
    [0, 1, 2].map((f) => ({ m, f, y: 0.3 + 0.2 * m - 0.1 * f + (m === f ? 0.05 : 0) })),
  );
  const fit = leastSquares(
    [
      rows.map(() => 1),
      rows.map(({ m }) => m),
      rows.map(({ f }) => Number(f === 1)),
      rows.map(({ f }) => Number(f === 2)),
    ],
    rows.map(({ y }) => y),
  );
  const mean = (keep: (row: { m: number; f: number }) => boolean) => {
    const kept = rows.filter(keep);
    return kept.reduce((sum, { y }) => sum + y, 0) / kept.length;
  };
  const values = fit?.coefficients.map(({ value }) => value) ?? [];
  expect(values[1]).toBeCloseTo(mean(({ m }) => m === 1) - mean(({ m }) => m === 0), 12);
  expect(values[2]).toBeCloseTo(mean(({ f }) => f === 1) - mean(({ f }) => f === 0), 12);
  expect(values[3]).toBeCloseTo(mean(({ f }) => f === 2) - mean(({ f }) => f === 0), 12);
  // Var of a difference of two means of three cells: σ²(1/3 + 1/3).
  const variance = fit?.residualVariance ?? Number.NaN;
  expect(fit?.coefficients[1]?.se).toBeCloseTo(Math.sqrt((2 / 3) * variance), 12);
});

test("leastSquares: residuals are orthogonal to every column", () => {
  const value = fc.double({ min: -10, max: 10, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value), { minLength: 4, maxLength: 30 }), (rows) => {
      const columns = [rows.map(() => 1), rows.map(([x]) => x), rows.map(([, x]) => x)];
      const y = rows.map(([, , v]) => v);
      const fit = leastSquares(columns, y);
      if (fit === null) return;
      const beta = fit.coefficients.map((c) => c.value);
      const residuals = y.map(
        (v, i) =>
          v - columns.reduce((sum, column, j) => sum + (column[i] as number) * (beta[j] as number), 0),
      );
      // Near-collinear draws have large coefficients; rounding grows with them.
      const size = 1 + Math.max(...beta.map(Math.abs));
      for (const column of columns) {
        const product = column.reduce((sum, x, i) => sum + x * (residuals[i] as number), 0);
        expect(Math.abs(product)).toBeLessThan(1e-9 * size * rows.length);
      }
    }),
  );
});

test("undetermined fits are null, never NaN", () => {
  expect(line([], [])).toBeNull();
  expect(line([1], [2])).toBeNull();
  expect(line([0.1, 0.1, 0.1], [1, 2, 3])).toBeNull();
  expect(leastSquares([], [1])).toBeNull();
  expect(
    leastSquares(
      [
        [1, 1],
        [0.04, 0.04],
      ],
      [1, 2],
    ),
  ).toBeNull();
  expect(leastSquares([[1], [2]], [1])).toBeNull();
  const exact = leastSquares(
    [
      [1, 1],
      [0, 1],
    ],
    [1, 3],
  );
  expect(exact?.residualVariance).toBeNull();
  expect(exact?.coefficients[1]).toMatchObject({ se: null, t: null });
  expect(exact?.coefficients[1]?.value).toBeCloseTo(2, 12);
});

test("unequal lengths are a caller's mistake", () => {
  expect(() => line([1, 2], [1])).toThrow(/as many y as x, got 1 and 2/);
  expect(() => leastSquares([[1, 1], [1]], [1, 2])).toThrow(/columns of length 2, got 1/);
});
