import fc from "fast-check";
import { expect, test } from "vitest";
import { fitLine } from "../../src/statistics/line.ts";
import { solvePositiveDefinite } from "../../src/statistics/linear-solve.ts";
import { fitRidge, predictRidge } from "../../src/statistics/ridge.ts";
import { sparseRows } from "../../src/statistics/sparse.ts";

const rational = fc.integer({ min: -20, max: 20 }).map((k) => k / 4);

test("a line through points on a line is that line; one absurd report does not overflow", () => {
  expect(fitLine(Float64Array.from([0, 1, 3]), Float64Array.from([1, 3, 7]))).toEqual({
    intercept: 1,
    slope: 2,
  });
  const { intercept, slope } = fitLine(Float64Array.from([1e300, 0, 0]), Float64Array.from([1, 0, 0.5]));
  expect(intercept).toBeCloseTo(0.25, 12);
  expect(slope * 1e300).toBeCloseTo(0.75, 12);
});

test("equal reports give the mean and slope 0, none at all give nothing", () => {
  expect(fitLine(new Float64Array(7).fill(0.1), Float64Array.from([0, 1, 0, 1, 0, 1, 0.5]))).toEqual({
    intercept: 0.5,
    slope: 0,
  });
  expect(fitLine(new Float64Array(0), new Float64Array(0)).slope).toBeNaN();
});

test("residuals of a line sum to 0 and are orthogonal to x", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(rational, rational), { minLength: 1, maxLength: 12 }), (points) => {
      const x = Float64Array.from(points, (point) => point[0]);
      const y = Float64Array.from(points, (point) => point[1]);
      const { intercept, slope } = fitLine(x, y);
      let sum = 0;
      let cross = 0;
      for (let i = 0; i < x.length; i++) {
        sum += y[i] - intercept - slope * x[i];
        cross += x[i] * (y[i] - intercept - slope * x[i]);
      }
      expect(Math.abs(sum)).toBeLessThan(1e-9);
      expect(Math.abs(cross)).toBeLessThan(1e-9);
    }),
  );
});

test("a positive definite system is solved; another is refused", () => {
  const vector = Float64Array.from([8, 11]);
  solvePositiveDefinite(Float64Array.from([4, 0, 2, 3]), vector);
  expect([...vector].map((value) => Math.round(value * 1e12) / 1e12)).toEqual([0.25, 3.5]);
  expect(() => solvePositiveDefinite(Float64Array.from([0]), Float64Array.from([1]))).toThrow(
    "pivot 0 in row 0",
  );
});

test("ridge satisfies its normal equations in both forms, repeated rows included", () => {
  const row = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 });
  const data = fc.array(fc.tuple(row, rational), { minLength: 2, maxLength: 14 });
  fc.assert(
    fc.property(data, fc.constantFrom(0.5, 1, 3), (points, alpha) => {
      // Distinct rows with counts, as the receivers hand them in.
      const distinct = [...new Set(points.map(([x]) => x.join()))];
      const lists = distinct.map((key) =>
        key.split(",").flatMap((value, j): [number, number][] => (value === "0" ? [] : [[j, Number(value)]])),
      );
      const members = distinct.map((key) => points.filter(([x]) => x.join() === key).map(([, y]) => y));
      const matrix = sparseRows(lists, 4);
      const fit = fitRidge(
        matrix,
        Int32Array.from(distinct.keys()),
        Float64Array.from(members, (ys) => ys.length),
        Float64Array.from(members, (ys) => ys.reduce((a, b) => a + b, 0) / ys.length),
        alpha,
      );
      const residuals = points.map(([x, y]) => y - predictRidge(fit, matrix, distinct.indexOf(x.join())));
      expect(residuals.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9);
      for (let j = 0; j < 4; j++) {
        const gradient = points.reduce((sum, [x], i) => sum + x[j] * residuals[i], 0);
        expect(gradient).toBeCloseTo(alpha * fit.coefficients[j], 9);
      }
    }),
  );
});

test("ridge without rows or penalty is refused", () => {
  const matrix = sparseRows([[[0, 1]]], 1);
  const one = Float64Array.from([1]);
  expect(() => fitRidge(matrix, new Int32Array(0), one, one, 1)).toThrow("0 rows");
  expect(() => fitRidge(matrix, new Int32Array(1), one, one, 0)).toThrow("alpha 0");
});
