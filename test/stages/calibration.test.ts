import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { CalibrationRow } from "../../schemas/cheap-talk/calibration.ts";
import { measuresOf } from "../../src/cheap-talk/calibration/measures.ts";
import { sampleOf } from "../../src/cheap-talk/calibration/sample.ts";
import { configurations, type KnownSender, reportsOn } from "../../src/cheap-talk/calibration/senders.ts";
import { crossFitFolds } from "../../src/cheap-talk/folds.ts";
import { drawStates } from "../../src/cheap-talk/states.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import calibration from "../../stages/cheap-talk/calibration.ts";
import calibrationSenders from "../../stages/cheap-talk/calibration_senders.ts";
import figure from "../../stages/cheap-talk/figures/calibration.ts";
import table from "../../stages/cheap-talk/tables/calibration.ts";

const BIASES = [0.01, 0.04, 0.08, 0.12];
const NOISES = [0, 0.005, 0.02, 0.05];
const REPLICATIONS = 60;

const PARAMS = {
  seed: 1,
  calibration_states: 200,
  calibration_replications: REPLICATIONS,
  bins: 20,
  folds: 5,
  fold_seed: 0,
  max_steps: 10,
  step_penalty: 1,
  partition_max_steps: 20,
  noise_floor: 0.001,
};

/** One slice as the engine runs it: a seed from the configuration. */
function slice(known: KnownSender, params = PARAMS): CalibrationRow[] {
  const context = { seed: JSON.stringify(known) } as StageContext;
  return calibration({ senders: [known] }, params, context);
}

/** The statements of the study's notes are about these: every equilibrium, lines without noise, the babbler. */
const SENDERS = configurations(BIASES, NOISES).filter(
  ({ sender, noise }) =>
    sender === "equilibrium" || noise === 0 || (sender === "exaggerator" && noise === 0.02),
);

let rows: CalibrationRow[] = [];
beforeAll(() => {
  rows = SENDERS.flatMap((known) => slice(known));
}, 120_000);

type Wanted = Partial<
  Pick<CalibrationRow, "sender" | "bias" | "noise" | "estimator" | "instrument" | "decoder">
>;

/** Rows that fit, in order; a test that finds none is no test. */
function find(wanted: Wanted): CalibrationRow[] {
  const found = rows.filter((row) =>
    Object.entries(wanted).every(([column, value]) => row[column as keyof Wanted] === value),
  );
  expect(found.length, JSON.stringify(wanted)).toBeGreaterThan(0);
  return found;
}

const one = (wanted: Wanted) => {
  const found = find(wanted);
  expect(found.length, JSON.stringify(wanted)).toBe(1);
  return found[0];
};
const means = (wanted: Wanted) => find(wanted).map((row) => row.mean as number);
const within = (values: readonly number[], expected: readonly number[], tolerance: number) => {
  expect(values.length).toBe(expected.length);
  for (const [i, value] of values.entries())
    expect(Math.abs(value - expected[i]), `${value}`).toBeLessThan(tolerance);
};

describe("the number of cells", () => {
  test("published N̂ is 2 for seven exact cells, for any other equilibrium, and for full revelation", () => {
    for (const row of find({ estimator: "N_hat", sender: "equilibrium" })) expect(row.mode).toBe("2");
    for (const row of find({ estimator: "N_hat", sender: "truthful" }))
      expect(row.distribution).toBe("2: 60");
    expect(
      one({ estimator: "N_hat", decoder: "hybrid", sender: "equilibrium", bias: 0.01, noise: 0 }),
    ).toMatchObject({
      mean: 2,
      sd: 0,
      share_exact: 0,
    });
  });

  test.each([
    [0, ["7", "4", "3", "2"]],
    [0.005, ["7", "4", "3", "2"]],
    [0.02, ["7", "4", "3", "2"]],
    [0.05, ["6", "3", "3", "2"]],
  ])("the calibrated count at noise %d has the modes %j", (noise, modes) => {
    const found = find({ estimator: "N_count", decoder: "stated_number", sender: "equilibrium", noise });
    expect(found.map((row) => row.mode)).toEqual(modes);
  });

  test("without noise the calibrated count is the number of cells that hold a state, in every replication", () => {
    for (const row of find({
      estimator: "N_count",
      decoder: "stated_number",
      sender: "equilibrium",
      noise: 0,
    }))
      expect(row).toMatchObject({ share_exact: 1, mean_error: 0 });
  });

  test("a first cell of .01 or .0133 is empty with probability .13 or .07, which lowers the truth", () => {
    const truths = find({ estimator: "N_count", decoder: "stated_number", sender: "equilibrium" });
    const over = (bias: number) =>
      truths.filter((row) => row.bias === bias).map((row) => row.truth as number);
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
    // 240 replications each; (1 − .01)^200 and (1 − .0133)^200.
    expect(Math.abs(mean(over(0.04)) - (4 - 0.134))).toBeLessThan(0.07);
    expect(Math.abs(mean(over(0.08)) - (3 - 0.068))).toBeLessThan(0.05);
  });

  test("a babbler has one step; ω + b without noise meets the ceiling, and has no true number", () => {
    expect(one({ estimator: "N_count", decoder: "stated_number", sender: "babbler" })).toMatchObject({
      mode: "1",
      truth: 1,
    });
    for (const row of find({ estimator: "N_count", sender: "exaggerator", noise: 0 }))
      expect(row).toMatchObject({ mode: "20", share_beyond: 1, truth: null, share_exact: null });
    for (const row of find({
      estimator: "N_count",
      decoder: "stated_number",
      sender: "exaggerator",
      noise: 0.02,
    }))
      expect(["18", "19", "20"]).toContain(row.mode);
  });

  test("the shape is right", () => {
    for (const row of find({ estimator: "shape" }))
      expect(row.share_exact, row.sender).toBeGreaterThanOrEqual(0.9);
  });
});

describe("information", () => {
  test("a babbler's plug-in I_norm is .30 to .32 under the parsed report, .04 under the hybrid; its truth is 0", () => {
    const parsed = one({ estimator: "I_norm", decoder: "parsed_report", sender: "babbler" });
    expect(parsed.truth).toBe(0);
    expect(parsed.mean).toBeGreaterThan(0.295);
    expect(parsed.mean).toBeLessThan(0.32);
    expect(
      Math.abs((one({ estimator: "I_norm", decoder: "hybrid", sender: "babbler" }).mean as number) - 0.04),
    ).toBeLessThan(0.015);
  });

  test("the adjusted index of a babbler is 0 ± .036", () => {
    const row = one({ estimator: "I_adjusted", decoder: "stated_number", sender: "babbler" });
    expect(Math.abs(row.mean as number)).toBeLessThan(0.01);
    expect(row.sd).toBeLessThan(0.036);
  });

  test("the adjusted index of the exact equilibrium is .49, .31, .21, .18 against .53, .33, .22, .18, and level with the oracle's on the same states", () => {
    const exact = { sender: "equilibrium", noise: 0, decoder: "stated_number" } as const;
    within(means({ ...exact, estimator: "I_adjusted" }), [0.49, 0.31, 0.21, 0.18], 0.015);
    const truths = find({ ...exact, estimator: "I_adjusted" }).map((row) => row.truth as number);
    within(truths, [0.53, 0.33, 0.22, 0.18], 0.005);
    for (const row of find({ ...exact, estimator: "I_excess" })) {
      expect(Math.abs(row.mean as number)).toBeLessThan(1e-12);
      expect(Math.abs(row.truth as number)).toBeLessThan(1e-12);
    }
  });

  test("ω + b exactly loses nothing, yet scores .85, .82, .77, .76 under the parsed report: bins straddle", () => {
    const lossless = { estimator: "I_norm", sender: "exaggerator", noise: 0 } as const;
    within(means({ ...lossless, decoder: "parsed_report" }), [0.85, 0.82, 0.77, 0.76], 0.03);
    within(means({ ...lossless, decoder: "hybrid" }), [1, 1, 1, 1], 0.002);
    within(means({ ...lossless, decoder: "known_bias" }), [1, 1, 1, 1], 1e-9);
    for (const row of find({ ...lossless, decoder: "parsed_report" })) expect(row.attainable).toBe(1);
  });

  test("capped at 1 it falls under the hybrid, and hardly for who knows b: the cap is the culprit", () => {
    const capped = { estimator: "I_norm", sender: "capped_exaggerator", noise: 0 } as const;
    const hybrid = means({ ...capped, decoder: "hybrid" });
    const known = means({ ...capped, decoder: "known_bias" });
    expect([...hybrid].sort((a, b) => b - a)).toEqual(hybrid);
    expect(hybrid[3]).toBeLessThan(0.9);
    for (const [i, value] of known.entries()) expect(value).toBeGreaterThan(hybrid[i]);
    expect(known[3]).toBeGreaterThan(0.93);
  });
});

describe("loss and lines", () => {
  test("the loss of a receiver who fits nothing is unbiased: its mean meets the quadrature", () => {
    for (const decoder of ["parsed_report", "known_bias"] as const) {
      for (const row of find({ estimator: "L_R", decoder })) {
        const se = (row.sd as number) / Math.sqrt(REPLICATIONS);
        expect(Math.abs(row.mean_error as number), JSON.stringify(row)).toBeLessThan(4 * se + 1e-12);
      }
    }
  });

  test("equal cells: 4.98, 2.51, 1.79, 1.53 with sd 4 %; .98 for a babbler; above 50 without loss", () => {
    const exact = find({
      estimator: "equal_cells",
      decoder: "stated_number",
      sender: "equilibrium",
      noise: 0,
    });
    for (const [i, expected] of [4.98, 2.51, 1.79, 1.53].entries()) {
      expect(Math.abs((exact[i].mean as number) / expected - 1)).toBeLessThan(0.03);
      expect((exact[i].sd as number) / expected).toBeGreaterThan(0.025);
      expect((exact[i].sd as number) / expected).toBeLessThan(0.06);
    }
    within(
      exact.map((row) => row.truth as number),
      [5.02, 2.51, 1.78, 1.54],
      0.006,
    );
    const babbler = one({ estimator: "equal_cells", decoder: "stated_number", sender: "babbler" });
    expect(Math.abs((babbler.mean as number) - 0.98)).toBeLessThan(0.02);
    for (const row of find({ estimator: "equal_cells", sender: "exaggerator", noise: 0 }))
      expect(row).toMatchObject({ share_beyond: 1, truth: null, mean: null });
  });

  test("a cap bends the line over all states, and leaves that over states up to 1 − b at slope 1 and offset b", () => {
    const capped = { sender: "capped_exaggerator", noise: 0 } as const;
    const bent = find({ ...capped, estimator: "slope", instrument: "published" });
    for (const row of bent) expect(row.mean_error).toBeLessThan(0);
    expect(bent[3].mean).toBeLessThan(0.98);
    within(means({ ...capped, estimator: "slope", instrument: "calibrated" }), [1, 1, 1, 1], 1e-9);
    within(means({ ...capped, estimator: "offset", instrument: "calibrated" }), BIASES, 1e-9);
    expect(find({ ...capped, estimator: "offset", instrument: "published" })[3].mean).toBeGreaterThan(
      0.12 * 1.04,
    );
  });
});

describe("on the published list of states", () => {
  const { omega } = drawStates(20260529, 200);
  const folds = crossFitFolds(200, 5, 0);
  const measure = measuresOf(200, {
    bins: 20,
    publishedSteps: 10,
    stepPenalty: 1,
    mostSteps: 20,
    noiseFloor: 0.001,
  });
  const of = (known: KnownSender) =>
    measure(sampleOf({ omega, reports: reportsOn(omega, known, () => 0.5) }, known.bias, folds));
  const each = (sender: KnownSender["sender"]) => BIASES.map((bias) => of({ sender, bias, noise: 0 }));

  test("ω + b: .85, .82, .77, .76 as parsed; capped at 1 it is 1.000, .986, .954, .885 under the hybrid", () => {
    expect(each("exaggerator").map(({ reports }) => reports.information.toFixed(2))).toEqual([
      "0.85",
      "0.82",
      "0.77",
      "0.76",
    ]);
    expect(each("capped_exaggerator").map(({ hybrid }) => hybrid.information.toFixed(3))).toEqual([
      "1.000",
      "0.986",
      "0.954",
      "0.885",
    ]);
  });

  test("the line over all states is .974·ω + 1.06 b at b = .12, capped", () => {
    const { line } = each("capped_exaggerator")[3];
    expect(line.slope.toFixed(3)).toBe("0.974");
    expect((line.intercept / 0.12).toFixed(2)).toBe("1.06");
  });

  test("adjusted index of the exact equilibrium: .49, .31, .21, .18", () => {
    within(
      each("equilibrium").map(({ reports }) => reports.adjustedInformation),
      [0.49, 0.31, 0.21, 0.18],
      0.0075,
    );
  });
});

test("rows fit their schemas, and a row depends on its own configuration alone", () => {
  const read = (name: string) =>
    readSchema(JSON.parse(readFileSync(`schemas/cheap-talk/${name}.schema.json`, "utf8")), name);
  const senders = calibrationSenders({}, { calibration_biases: BIASES, calibration_noises: NOISES });
  expect(() => validateRows(senders, read("calibration_senders"))).not.toThrow();
  expect(() => validateRows(rows, read("calibration"))).not.toThrow();
  const made = table({ calibration: rows }, { bins: 20, partition_max_steps: 20 });
  expect(() => validateRows(made.rows, read("tables/calibration"))).not.toThrow();
  expect(made.caption).toContain("60 replications of 200 fresh uniform states");
  const again = slice(SENDERS[3]);
  expect(again).toEqual(
    rows.filter((row) =>
      again.some(
        (other) => other.bias === row.bias && other.noise === row.noise && row.sender === other.sender,
      ),
    ),
  );
});

test("one state per replication: what cannot be estimated is counted as missing, not as 0", () => {
  const tiny = slice(
    { sender: "truthful", bias: 0, noise: 0 },
    { ...PARAMS, calibration_states: 1, calibration_replications: 3 },
  );
  const of = (estimator: string) => tiny.filter((row) => row.estimator === estimator);
  for (const row of of("I_norm")) expect(row).toMatchObject({ missing: 3, mean: null, mean_error: null });
  for (const row of of("N_count")) expect(row).toMatchObject({ missing: 0, mean: 1 });
});

test("the figure draws every sender under every noise, and says so when there is none", async () => {
  const svg = await figure({ calibration: rows }, {}, { partial: null });
  for (const text of [
    "equilibrium, b = 0.01",
    "ω + b, at most 1, b = 0.12",
    "babbler",
    "no noise",
    "noise sd 0.05",
  ])
    expect(svg).toContain(text);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  expect(await figure({ calibration: [] }, {}, { partial: null })).toContain("no data");
});
