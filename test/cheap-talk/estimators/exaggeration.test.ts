import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oracleActions } from "../../../src/cheap-talk/equilibrium.ts";
import { interiorLine } from "../../../src/cheap-talk/estimators/interior-line.ts";
import { knownBiasActions } from "../../../src/cheap-talk/estimators/known-bias.ts";
import { compareShapes } from "../../../src/cheap-talk/estimators/shapes.ts";
import { fitLine } from "../../../src/statistics/line.ts";
import { draws, publishedStates, repeated } from "./senders.ts";

const states = publishedStates();
const BIASES = [0.01, 0.04, 0.08, 0.12];
/** ω + added, capped at 1. */
const exaggerated = (omega: Float64Array, added: number) => omega.map((state) => Math.min(1, state + added));

describe("receiver who knows b", () => {
  test("undoes the offset exactly, and takes a capped report for 1 − b", () => {
    for (const bias of BIASES) {
      const actions = knownBiasActions(exaggerated(states, bias), bias);
      for (const [i, state] of states.entries())
        expect(actions[i]).toBeCloseTo(Math.min(state, 1 - bias), 14);
    }
  });

  test("stays in the unit interval, and leaves the reports alone", () => {
    const reports = Float64Array.of(0.5, 0.05, 1.3, -4, 42);
    expect([...knownBiasActions(reports, 0.1)]).toEqual([0.4, 0, 1, 0, 1]);
    expect([...knownBiasActions(reports, 0)]).toEqual([0.5, 0.05, 1, 0, 1]);
    expect(reports[4]).toBe(42);
  });
});

describe("line over interior states", () => {
  test("the capped exaggerator has slope 1 and offset b, which all states together do not show", () => {
    for (const bias of BIASES) {
      const line = interiorLine(states, exaggerated(states, bias), bias)!;
      expect(line.slope).toBeCloseTo(1, 12);
      expect(line.offset).toBeCloseTo(bias, 12);
      expect(line.n).toBe(states.filter((state) => state <= 1 - bias).length);
    }
    // cheap-talk.md §7.3, for b = .12: slope .974, offset 1.06 b.
    const all = fitLine(states, exaggerated(states, 0.12));
    expect(all.slope).toBeCloseTo(0.974, 3);
    expect(all.intercept / 0.12).toBeCloseTo(1.06, 2);
  });

  test("noise leaves it unbiased; more than b added shows as a larger offset", () => {
    const { noisy, states: fresh } = draws(1);
    const lines = repeated(200, () => {
      const omega = fresh(200);
      return interiorLine(omega, noisy(exaggerated(omega, 0.08), 0.05), 0.08)!;
    });
    const mean = (of: (line: { slope: number; offset: number }) => number) =>
      lines.reduce((sum, line) => sum + of(line), 0) / lines.length;
    expect(Math.abs(mean((line) => line.slope) - 1)).toBeLessThan(0.005);
    expect(Math.abs(mean((line) => line.offset) - 0.08)).toBeLessThan(0.003);
    const half = interiorLine(states, exaggerated(states, 0.04), 0.08)!;
    expect(half.offset).toBeCloseTo(0.04, 12);
    const more = interiorLine(states, exaggerated(states, 0.12), 0.08)!;
    expect(more.offset / 0.08).toBeGreaterThan(1.5);
    expect(more.slope).toBeLessThan(1);
    expect(more.slope).toBeGreaterThan(0.98);
  });

  test("without two interior states that differ there is none", () => {
    expect(interiorLine(new Float64Array(0), new Float64Array(0), 0)).toBeNull();
    expect(interiorLine(Float64Array.of(0.2, 0.2, 0.99), Float64Array.of(0, 1, 2), 0.1)).toBeNull();
  });
});

describe("partition, line or babbling", () => {
  const settings = (bias: number) => ({ maxSteps: 20, noiseFloor: 1e-3, bias });
  const shapesOf = (
    bias: number,
    sd: number,
    seed: number,
    report: (omega: Float64Array) => Float64Array,
  ) => {
    const { noisy, states: fresh } = draws(seed);
    return repeated(10, () => {
      const omega = fresh(200);
      return compareShapes(omega, noisy(report(omega), sd), settings(bias))!;
    });
  };

  test.each([0, 0.005, 0.02, 0.05])("the equilibrium is a partition at noise %f", (sd) => {
    for (const bias of BIASES) {
      for (const shapes of shapesOf(bias, sd, 2, (omega) => oracleActions(omega, bias))) {
        expect(shapes.best).toBe("partition");
        expect(shapes.line!.difference).toBeGreaterThan(10);
      }
    }
  });

  test.each([0, 0.005, 0.02, 0.05])("a capped exaggerator and the truth are lines at noise %f", (sd) => {
    for (const bias of BIASES) {
      for (const factor of [0, 0.5, 1, 1.5]) {
        for (const shapes of shapesOf(bias, sd, 3, (omega) => exaggerated(omega, factor * bias))) {
          expect(shapes.best).toBe("line");
          expect(shapes.partition!.difference).toBeGreaterThan(10);
        }
      }
    }
  });

  test("its line is that of interiorLine, its partition counts the cells", () => {
    const line = compareShapes(states, exaggerated(states, 0.12), settings(0.12))!;
    expect(line.line!.slope).toBeCloseTo(1, 12);
    expect(line.line!.offset).toBeCloseTo(0.12, 12);
    expect(line.partition!.steps).toBe(20);
    const cells = compareShapes(states, oracleActions(states, 0.04), settings(0.04))!;
    expect(cells.partition!.steps).toBe(4);
    expect(cells.babbling.level).toBeGreaterThan(0);
  });

  test("on all states the cap of a large bias mostly passes for a cell", () => {
    const { states: fresh } = draws(5);
    const found = repeated(20, () => {
      const omega = fresh(200);
      return compareShapes(omega, exaggerated(omega, 0.12), settings(0))!.best;
    });
    expect(found.filter((shape) => shape === "partition").length).toBeGreaterThanOrEqual(16);
  });

  test("a babbler is mostly babbling, rounding to one decimal a partition, to two a line", () => {
    const { babble } = draws(4);
    const found = repeated(60, () => compareShapes(states, babble(states), settings(0.04))!.best);
    expect(found.filter((shape) => shape === "babbling").length).toBeGreaterThanOrEqual(54);
    const rounded = (factor: number) => states.map((state) => Math.round(factor * state) / factor);
    expect(compareShapes(states, rounded(10), settings(0))!.best).toBe("partition");
    expect(compareShapes(states, rounded(100), settings(0))!.best).toBe("line");
  });

  test("differences are to the best, which has none; all fits are on the same states", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(100), fc.nat(20)), { minLength: 1, maxLength: 30 }), (pairs) => {
        const omega = Float64Array.from(pairs, ([state]) => state / 100);
        const shapes = compareShapes(
          omega,
          Float64Array.from(pairs, ([, report]) => report / 20),
          settings(0.2),
        );
        const n = omega.filter((state) => state <= 0.8).length;
        expect(shapes?.n ?? 0).toBe(n);
        if (shapes === null) return;
        expect(shapes[shapes.best]!.difference).toBe(0);
        for (const shape of ["babbling", "line", "partition"] as const) {
          expect(shapes[shape]?.difference ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test("the same reports everywhere are babbling, a tie goes to fewer parameters", () => {
    expect(compareShapes(states, new Float64Array(200).fill(0.5), settings(0))!.best).toBe("babbling");
    const one = compareShapes(Float64Array.of(0.5), Float64Array.of(0.3), settings(0))!;
    expect([one.best, one.line, one.partition]).toEqual(["babbling", null, null]);
  });
});
