import { expect, test } from "vitest";
import { cohenKappa, exactMatch, fleissKappa, meanCohenKappa } from "../../src/statistics/agreement.ts";

/** Two lists of labels from a table of counts, rows the first annotator's. */
function fromTable(table: readonly (readonly number[])[]): [string[], string[]] {
  const [a, b]: [string[], string[]] = [[], []];
  table.forEach((row, i) => {
    row.forEach((count, j) => {
      for (let k = 0; k < count; k++) {
        a.push(`label ${i}`);
        b.push(`label ${j}`);
      }
    });
  });
  return [a, b];
}

const COHEN: Readonly<
  Record<string, readonly [table: readonly (readonly number[])[], kappa: number, digits: number]>
> = {
  // Cohen 1968, Psychological Bulletin 70:213, table 1 (200 cases): kappa .492.
  "Cohen's diagnoses": [
    [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ],
    0.492,
    3,
  ],
  // The two-by-two example of textbooks (Wikipedia, "Cohen's kappa"): 0.40.
  "fifty grant proposals": [
    [
      [20, 5],
      [10, 15],
    ],
    0.4,
    12,
  ],
  // The same page: equal agreement, unequal kappa, 0.1304 and 0.2593.
  "like marginals": [
    [
      [45, 15],
      [25, 15],
    ],
    0.1304,
    4,
  ],
  "unlike marginals": [
    [
      [25, 35],
      [5, 35],
    ],
    0.2593,
    4,
  ],
  // SAS PROC FREQ, as statsmodels' test_inter_rater.py quotes it; a label that one annotator never gives.
  SAS: [
    [
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ],
    0.4842,
    4,
  ],
};
test.each(Object.keys(COHEN))("Cohen's kappa: %s", (name) => {
  const [table, kappa, digits] = COHEN[name]!;
  const [a, b] = fromTable(table);
  expect(cohenKappa(a, b)).toBeCloseTo(kappa, digits);
  expect(cohenKappa(b, a)).toBe(cohenKappa(a, b));
});

test("scikit-learn's documented example of cohen_kappa_score", () => {
  const a = ["negative", "positive", "negative", "neutral", "positive"];
  const b = ["negative", "positive", "negative", "neutral", "negative"];
  expect(cohenKappa(a, b)).toBeCloseTo(0.6875, 12);
});

test("Cohen's kappa is undefined without units and where one label is all there is", () => {
  expect(cohenKappa([], [])).toBeNull();
  expect(cohenKappa(["a", "a", "a"], ["a", "a", "a"])).toBeNull();
  expect(cohenKappa(["a", "a"], ["b", "b"])).toBe(0);
  expect(cohenKappa(["a", "b"], ["b", "a"])).toBe(-1);
  expect(() => cohenKappa(["a"], [])).toThrow("equal length, got 1 and 0");
});

// Fleiss 1971, Psychological Bulletin 76:378, table 1: 30 patients, six psychiatrists each, five diagnoses; kappa .430.
// As R's irr has them (`diagnoses`; kappam.fleiss gives 0.4302445).
const DIAGNOSES = (
  "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445 " +
  "333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"
)
  .split(" ")
  .map((unit) => [...unit]);
test("Fleiss' psychiatrists have kappa .430", () => {
  expect(DIAGNOSES).toHaveLength(30);
  expect(fleissKappa(DIAGNOSES)).toBeCloseTo(0.4302445, 7);
});

// Fleiss 1981, as Wikipedia's "Fleiss' kappa" works it out: ten subjects, fourteen raters, 0.210.
const SUBJECTS = [
  [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]; // biome-ignore format: a table
test("ten subjects and fourteen raters have kappa .210", () => {
  const ratings = SUBJECTS.map((counts) => counts.flatMap((count, label) => Array(count).fill(`${label}`)));
  expect(fleissKappa(ratings)).toBeCloseTo(0.21, 3);
});

test("a unit with one label changes nothing in Fleiss' kappa, and missing labels are left out", () => {
  const lone = [null, "9", null, null, null, null];
  expect(fleissKappa([...DIAGNOSES, lone, Array(6).fill(null)])).toBe(fleissKappa(DIAGNOSES));
  // By hand: P = (1 + 1/3 + 0)/3; 4 a, 3 b of 7; chance = 25/49; (4/9 − 25/49)/(1 − 25/49).
  const unequal = [["a", "a", null], ["a", "b", "b"], [null, "b", "a"]]; // biome-ignore format: a table
  expect(fleissKappa(unequal)).toBeCloseTo((4 / 9 - 25 / 49) / (24 / 49), 12);
});

test("Fleiss' kappa is undefined without pairs of labels and where one label is all there is", () => {
  expect(fleissKappa([])).toBeNull();
  expect(fleissKappa([["a", null], [null, "b"]])).toBeNull(); // biome-ignore format: a table
  expect(fleissKappa([["a", "a"], ["a", "a"]])).toBeNull(); // biome-ignore format: a table
});

test("exact match is averaged over pairs of annotators, each on what both labelled", () => {
  const ratings = [
    ["a", "a", null, null],
    ["a", "b", "b", null],
    ["b", "b", "a", null],
    [null, "a", "a", null],
  ];
  // Pairs 1-2: 2 of 3; 1-3: 0 of 2; 2-3: 2 of 3; the fourth annotator labelled nothing.
  expect(exactMatch(ratings)).toEqual({ value: expect.closeTo((2 / 3 + 0 + 2 / 3) / 3, 12), pairs: 3 });
  expect(exactMatch([["a"], ["b"]])).toEqual({ value: null, pairs: 0 });
  expect(exactMatch([])).toEqual({ value: null, pairs: 0 });
});

test("mean Cohen's kappa leaves out pairs without a kappa", () => {
  const ratings = [
    ["a", "a", "a"],
    ["a", "b", "a"],
    ["b", "b", null],
    ["b", "b", null],
  ];
  // 1-2: (0.75 − 0.5)/0.5; 1-3: one label is all there is; 2-3: nothing beyond chance.
  expect(meanCohenKappa(ratings)).toEqual({ value: expect.closeTo(0.25, 12), pairs: 2 });
});
