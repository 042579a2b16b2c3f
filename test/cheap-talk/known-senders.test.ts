import { describe, expect, test } from "vitest";
import { configurations, replicate, reportsOn } from "../../src/cheap-talk/calibration/senders.ts";
import { oracleActions } from "../../src/cheap-talk/equilibrium.ts";

const BIASES = [0.01, 0.04, 0.08, 0.12];
const NOISES = [0, 0.005, 0.02, 0.05];

test("every sender with a bias at each bias and noise, the truthful one at each noise, the babbler once", () => {
  const all = configurations(BIASES, NOISES);
  const count = (sender: string) => all.filter((known) => known.sender === sender).length;
  expect(["equilibrium", "exaggerator", "capped_exaggerator", "truthful", "babbler"].map(count)).toEqual([
    16, 16, 16, 4, 1,
  ]);
  expect(() => configurations([0], NOISES)).toThrow("configurations requires biases above 0");
  expect(() => configurations(BIASES, [-0.1])).toThrow("noises of 0 or more");
});

describe("reports without noise", () => {
  const omega = Float64Array.of(0, 0.3, 0.95, 1);
  const uniform = () => {
    throw new Error("nothing is drawn without noise");
  };

  test("are what theory says", () => {
    const reports = (
      sender: "equilibrium" | "exaggerator" | "capped_exaggerator" | "truthful",
      bias: number,
    ) => [...reportsOn(omega, { sender, bias, noise: 0 }, uniform)];
    expect(reports("equilibrium", 0.12)).toEqual([...oracleActions(omega, 0.12)]);
    expect(reports("exaggerator", 0.12)).toEqual([0.12, 0.42, 1.0699999999999998, 1.12]);
    expect(reports("capped_exaggerator", 0.12)).toEqual([0.12, 0.42, 1, 1]);
    expect(reports("truthful", 0)).toEqual([...omega]);
  });
});

test("a replication depends on its seed, number and configuration alone, and each has states of its own", () => {
  const known = { sender: "exaggerator", bias: 0.04, noise: 0.02 } as const;
  const first = replicate(known, 50, "a", 3);
  expect(replicate(known, 50, "a", 3)).toEqual(first);
  expect(replicate(known, 50, "a", 4).omega).not.toEqual(first.omega);
  expect(replicate(known, 50, "b", 3).omega).not.toEqual(first.omega);
  expect(new Set(first.omega).size).toBe(50);
});

test("noise has the sd that is asked for and a capped report stays in [0, 1]", () => {
  const { omega, reports } = replicate({ sender: "equilibrium", bias: 0.04, noise: 0.05 }, 5000, "noise", 0);
  const said = oracleActions(omega, 0.04);
  const squares = reports.reduce((sum, report, i) => sum + (report - said[i]) * (report - said[i]), 0);
  // The sd of 5000 draws is known to 1 %.
  expect(Math.abs(Math.sqrt(squares / 5000) / 0.05 - 1)).toBeLessThan(0.04);
  const capped = replicate({ sender: "capped_exaggerator", bias: 0.01, noise: 0.05 }, 2000, "cap", 0).reports;
  expect(Math.min(...capped)).toBe(0);
  expect(Math.max(...capped)).toBe(1);
});

test("the babbler's reports do not depend on the states", () => {
  const uniform = () => 0.25;
  const known = { sender: "babbler", bias: 0, noise: 0 } as const;
  expect(reportsOn(Float64Array.of(0, 1), known, uniform)).toEqual(Float64Array.of(0.25, 0.25));
});
