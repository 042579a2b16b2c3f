import { expect, test } from "vitest";
import { accuracy, confusionMatrix, macroF1 } from "../../src/statistics/classification.ts";

// scikit-learn's documentation of confusion_matrix.
test("scikit-learn's confusion matrix: rows are the truth", () => {
  expect(confusionMatrix([..."202201"], [..."002202"], ["0", "1", "2"])).toEqual([
    [2, 0, 0],
    [0, 0, 1],
    [1, 0, 2],
  ]);
});

test("a class that is listed and does not occur has zeros, one that is not listed is refused", () => {
  expect(confusionMatrix(["a"], ["a"], ["a", "b"])).toEqual([
    [1, 0],
    [0, 0],
  ]);
  expect(() => confusionMatrix<string>(["a"], ["c"], ["a", "b"])).toThrow(
    "confusionMatrix requires one of a, b, got c",
  );
  expect(() => confusionMatrix(["a"], [], ["a"])).toThrow("equal length, got 1 and 0");
});

// scikit-learn's documentation of f1_score: average="macro" gives 0.267.
test("scikit-learn's macro F1", () => {
  expect(macroF1([..."012012"], [..."021001"])).toBeCloseTo(0.2667, 4);
  expect(accuracy([..."012012"], [..."021001"])).toBeCloseTo(1 / 3, 12);
});

test("a class that occurs on one side alone has F1 0, a class that occurs on neither is left out", () => {
  expect(macroF1(["a", "a"], ["a", "a"])).toBe(1);
  // a: 2·1/(2·1 + 0 + 1); b: never right.
  expect(macroF1(["a", "a"], ["a", "b"])).toBeCloseTo((2 / 3 + 0) / 2, 12);
  expect(macroF1(["a", "b"], ["a", "a"])).toBeCloseTo((2 / 3 + 0) / 2, 12);
});

test("nothing has no accuracy", () => {
  expect([accuracy([], []), macroF1([], [])]).toEqual([null, null]);
});
