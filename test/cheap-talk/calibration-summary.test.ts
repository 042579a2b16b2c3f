import { expect, test } from "vitest";
import { summariseCoverage } from "../../src/cheap-talk/calibration/coverage-summary.ts";
import { summarise } from "../../src/cheap-talk/calibration/summary.ts";

const trial = (value: number, truth: number, word: string | null = null, isBeyond = false) => ({
  value,
  truth,
  word,
  isBeyond,
});

test("measurements: mean, bias, sd with n − 1; a missing value is counted and enters nothing", () => {
  expect(summarise([trial(1, 0.5), trial(3, 1.5), trial(Number.NaN, 100)])).toMatchObject({
    missing: 1,
    truth: 34,
    mean: 2,
    mean_error: 1,
    sd: Math.SQRT2,
    share_exact: null,
    mode: null,
    distribution: null,
  });
});

test("counts: 10 comes after 9, the commonest is the mode and of equals the smallest; a ceiling is still a count", () => {
  const counts = [10, 9, 10, 9, 2].map((n) => trial(n, n === 2 ? 2 : 8, String(n), n === 10));
  expect(summarise(counts)).toMatchObject({
    mean: 8,
    mode: "9",
    distribution: "2: 1, 9: 2, 10: 2",
    share_exact: 0.2,
    share_beyond: 0.4,
  });
});

test("a measurement beyond its range has no size, and without a truth there is no bias", () => {
  expect(summarise([trial(80, Number.NaN, null, true), trial(40, Number.NaN)])).toMatchObject({
    mean: 40,
    sd: null,
    share_beyond: 0.5,
    truth: null,
    mean_error: null,
    missing: 0,
  });
  expect(summarise([])).toMatchObject({ missing: 0, mean: null, truth: null, share_beyond: null });
});

test("coverage of the mean and of the truth; an interval without an upper end reaches all that is above", () => {
  const row = (value: number, half_lo: number | null, half_hi: number | null) => ({
    truth: 5,
    value,
    half_lo,
    half_hi,
    bootstrap_lo: value + 1,
    bootstrap_hi: value + 3,
  });
  // The mean of the values is 2.
  expect(summariseCoverage([row(1, 0, 1.5), row(2, 1, 3), row(3, 1, null), row(2, null, null)])).toEqual({
    replications: 4,
    missing: 1,
    truth: 5,
    mean: 2,
    sd: Math.sqrt(2 / 3),
    half_covers_mean: 2 / 3,
    half_covers_truth: 1 / 3,
    half_width: null,
    bootstrap_covers_mean: 1 / 4,
    bootstrap_covers_truth: 3 / 4,
    bootstrap_width: 2,
    bootstrap_excludes_estimate: 1,
  });
});
