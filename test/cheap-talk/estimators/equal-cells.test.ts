import fc from "fast-check";
import { expect, test } from "vitest";
import { oracleActions, oracleLosses } from "../../../src/cheap-talk/equilibrium.ts";
import { equivalentCells, equivalentCellsText } from "../../../src/cheap-talk/estimators/equal-cells.ts";
import { crossFitFolds } from "../../../src/cheap-talk/folds.ts";
import { draws, meanOf, repeated, sdOf } from "./senders.ts";

const TIMES = 200;
const folds = crossFitFolds(200, 5, 0);
const { babble, noisy, states } = draws(1);

/** Values over fresh lists of 200 states. */
const over = (report: (omega: Float64Array) => Float64Array) =>
  repeated(TIMES, () => {
    const omega = states(200);
    return equivalentCells(omega, report(omega), folds);
  });

// cheap-talk.md §8: means 4.98, 2.51, 1.79, 1.53 and a standard deviation of 4 % over lists, so that a mean
// over 200 lists is within 0.3 % or so of its own expectation; tolerance 1 %.
test.each([
  [0.01, 5.02, 4.98],
  [0.04, 2.51, 2.51],
  [0.08, 1.78, 1.79],
  [0.12, 1.54, 1.53],
])("the equilibrium sender at b = %f, worth %f cells, gets %f", (bias, truth, expected) => {
  expect(1 / Math.sqrt(12 * oracleLosses(bias).receiver)).toBeCloseTo(truth, 2);
  const values = over((omega) => oracleActions(omega, bias));
  expect(Math.abs(meanOf(values) / expected - 1)).toBeLessThan(0.01);
  expect(sdOf(values) / expected).toBeGreaterThan(0.03);
  expect(sdOf(values) / expected).toBeLessThan(0.05);
});

test("a babbler gets 0.98, rounding to one decimal 10.1", () => {
  expect(Math.abs(meanOf(over(babble)) - 0.98)).toBeLessThan(0.015);
  const rounded = over((omega) => omega.map((state) => Math.round(10 * state) / 10));
  expect(Math.abs(meanOf(rounded) - 10.1)).toBeLessThan(0.15);
});

test("a lossless sender is beyond 50, whatever it adds or however it scales", () => {
  for (const report of [
    (state: number) => state,
    (state: number) => state + 0.12,
    (state: number) => 3 * state - 40,
  ]) {
    for (const value of over((omega) => omega.map(report))) expect(equivalentCellsText(value)).toBe("> 50");
  }
  expect(equivalentCellsText(Number.POSITIVE_INFINITY)).toBe("> 50");
  expect(equivalentCellsText(2.514)).toBe("2.51");
});

test("offset and scale of the report leave it alone", () => {
  const omega = states(200);
  const report = noisy(oracleActions(omega, 0.04), 0.02);
  const value = equivalentCells(omega, report, folds);
  const moved = report.map((number) => 4 * number + 7);
  expect(equivalentCells(omega, moved, folds)).toBeCloseTo(value, 8);
});

test("one stray number costs one row, not the cell", () => {
  const omega = states(200);
  const report = oracleActions(omega, 0.04);
  const clean = equivalentCells(omega, report, folds);
  report[17] = 42;
  expect(equivalentCells(omega, report, folds) / clean).toBeGreaterThan(0.9);
});

test("a report that falls with the state looks like babbling", () => {
  const values = over((omega) => omega.map((state) => 1 - state));
  expect(Math.abs(meanOf(values) - 1)).toBeLessThan(0.02);
});

test("the fit is the isotonic one of the other folds, straight between its points, constant beyond", () => {
  // Fold 1 is predicted from the reports 1, 2, 2, 4 with states 0.2, 0.1, 0.5, 0.6: fitted 0.2, 0.3, 0.6.
  const omega = Float64Array.of(0.2, 0.1, 0.5, 0.6, 0.2, 0.25, 0.5, 0.9);
  const report = Float64Array.of(1, 2, 2, 4, 0, 1.5, 3, 9);
  const fold = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);
  // Of fold 1: 0.2, 0.25, 0.45, 0.6. Fold 0 from 0, 1.5, 3, 9 with 0.2, 0.25, 0.5, 0.9: at 1, 2, 2, 4.
  const predicted = [0.2 + 0.05 / 1.5, 0.25 + 0.25 / 3, 0.25 + 0.25 / 3, 0.5 + 0.4 / 6, 0.2, 0.25, 0.45, 0.6];
  const loss = predicted.reduce((sum, p, i) => sum + (p - omega[i]) * (p - omega[i]), 0) / 8;
  expect(equivalentCells(omega, report, fold)).toBeCloseTo(1 / Math.sqrt(12 * loss), 12);
});

test("N equal cells, well filled, get N; the order of the rows does not matter", () => {
  for (const cells of [2, 5, 9]) {
    const omega = Float64Array.from({ length: 9000 }, (_, i) => (i + 0.5) / 9000);
    const report = omega.map((state) => Math.floor(cells * state));
    const fold = Int32Array.from({ length: 9000 }, (_, i) => i % 5);
    expect(equivalentCells(omega, report, fold)).toBeCloseTo(cells, 2);
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
      const { permutation, babble: talk, states: fresh } = draws(seed);
      const omega = fresh(30);
      const report = talk(omega).map((number) => Math.round(8 * number));
      const fold = crossFitFolds(30, 5, 0);
      const order = permutation(30);
      const value = equivalentCells(
        Float64Array.from(order, (i) => omega[i]),
        Float64Array.from(order, (i) => report[i]),
        Int32Array.from(order, (i) => fold[i]),
      );
      expect(value).toBeCloseTo(equivalentCells(omega, report, fold), 10);
    }),
    { numRuns: 50 },
  );
});

test("nothing lost is Infinity, nothing to learn from is NaN", () => {
  const two = Float64Array.of(0.3, 0.3);
  expect(equivalentCells(two, two, Int32Array.of(0, 1))).toBe(Number.POSITIVE_INFINITY);
  expect(equivalentCells(two, two, Int32Array.of(0, 0))).toBeNaN();
  expect(equivalentCells(new Float64Array(0), new Float64Array(0), new Int32Array(0))).toBeNaN();
  expect(() => equivalentCells(two, two, new Int32Array(1))).toThrow("got 2 and 1 for 2");
});
