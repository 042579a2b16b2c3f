import fc from "fast-check";
import { expect, test } from "vitest";
import { risingOrder } from "../../src/statistics/rising-order.ts";

test("places come in rising order, equal values in their own", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), (list) => {
      const expected = list.map((_, i) => i).sort((a, b) => list[a] - list[b] || a - b);
      expect([...risingOrder(Float64Array.from(list))]).toEqual(expected);
    }),
  );
});

test("its input is left alone", () => {
  const values = Float64Array.of(3, 1, 2);
  expect([...risingOrder(values)]).toEqual([1, 2, 0]);
  expect([...values]).toEqual([3, 1, 2]);
});
