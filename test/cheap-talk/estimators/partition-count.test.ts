import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oracleActions } from "../../../src/cheap-talk/equilibrium.ts";
import {
  calibratedCount,
  countPartition,
  partitionCountInterval,
} from "../../../src/cheap-talk/estimators/partition-count.ts";
import { publishedCount, segment, stepFits } from "../../../src/cheap-talk/segmentation.ts";
import { draws, modeOf, publishedStates, repeated } from "./senders.ts";

const OURS = { maxSteps: 20, noiseFloor: 1e-3 };
const PUBLISHED = { maxSteps: 10, penalty: 1 };
const states = publishedStates();
const countOf = (omega: Float64Array, actions: Float64Array) => countPartition(omega, actions, OURS).count;

/** The criterion as the specification writes it. */
const criterion = (sse: number, n: number, k: number) =>
  n * Math.log(sse / n + 1e-6) + (2 * k - 1) * Math.log(n);

describe("known senders on the published states", () => {
  // Modal counts at each noise for b = .01, .04, .08, .12.
  test.each([
    [0, [7, 4, 3, 2]],
    [0.005, [7, 4, 3, 2]],
    [0.02, [7, 4, 3, 2]],
    [0.05, [6, 3, 3, 2]],
  ])("the equilibrium sender with action noise %f is seen as %j cells", (sd, expected) => {
    const { noisy } = draws(1);
    const modal = [0.01, 0.04, 0.08, 0.12].map((bias) =>
      modeOf(repeated(sd === 0 ? 1 : 25, () => countOf(states, noisy(oracleActions(states, bias), sd)))),
    );
    expect(modal).toEqual(expected);
  });

  test("a babbler has one cell", () => {
    const { babble } = draws(2);
    const counts = repeated(40, () => countOf(states, babble(states)));
    expect(counts.filter((count) => count === 1).length).toBeGreaterThanOrEqual(38);
  });

  test("ω + b has 18 to 20, and the ceiling is said", () => {
    const { noisy } = draws(3);
    const exact = countPartition(
      states,
      states.map((state) => state + 0.12),
      OURS,
    );
    expect([exact.count, exact.atCeiling]).toEqual([20, true]);
    const counts = repeated(25, () => countOf(states, noisy(states, 0.02)));
    expect(modeOf(counts)).toBeGreaterThanOrEqual(18);
    expect(countPartition(states, oracleActions(states, 0.04), OURS).atCeiling).toBe(false);
  });

  test("where the published criterion sees two steps, from the same fits", () => {
    const fits = stepFits(states, oracleActions(states, 0.01), 20);
    expect([publishedCount(fits, PUBLISHED), calibratedCount(fits, 1e-3)]).toEqual([2, 7]);
  });
});

test("cells without a state do not count", () => {
  const held = states.filter((state) => state >= 0.01);
  expect(held.length).toBe(199);
  expect(countOf(held, oracleActions(held, 0.04))).toBe(3);
});

test("it minimises the criterion over every K, ties to the smaller, whatever the search passes over", () => {
  const { states: fresh, noisy, babble } = draws(4);
  for (const make of [
    (omega: Float64Array) => noisy(omega, 0.05),
    (omega: Float64Array) => noisy(oracleActions(omega, 0.01), 0.1),
    babble,
    (omega: Float64Array) => omega.map((state) => Math.round(5 * state) / 5),
    (omega: Float64Array) => omega.map((state) => -state),
    (omega: Float64Array) => omega.map(() => 0.5),
  ]) {
    for (const n of [1, 2, 5, 60]) {
      const omega = fresh(n);
      const actions = make(omega);
      const fits = stepFits(omega, actions, 20);
      let best = 1;
      for (let k = 2; k <= fits.maxSteps; k++) {
        if (criterion(fits.sse(k), n, k) < criterion(fits.sse(best), n, best)) best = k;
      }
      const found = countPartition(omega, actions, OURS);
      expect(found.count).toBe(best);
      expect(found.segmentation.steps.length).toBe(best);
      expect(found.segmentation.sse).toBe(fits.sse(best));
    }
  }
});

test("the order of the rows, an offset and a mirror image make no difference", () => {
  const { noisy, permutation } = draws(5);
  const actions = noisy(oracleActions(states, 0.08), 0.02);
  const order = permutation(200);
  const count = countOf(states, actions);
  expect(
    countOf(
      Float64Array.from(order, (i) => states[i]),
      Float64Array.from(order, (i) => actions[i]),
    ),
  ).toBe(count);
  expect(
    countOf(
      states,
      actions.map((action) => action + 3),
    ),
  ).toBe(count);
  const mirrored = countOf(
    states.map((state) => 1 - state),
    actions.map((action) => 1 - action),
  );
  expect(mirrored).toBe(count);
});

test("one dynamic programme to 20 steps serves the published criterion exactly", () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: -9, max: 9 }));
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(1, 0.1, 1e-9),
      (pairs, penalty) => {
        const omega = Float64Array.from(pairs, ([state]) => state / 100);
        const actions = Float64Array.from(pairs, ([, action]) => action / 10);
        const fits = stepFits(omega, actions, 20);
        calibratedCount(fits, 1e-3);
        const settings = { maxSteps: 10, penalty };
        expect(fits.segmentation(publishedCount(fits, settings))).toEqual(segment(omega, actions, settings));
      },
    ),
  );
});

test("no K leaves less than the best non-falling function, and fits stand at the states they were given for", () => {
  const { noisy, states: fresh } = draws(6);
  const omega = fresh(50);
  const actions = noisy(omega, 0.1);
  const fits = stepFits(omega, actions, 60);
  expect(fits.maxSteps).toBe(50);
  for (const k of [1, 3, 20, 50]) {
    expect(fits.sse(k)).toBeGreaterThanOrEqual(fits.isotonicSse() - 1e-12);
    const fitted = fits.fitted(k);
    const sse = actions.reduce((sum, action, i) => sum + (action - fitted[i]) * (action - fitted[i]), 0);
    expect(sse).toBeCloseTo(fits.sse(k), 12);
  }
  // Each state its own step: pooled, this is the isotonic fit.
  expect(fits.sse(50)).toBeCloseTo(fits.isotonicSse(), 12);
  expect(() => fits.sse(51)).toThrow("stepFits requires 1 to 50 steps, got 51");
});

describe("interval", () => {
  const settings = { ...OURS, resamples: 99, seed: 7, level: 0.95 };

  test("without noise it is the count", () => {
    expect(partitionCountInterval(states, oracleActions(states, 0.01), settings)).toEqual({
      low: 7,
      high: 7,
    });
    expect(partitionCountInterval(states, new Float64Array(200), settings)).toEqual({ low: 1, high: 1 });
  });

  test("with noise it covers the cells that hold a state at least as often as it says", () => {
    const { noisy, states: fresh } = draws(8);
    const covered = repeated(25, (r) => {
      const omega = fresh(200);
      const oracle = oracleActions(omega, 0.04);
      const truth = new Set(oracle).size;
      const actions = noisy(oracle, 0.02);
      const { low, high } = partitionCountInterval(omega, actions, { ...settings, seed: r });
      expect([Number.isInteger(low), Number.isInteger(high), low <= high]).toEqual([true, true, true]);
      return low <= truth && truth <= high;
    });
    expect(covered.filter(Boolean).length).toBeGreaterThanOrEqual(23);
  });

  test("the seed fixes it", () => {
    const actions = draws(9).noisy(states, 0.05);
    expect(partitionCountInterval(states, actions, settings)).toEqual(
      partitionCountInterval(states, actions, settings),
    );
  });

  test("bad settings are refused", () => {
    const bad = (change: object) => () => partitionCountInterval(states, states, { ...settings, ...change });
    expect(bad({ resamples: 0 })).toThrow("got 0, 0.95");
    expect(bad({ level: 1 })).toThrow("got 99, 1");
    expect(bad({ noiseFloor: 0 })).toThrow("noiseFloor > 0, got 0");
  });
});

test("bad arguments are refused", () => {
  expect(() => countPartition(states, states.subarray(1), OURS)).toThrow("got 199 for 200");
  expect(() => countPartition(states, states, { ...OURS, maxSteps: 0 })).toThrow("got 0");
  expect(() => countPartition(states, states, { ...OURS, noiseFloor: 0 })).toThrow("got 0");
});
