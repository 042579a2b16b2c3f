import fc from "fast-check";
import { expect, test } from "vitest";
import { gramRidge, innerProducts } from "../../src/statistics/gram-ridge.ts";
import { fitRidge, predictRidge } from "../../src/statistics/ridge.ts";
import { sparseRows } from "../../src/statistics/sparse.ts";

const DIMENSIONS = 6;
const entry = fc.double({ min: -2, max: 2, noNaN: true });

test("from inner products alone, on any subset, it predicts what fitRidge predicts", () => {
  const rows = fc.array(fc.array(entry, { minLength: DIMENSIONS, maxLength: DIMENSIONS }), {
    minLength: 2,
    maxLength: 12,
  });
  const alpha = fc.double({ min: 0.1, max: 10, noNaN: true });
  fc.assert(
    fc.property(rows, fc.array(fc.nat(), { minLength: 1, maxLength: 10 }), alpha, (dense, picks, penalty) => {
      const matrix = sparseRows(
        dense.map((row) => row.map((value, column): [number, number] => [column, value])),
        DIMENSIONS,
      );
      const chosen = [...new Set(picks.map((pick) => pick % dense.length))];
      const responses = Float64Array.from(chosen, (row) => Math.sin(row + 1));
      const every = Int32Array.from(dense, (_, i) => i);
      const predict = gramRidge(
        innerProducts(matrix, every),
        dense.length,
        Int32Array.from(chosen),
        responses,
        penalty,
      );
      const ones = new Float64Array(chosen.length).fill(1);
      const fit = fitRidge(matrix, Int32Array.from(chosen), ones, responses, penalty);
      for (let i = 0; i < dense.length; i++) expect(predict(i)).toBeCloseTo(predictRidge(fit, matrix, i), 9);
    }),
  );
});

test("a row that occurs twice counts twice, and nothing to fit on is an error", () => {
  const matrix = sparseRows([[[0, 1]], [[1, 1]], [[0, 1]]], 2);
  const gram = innerProducts(matrix, Int32Array.of(0, 1, 2));
  expect([...gram]).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const twice = gramRidge(gram, 3, Int32Array.of(0, 1, 2), Float64Array.of(1, 0, 1), 1);
  const counted = fitRidge(matrix, Int32Array.of(0, 1), Float64Array.of(2, 1), Float64Array.of(1, 0), 1);
  for (let i = 0; i < 3; i++) expect(twice(i)).toBeCloseTo(predictRidge(counted, matrix, i), 12);
  expect(() => gramRidge(gram, 3, new Int32Array(0), new Float64Array(0), 1)).toThrow("got 0 rows");
  expect(() => gramRidge(gram, 3, Int32Array.of(0), Float64Array.of(1), 0)).toThrow("alpha 0");
});
