import { expect, test } from "vitest";
import { oracleActions } from "../../../src/cheap-talk/equilibrium.ts";
import {
  adjustedInformation,
  adjustedInformationOf,
  adjustedOracle,
} from "../../../src/cheap-talk/estimators/adjusted-information.ts";
import { equalBins, mutualInformation } from "../../../src/statistics/information.ts";
import { draws, meanOf, publishedStates, repeated, sdOf } from "./senders.ts";

const states = publishedStates();

// Eq. 24a in exact binomials (Python 3.11, math.comb) on the published states, 20 bins.
test.each([
  [0.01, 0.48982],
  [0.04, 0.31477],
  [0.08, 0.2134],
  [0.12, 0.18523],
])("the equilibrium sender at b = %f scores %f", (bias, expected) => {
  expect(Math.abs(adjustedInformation(states, oracleActions(states, bias), 20) - expected)).toBeLessThan(
    5e-6,
  );
  expect(adjustedOracle(states, bias, 20)).toBe(adjustedInformation(states, oracleActions(states, bias), 20));
});

test.each([10, 20, 30])(
  "a babbler scores 0 on average with %i bins, where the plug-in index does not",
  (bins) => {
    const { babble } = draws(1);
    const stateBins = equalBins(states, bins);
    const measure = adjustedInformationOf(200, bins);
    const plugIn: number[] = [];
    const values = repeated(400, () => {
      const actionBins = equalBins(babble(states), bins);
      plugIn.push(mutualInformation(stateBins, actionBins, bins).normalised);
      return measure(stateBins, actionBins);
    });
    expect(Math.abs(meanOf(values))).toBeLessThan(0.004);
    expect(meanOf(plugIn)).toBeGreaterThan(0.1);
    // 0 ± .036 at 20 bins: two standard deviations.
    if (bins === 20) expect(Math.abs(sdOf(values) - 0.018)).toBeLessThan(0.002);
  },
);

test("whatever fixes the state bin scores 1, in any order of the bins", () => {
  const omega = draws(2).states(100);
  expect(adjustedInformation(omega, omega, 20)).toBeCloseTo(1, 12);
  expect(adjustedOracle(omega, 0, 20)).toBeCloseTo(1, 12);
  const bins = equalBins(omega, 20);
  const { permutation, babble } = draws(3);
  const relabel = permutation(20);
  const measure = adjustedInformationOf(100, 20);
  expect(
    measure(
      bins,
      bins.map((bin) => relabel[bin]),
    ),
  ).toBeCloseTo(1, 12);
  const actions = equalBins(babble(omega), 20);
  const value = measure(bins, actions);
  expect(
    measure(
      bins.map((bin) => relabel[bin]),
      actions.map((bin) => relabel[19 - bin]),
    ),
  ).toBeCloseTo(value, 12);
});

test("chosen rows count as often as they are named, in a size of their own", () => {
  const { babble } = draws(4);
  const stateBins = equalBins(states, 20);
  const actions = babble(states);
  const actionBins = equalBins(actions, 20);
  const rows = Int32Array.from({ length: 100 }, (_, i) => 2 * i);
  const half = (values: Float64Array) => values.filter((_, i) => i % 2 === 0);
  const measure = adjustedInformationOf(200, 20);
  const whole = measure(stateBins, actionBins);
  expect(measure(stateBins, actionBins, rows)).toBe(adjustedInformation(half(states), half(actions), 20));
  expect(measure(stateBins, actionBins)).toBe(whole);
});

test("actions beyond the unit interval count as its ends", () => {
  const wild = states.map((state) => (state > 0.5 ? 42 : -3));
  expect(adjustedInformation(states, wild, 20)).toBe(
    adjustedInformation(
      states,
      states.map((state) => (state > 0.5 ? 1 : 0)),
      20,
    ),
  );
});

test("a constant action says exactly nothing", () => {
  expect(adjustedInformation(states, new Float64Array(200).fill(0.5), 20)).toBe(0);
});

test("it is undefined where nothing is left to chance: no rows, one state bin, every action in its own bin", () => {
  expect(adjustedInformation(new Float64Array(0), new Float64Array(0), 20)).toBeNaN();
  expect(adjustedInformation(new Float64Array(9).fill(0.3), states.subarray(0, 9), 20)).toBeNaN();
  const ladder = Float64Array.from({ length: 10 }, (_, i) => (i + 0.5) / 10);
  expect(adjustedInformation(Float64Array.from(ladder).reverse(), ladder, 10)).toBeNaN();
});
