import fc from "fast-check";
import { expect, test } from "vitest";
import { bootstrapRows, percentile, percentileInterval } from "../../src/statistics/resampling.ts";

test.each([
  [0, 1],
  [0.25, 1.75],
  [0.5, 2.5],
  [1, 4],
])("the share %f of 1, 2, 3, 4 lies at %f (type 7)", (share, expected) => {
  expect(percentile(Float64Array.from([4, 1, 3, 2]), share)).toBe(expected);
});

test("a percentile lies between the ends, grows with the share, and leaves its input alone", () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), {
    minLength: 1,
  });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(values, share, share, (list, p, q) => {
      const given = Float64Array.from(list);
      const low = percentile(given, Math.min(p, q));
      const high = percentile(given, Math.max(p, q));
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(high).toBeLessThanOrEqual(Math.max(...list));
      expect([...given]).toEqual(list);
    }),
  );
});

test("nothing has no percentile, an unknown value makes it unknown", () => {
  expect(() => percentile(new Float64Array(0), 0.5)).toThrow("got 0 values");
  expect(() => percentile(Float64Array.from([1]), 1.5)).toThrow("share 1.5");
  expect(percentile(Float64Array.from([1, Number.NaN]), 0.5)).toBeNaN();
});

test("a 95 % interval takes the percentiles 2.5 and 97.5", () => {
  const { low, high } = percentileInterval(
    Float64Array.from({ length: 201 }, (_, i) => i),
    0.95,
  );
  expect(low).toBeCloseTo(5, 10);
  expect(high).toBeCloseTo(195, 10);
});

test("resamples are consecutive draws of one generator", () => {
  const rows = bootstrapRows(200, 2, 0);
  // numpy-rng.json, integers_seed0_high200.
  expect([...rows[0].subarray(0, 5)]).toEqual([170, 127, 102, 53, 61]);
  expect(rows.map((row) => row.length)).toEqual([200, 200]);
  expect(rows[1]).not.toEqual(rows[0]);
});
