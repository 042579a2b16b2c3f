import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkStates, drawStates } from "../../src/cheap-talk/states.ts";
import states from "../../stages/cheap-talk/states.ts";

test("the published seed gives the published states", () => {
  const lines = readFileSync("test/fixtures/reference-parity/states.csv", "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1);
  const published = lines.map((line) => {
    const [state_index, omega, omega_raw] = line.split(",").map(Number);
    return { state_index, omega, omega_raw };
  });
  expect(states({}, { state_seed: 20260529, state_count: 200 })).toEqual(published);
});

test("a long list has no state twice at six decimals, and keeps the order of the draws", () => {
  // 20,000 draws of a million values collide about 200 times.
  const { omega, omegaRaw } = drawStates(1, 20_000);
  expect(new Set(omega).size).toBe(20_000);
  expect([...omega.subarray(0, 500)]).toEqual([...drawStates(1, 500).omega]);
  const largest = omega.reduce((most, state, i) => Math.max(most, Math.abs(state - omegaRaw[i])), 0);
  expect(largest).toBeLessThanOrEqual(5.001e-7);
  expect(() => checkStates(omega)).not.toThrow();
});

test("states outside [0, 1] or equal in print are refused by number", () => {
  expect(() => checkStates([0, 1, 1.000001])).toThrow("state 2 must lie in [0, 1], got 1.000001");
  expect(() => checkStates([0.5, Number.NaN])).toThrow("state 1 must lie in [0, 1], got NaN");
  expect(() => checkStates([0.2, 0.1, 0.2000001])).toThrow(
    "states 0 and 2 are equal at six decimals (0.200000)",
  );
});

test.each([0, -1, 1.5, 500_001])("%f states are refused", (count) => {
  expect(() => states({}, { state_seed: 1, state_count: count })).toThrow(`got ${count}`);
});
