import fc from "fast-check";
import { expect, test } from "vitest";
import { poolAdjacentViolators } from "../../src/statistics/isotonic.ts";

test("runs that fall become their weighted mean", () => {
  const fit = poolAdjacentViolators(Float64Array.from([1, 5, 2, 2, 9]), Float64Array.from([1, 1, 3, 2, 1]));
  expect([...fit]).toEqual([1, 2.5, 2.5, 2.5, 9]);
});

test("the fit is the max–min formula of isotonic regression", () => {
  const point = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(fc.array(point, { maxLength: 9 }), (points) => {
      const values = Float64Array.from(points, ([value]) => value);
      const weights = Float64Array.from(points, ([, weight]) => weight);
      const mean = (from: number, to: number) => {
        let sum = 0;
        let weight = 0;
        for (let i = from; i <= to; i++) {
          sum += values[i] * weights[i];
          weight += weights[i];
        }
        return sum / weight;
      };
      const slow = points.map((_, i) => {
        const candidates = Array.from({ length: i + 1 }, (_, from) =>
          Math.min(...Array.from({ length: points.length - i }, (_, k) => mean(from, i + k))),
        );
        return Math.max(...candidates);
      });
      const fit = poolAdjacentViolators(values, weights);
      for (let i = 0; i < slow.length; i++) expect(fit[i]).toBeCloseTo(slow[i], 10);
    }),
  );
});

test("lengths must agree", () => {
  expect(() => poolAdjacentViolators(new Float64Array(2), new Float64Array(1))).toThrow("got 1 for 2");
});
