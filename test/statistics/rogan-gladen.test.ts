import { expect, test } from "vitest";
import { type ClassifiedCounts, langReiczigel, roganGladen } from "../../src/statistics/rogan-gladen.ts";

const counts = (
  [positive, classified]: readonly [number, number],
  [truePositive, referencePositive]: readonly [number, number],
  [trueNegative, referenceNegative]: readonly [number, number],
): ClassifiedCounts => ({
  positive,
  classified,
  truePositive,
  referencePositive,
  trueNegative,
  referenceNegative,
});

// epiR's documentation of epi.prev: 23 of 150 cows positive, sensitivity 96 %, specificity 89 %: 5.1 per 100.
test("the cows of epi.prev", () => {
  const { apparent, corrected, outside } = roganGladen(counts([23, 150], [96, 100], [89, 100]));
  expect(apparent).toBeCloseTo(0.1533, 4);
  expect(corrected).toBeCloseTo(0.051, 3);
  expect(outside).toBe(false);
});

test("the corrected rate undoes what the classifier does", () => {
  // Truth 0.3: 0.3·0.8 + 0.7·0.1 = 0.31.
  expect(roganGladen(counts([31, 100], [8, 10], [9, 10])).corrected).toBeCloseTo(0.3, 12);
});

// The second example there: 6 of 151 children positive, 96.4 % and 92.7 %: 0 once it is cut.
test("a rate outside [0, 1] is kept and flagged", () => {
  const below = roganGladen(counts([6, 151], [964, 1000], [927, 1000]));
  expect(below.corrected).toBeCloseTo((6 / 151 + 0.927 - 1) / 0.891, 12);
  expect([below.corrected! < 0, below.outside]).toEqual([true, true]);
  const above = roganGladen(counts([9, 10], [8, 10], [9, 10]));
  expect([above.corrected! > 1, above.outside]).toEqual([true, true]);
});

test.each([
  ["nothing was classified", counts([0, 0], [8, 10], [9, 10])],
  ["nothing is truly positive", counts([3, 10], [0, 0], [9, 10])],
  ["nothing is truly negative", counts([3, 10], [8, 10], [0, 0])],
  ["sensitivity and specificity make exactly 1", counts([3, 10], [3, 10], [7, 10])],
  ["they make 1 in fractions that do not add up in floating point", counts([3, 10], [1, 3], [2, 3])],
  ["they make less", counts([3, 10], [2, 10], [7, 10])],
])("undefined where %s", (_, given) => {
  expect(roganGladen(given)).toMatchObject({ corrected: null, outside: null });
  expect(langReiczigel(given, 0.95)).toBeNull();
});

test("what can be told of an undefined one is told", () => {
  expect(roganGladen(counts([3, 10], [0, 0], [9, 10]))).toEqual({
    apparent: 0.3,
    sensitivity: null,
    specificity: 0.9,
    corrected: null,
    outside: null,
  });
});

// Lang & Reiczigel 2014, Preventive Veterinary Medicine 113:13, examples 1 to 4, as the documentation of asht::prevSeSp
// 1.0.3 quotes them. Printed to two or three decimals.
const EXAMPLES = [
  ["1", counts([4060, 11284], [178, 179], [358, 359]), 0.349, 0.372, 3],
  ["2", counts([51, 2971], [32, 33], [20, 20]), 0, 0.053, 3],
  ["3", counts([712, 11862], [8, 10], [12, 12]), 0, 0.147, 3],
  ["4, first", counts([259, 509], [84, 127], [96, 109]), 0.58, 0.87, 2],
  ["4, second", counts([51, 509], [23, 41], [187, 195]), 0.037, 0.195, 3],
] as const;
test.each(EXAMPLES)("Lang and Reiczigel's example %s", (_, given, low, high, digits) => {
  const interval = langReiczigel(given, 0.95)!;
  expect(interval.low).toBeCloseTo(low, digits);
  expect(interval.high).toBeCloseTo(high, digits);
});

test("exchanging the classes mirrors the interval", () => {
  const { low, high } = langReiczigel(counts([40, 100], [17, 20], [27, 30]), 0.9)!;
  const mirrored = langReiczigel(counts([60, 100], [27, 30], [17, 20]), 0.9)!;
  expect(mirrored.low).toBeCloseTo(1 - high, 12);
  expect(mirrored.high).toBeCloseTo(1 - low, 12);
});

test("no interval where the adjusted counts tell nothing", () => {
  // 3 of 100 and 1 of 1 make more than 1; 4 of 102 and 2 of 3 do not.
  expect(langReiczigel(counts([30, 100], [55, 100], [1, 1]), 0.95)).not.toBeNull();
  const barely = counts([30, 100], [3, 100], [1, 1]);
  expect(roganGladen(barely).corrected).toBeCloseTo(10, 12);
  expect(langReiczigel(barely, 0.95)).toBeNull();
});

test("counts that cannot be are a caller's mistake", () => {
  expect(() => roganGladen(counts([11, 10], [1, 2], [1, 2]))).toThrow(
    "roganGladen requires whole numbers 0 <= positive <= classified, got 11 and 10",
  );
  expect(() => langReiczigel(counts([1, 10], [0.5, 2], [1, 2]), 0.95)).toThrow("got 0.5 and 2");
  expect(() => langReiczigel(counts([1, 10], [1, 2], [1, 2]), 1)).toThrow("0 < level < 1, got 1");
});
