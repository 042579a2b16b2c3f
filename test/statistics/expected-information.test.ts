import fc from "fast-check";
import { expect, test } from "vitest";
import { expectedInformation, expectedInformationOf } from "../../src/statistics/expected-information.ts";
import { mutualInformation } from "../../src/statistics/information.ts";
import { defaultRng } from "../../src/statistics/random/index.ts";

const counts = (...list: number[]) => Int32Array.from(list);

/** Every order of a list, repeated values as if they were different. */
function* orders(list: readonly number[]): Generator<number[]> {
  if (list.length === 0) yield [];
  for (const [i, first] of list.entries())
    for (const rest of orders(list.filter((_, k) => k !== i))) yield [first, ...rest];
}

const labelsOf = (sizes: Int32Array) => [...sizes].flatMap((size, label) => new Array(size).fill(label));

/** The definition: mean information over every way of pairing. */
function meanOverPairings(rowCounts: Int32Array, columnCounts: Int32Array): number {
  const rows = Int32Array.from(labelsOf(rowCounts));
  let sum = 0;
  let pairings = 0;
  for (const columns of orders(labelsOf(columnCounts))) {
    sum += mutualInformation(rows, Int32Array.from(columns), 6).mutual;
    pairings++;
  }
  return sum / pairings;
}

const partsOf = (n: number) =>
  fc
    .array(fc.nat(5), { minLength: n, maxLength: n })
    .map((labels) => Int32Array.from({ length: 6 }, (_, label) => labels.filter((l) => l === label).length));

test("it is the mean over every pairing", () => {
  const margins = fc.integer({ min: 1, max: 6 }).chain((n) => fc.tuple(partsOf(n), partsOf(n)));
  fc.assert(
    fc.property(margins, ([rows, columns]) => {
      expect(expectedInformation(rows, columns)).toBeCloseTo(meanOverPairings(rows, columns), 12);
    }),
    { numRuns: 60 },
  );
});

// scikit-learn, sklearn/metrics/cluster/tests/test_supervised.py: labels of counts 6, 6, 5 and 6, 7, 4, to five
// decimals; and one label of 70,000.
test("it agrees with scikit-learn's known values", () => {
  expect(Math.abs(expectedInformation(counts(6, 6, 5), counts(6, 7, 4)) - 0.15042)).toBeLessThanOrEqual(5e-6);
  expect(expectedInformation(counts(70000), counts(70000))).toBe(0);
});

test("it agrees with random pairings of 200 observations in 20 bins", () => {
  const random = defaultRng(1);
  const rows = random.integers(0, 20, 200);
  const columns = random.integers(3, 15, 200);
  const tally = (labels: Int32Array) =>
    Int32Array.from({ length: 20 }, (_, bin) => labels.filter((label) => label === bin).length);
  const values = Array.from({ length: 2000 }, () => {
    const order = random.permutation(200);
    return mutualInformation(
      rows,
      Int32Array.from(order, (i) => columns[i]),
      20,
    ).mutual;
  });
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  // The standard deviation of I is about 0.03, that of the mean 0.0007.
  expect(Math.abs(expectedInformation(tally(rows), tally(columns)) - mean)).toBeLessThan(0.003);
});

test("it is symmetric, and neither order nor empty cells matter", () => {
  const value = expectedInformation(counts(5, 1, 9, 3), counts(8, 4, 6));
  expect(expectedInformation(counts(8, 4, 6), counts(5, 1, 9, 3))).toBeCloseTo(value, 14);
  expect(expectedInformation(counts(0, 3, 9, 5, 0, 1), counts(4, 0, 6, 8))).toBeCloseTo(value, 14);
});

test("many observations do not underflow: it nears (rows − 1)(columns − 1)/2n", () => {
  expect(expectedInformation(counts(2500, 2500), counts(2500, 2500)) * 2 * 5000).toBeCloseTo(1, 3);
  const kept = expectedInformationOf(900)(counts(300, 300, 300), counts(450, 450));
  expect((kept * 2 * 900) / 2).toBeCloseTo(1, 2);
});

test("a constant variable has none, one of single observations all of the other's entropy", () => {
  expect(expectedInformation(counts(7), counts(2, 3, 2))).toBe(0);
  const ones = Int32Array.from({ length: 6 }, () => 1);
  expect(expectedInformation(counts(2, 2, 2), ones)).toBeCloseTo(Math.log(3), 14);
});

test("nothing has no information, and counts must agree", () => {
  expect(expectedInformation(counts(0, 0), counts(0))).toBeNaN();
  expect(() => expectedInformation(counts(1, 2), counts(2))).toThrow("equal sum, got 3 and 2");
  expect(() => expectedInformation(counts(3, -1), counts(2))).toThrow("expectedInformation[1]");
});
