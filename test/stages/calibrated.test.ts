import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ComprehensionRow } from "../../schemas/cheap-talk/comprehension.ts";
import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import calibrate from "../../stages/cheap-talk/calibrated.ts";
import takeHalves from "../../stages/cheap-talk/half_samples.ts";
import measure from "../../stages/cheap-talk/metrics.ts";
import oracleOf from "../../stages/cheap-talk/oracle.ts";
import segmentAll from "../../stages/cheap-talk/segmented.ts";
import hypothesesTable from "../../stages/cheap-talk/tables/calibrated_hypotheses.ts";
import linesTable from "../../stages/cheap-talk/tables/calibrated_lines.ts";
import metricsTable from "../../stages/cheap-talk/tables/calibrated_metrics.ts";
import headlineTable from "../../stages/cheap-talk/tables/headline.ts";
import { embeddedInputs } from "./embedded.ts";
import { NOTHING_RECORDED, PUBLISHED } from "./reference.ts";

const EMBEDDED = await embeddedInputs();

type Tables = Readonly<Record<string, { rows: readonly object[]; caption: string }>>;

/** Every stage and table of the calibrated estimates from what the receivers did. */
function tablesOf(decoded: readonly DecodedRow[], half_samples = 20) {
  const params = { ...PUBLISHED, half_samples };
  const { states } = EMBEDDED;
  const calibrated = calibrate({ decoded }, params);
  const halves = takeHalves({ decoded, states }, params, NOTHING_RECORDED);
  const inputs = { calibrated, half_samples: halves, states };
  const segmented = segmentAll({ decoded }, params);
  const metrics = measure({ decoded, segmented }, { ...params, resamples: 2 });
  const oracle = oracleOf({}, { biases: PUBLISHED.biases });
  return {
    calibrated: { rows: calibrated, caption: "" },
    half_samples: { rows: halves, caption: "" },
    calibrated_metrics: metricsTable(inputs, params),
    calibrated_lines: linesTable(inputs, params),
    calibrated_hypotheses: hypothesesTable(inputs, params),
    headline: headlineTable({ ...inputs, metrics, oracle, comprehension: answers(decoded) }, params),
  };
}

/** One comprehension answer per cell; the babbler's are wrong. */
function answers(decoded: readonly DecodedRow[]): ComprehensionRow[] {
  const cells = new Map(decoded.map((row) => [JSON.stringify([row.model, row.bias, row.frame]), row]));
  return [...cells.values()].map(({ model, bias, frame, omega }) => ({
    model,
    bias,
    frame,
    omega,
    prompt: "",
    raw_output: "",
    status: "answered",
    expected_receiver: omega,
    expected_sender: omega + bias,
    passed: model !== "babbler",
  }));
}

const keep = (test: (row: DecodedRow) => boolean) => EMBEDDED.decoded.filter(test);
const WITHOUT_NUMBERS = { message: "none", a_hat_stated: null };

const LOGS: Readonly<Record<string, readonly DecodedRow[]>> = {
  "unequal n": keep(({ bias, frame, state_index }) => state_index % 7 < 6 - bias * 20 - frame.length / 4),
  "missing cells": keep(
    ({ model, bias, frame }) =>
      !(model === "babbler" && bias === 0.04) && !(bias === 0.12 && frame === "payoff"),
  ),
  "a single model": keep(({ model }) => model === "exaggerator"),
  "a single frame": keep(({ frame }) => frame === "neutral"),
  "a single positive bias": keep(({ bias }) => bias === 0.04),
  "b = 0 alone": keep(({ bias }) => bias === 0),
  "one cell of one message": keep(
    (row) => row.model === "truthful" && row.bias === 0.04 && row.frame === "payoff" && row.state_index === 3,
  ),
  "one cell of two messages": keep(
    (row) => row.model === "truthful" && row.bias === 0.04 && row.frame === "payoff" && row.state_index < 2,
  ),
  "messages without numbers": keep(({ bias }) => bias > 0.05).map((row) => ({ ...row, ...WITHOUT_NUMBERS })),
  "no rows": [],
};

describe.each(Object.keys(LOGS))("a log with %s", (label) => {
  const tables: Tables = tablesOf(LOGS[label] as DecodedRow[], 6);

  test.each(Object.keys(tables))("%s keeps to its schema", (name) => {
    const folder = name === "calibrated" || name === "half_samples" ? "" : "tables/";
    const path = `schemas/cheap-talk/${folder}${name}.schema.json`;
    const schema = readSchema(JSON.parse(readFileSync(path, "utf8")), path);
    const rows = (tables[name] as Tables[string]).rows as Readonly<Record<string, unknown>>[];
    expect(validateRows(rows, schema)).toEqual([]);
    const keys = rows.map((row) => JSON.stringify(schema.key.map((column) => row[column])));
    expect(new Set(keys).size).toBe(rows.length);
  });

  test("captions have no accident in them, and count what is missing", () => {
    for (const { caption } of Object.values(tables))
      expect(caption).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});

type Row = Readonly<Record<string, unknown>>;
const numberOf = (row: Row | undefined, column: string) => row?.[column] as number;

describe("the reference senders", () => {
  const tables: Tables = tablesOf(EMBEDDED.decoded, 200);
  const rowsOf = (name: string, test: (row: Row) => boolean) =>
    ((tables[name] as Tables[string]).rows as readonly Row[]).filter(test);

  test("babbler: the interval of the adjusted index holds 0 in 95 % of the cells, published I_norm is above 0.2", () => {
    const cells = rowsOf("calibrated_metrics", (row) => row.model === "babbler");
    expect(cells).toHaveLength(30);
    const holding = cells.filter(
      (row) => numberOf(row, "I_adjusted_lo") <= 0 && numberOf(row, "I_adjusted_hi") >= 0,
    );
    // 30 intervals of 95 %: below 26 has a chance of 2 %, were they independent.
    expect(holding.length).toBeGreaterThanOrEqual(26);
    for (const row of cells) {
      expect(row.over_reveal).toBe(false);
      if (row.decoder === "stated_number") expect(row.I_norm).toBeGreaterThan(0.2);
    }
  });

  test("equilibrium: the adjusted index is the adjusted oracle's on the same states, within its interval", () => {
    const cells = rowsOf("calibrated_metrics", (row) => row.model === "equilibrium");
    for (const row of cells) {
      expect(numberOf(row, "I_excess_lo")).toBeLessThanOrEqual(1e-9);
      expect(numberOf(row, "I_excess_hi")).toBeGreaterThanOrEqual(-1e-9);
      expect(row.over_reveal).toBe(false);
      if (row.bias === 0) expect(row.cells).toBe("> 50");
      else {
        // Measured sd of the equivalent number of equal cells: 4 %.
        expect(Math.abs(numberOf(row, "equal_cells") / numberOf(row, "equal_cells_oracle") - 1)).toBeLessThan(
          0.12,
        );
      }
    }
  });

  test("exaggerator: slope 1 and offset as added; payoff − honesty moves the offset by b", () => {
    const added: Row = { neutral: 1, payoff: 1.5, honesty: 0.5 };
    const lines = rowsOf("calibrated_lines", (row) => row.model === "exaggerator");
    expect(lines).toHaveLength(20);
    for (const row of lines) {
      const bias = row.bias as number;
      const contrast = row.frame === "payoff - honesty";
      const times = contrast ? 1 : (added[row.frame as string] as number);
      // Rounding of the message to four digits, and the cap: 1.5 b is cut above 1 − 1.5 b.
      const capped = contrast || row.frame === "payoff";
      expect(Math.abs(numberOf(row, "offset") - times * bias)).toBeLessThan(1e-4 + (capped ? 0.1 * bias : 0));
      expect(Math.abs(numberOf(row, "slope") - (contrast ? 0 : 1))).toBeLessThan(
        1e-4 + (capped ? 0.2 * bias : 0),
      );
      if (contrast && bias > 0) expect(row.offset_lo).toBeGreaterThan(0);
    }
  });

  test("the known bias undoes the offset: nothing is lost where the cap does not bind", () => {
    const cells = rowsOf(
      "calibrated_metrics",
      (row) => row.model === "exaggerator" && row.decoder === "stated_number" && row.frame === "neutral",
    );
    for (const row of cells) {
      expect(row.L_R_known).toBeLessThan(1e-3);
      expect(numberOf(row, "I_norm_known")).toBeGreaterThan(numberOf(row, "I_norm") - 1e-12);
    }
  });

  test("H1 and H2: verdicts are those of the senders", () => {
    const verdict = (hypothesis: string, models: string) =>
      rowsOf(
        "calibrated_hypotheses",
        (row) => row.hypothesis === hypothesis && row.models === models && row.measure === "I_adjusted",
      ).map((row) => row.verdict);
    expect(verdict("H1", "truthful")).toEqual(["inconclusive", "inconclusive"]);
    expect(verdict("H1", "babbler")).toEqual(["inconclusive", "inconclusive"]);
    expect(verdict("H1", "equilibrium")).toEqual(["falls", "falls"]);
    expect(verdict("H1", "exaggerator")).toEqual(["falls", "falls"]);
    expect(verdict("H2", "truthful")).toEqual(["equivalent", "equivalent"]);
    expect(verdict("H2", "equilibrium")).toEqual(["equivalent", "equivalent"]);
    expect(verdict("H2", "exaggerator")).toEqual(["different", "different"]);
    for (const row of rowsOf("calibrated_hypotheses", () => true)) {
      const p = numberOf(row, "p");
      expect(numberOf(row, "p_holm")).toBeGreaterThanOrEqual(p);
      if (row.models === "(all models)") expect(row.p_holm).toBe(p);
      if (row.hypothesis === "H2") {
        const inside = numberOf(row, "low_90") >= -0.05 && numberOf(row, "high_90") <= 0.05;
        expect(numberOf(row, "p_equivalence") <= 0.05).toBe(inside);
      }
    }
    // The exact slope of the equilibrium's information lies in the interval of its sender.
    for (const row of rowsOf(
      "calibrated_hypotheses",
      (r) => r.hypothesis === "H1" && r.models === "equilibrium",
    )) {
      expect(row.low).toBeLessThan(row.oracle as number);
      expect(row.high).toBeGreaterThan(row.oracle as number);
    }
  });

  test("headline: with and without the babbler, who fails comprehension", () => {
    const find = (model: string, bias: number) =>
      rowsOf("headline", (row) => row.model === model && row.bias === bias)[0];
    for (const bias of [0.01, 0.04, 0.08, 0.12]) {
      const [all, rest] = ["(all models)", "(models that do not fail comprehension)"].map((name) =>
        find(name, bias),
      );
      expect([all?.cells, rest?.cells]).toEqual([12, 9]);
      expect([all?.comprehension_pass_rate, rest?.comprehension_pass_rate]).toEqual([0.75, 1]);
      expect(numberOf(rest, "ratio")).toBeGreaterThan(numberOf(all, "ratio"));
      const own = find("equilibrium", bias);
      expect(numberOf(own, "ratio_adjusted_lo")).toBeLessThanOrEqual(1);
      expect(numberOf(own, "ratio_adjusted_hi")).toBeGreaterThanOrEqual(1);
      for (const row of [all, rest, own]) {
        expect(numberOf(row, "ratio_lo")).toBeLessThanOrEqual(numberOf(row, "ratio"));
        expect(numberOf(row, "ratio")).toBeLessThanOrEqual(numberOf(row, "ratio_hi"));
      }
    }
    expect(tables.headline?.caption).toMatch(
      /less than 0\.9 of its answers name both ideal actions: babbler\./,
    );
  });
});

test("the same half serves every cell, and a cell that lacks states uses what it has of it", () => {
  const lacking = EMBEDDED.decoded.filter((row) => row.model !== "truthful" || row.state_index % 3 > 0);
  const rows = takeHalves(
    {
      decoded: lacking.filter((row) => row.bias === 0.04 && row.frame === "neutral"),
      states: EMBEDDED.states,
    },
    { ...PUBLISHED, half_samples: 5 },
    NOTHING_RECORDED,
  ).filter((row) => row.decoder === "hybrid");
  const of = (model: string) => rows.filter((row) => row.model === model);
  expect(of("babbler").map((row) => row.n)).toEqual([100, 100, 100, 100, 100]);
  // The equilibrium on the half is the same number in every cell that has all of its states.
  expect(of("babbler").map((row) => row.I_adjusted_oracle)).toEqual(
    of("equilibrium").map((row) => row.I_adjusted_oracle),
  );
  for (const { n } of of("truthful")) {
    expect(n).toBeGreaterThan(45);
    expect(n).toBeLessThan(90);
  }
});

test("messages without a stated number are counted, not read as one half", () => {
  const babble = EMBEDDED.decoded.filter((row) => row.model === "babbler");
  const silent = babble.filter((row) => row.a_hat_stated === null).length;
  expect(silent).toBeGreaterThan(300);
  const { calibrated, calibrated_metrics, calibrated_lines } = tablesOf(babble, 4);
  const stated = calibrated.rows.filter((row) => row.decoder === "stated_number");
  expect(stated.reduce((sum, row) => sum + row.missing, 0)).toBe(silent);
  for (const { n, missing } of stated) expect(n + missing).toBe(200);
  for (const row of calibrated.rows)
    if (row.decoder === "hybrid") expect([row.n, row.missing]).toEqual([200, 0]);
  expect(calibrated_metrics.caption).toContain(`${silent} messages state no number`);
  expect(calibrated_lines.caption).toContain(`messages without one: ${silent}.`);
});

test("a state that the design does not have is an error that names it", () => {
  const decoded = EMBEDDED.decoded.slice(0, 3).map((row, i) => ({ ...row, state_index: 500 + i }));
  expect(() => takeHalves({ decoded, states: EMBEDDED.states }, PUBLISHED, NOTHING_RECORDED)).toThrow(
    "halfEstimator requires the states of the design, got state_index 500",
  );
});
