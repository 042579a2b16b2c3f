import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { MetricsRow } from "../../schemas/cheap-talk/metrics.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import { rSquared } from "../../src/cheap-talk/losses.ts";
import { hybrid } from "../../src/cheap-talk/receivers/hybrid.ts";
import { receiverInput } from "../../src/cheap-talk/receivers/receiver.ts";
import decode from "../../stages/cheap-talk/decoded.ts";
import measure from "../../stages/cheap-talk/metrics.ts";
import parse from "../../stages/cheap-talk/parsed.ts";
import segmentCells from "../../stages/cheap-talk/segmented.ts";

// What the reference implementation (numpy 1.24) computes from 6,000 recorded messages.
const DIRECTORY = "test/fixtures/reference-parity";
const PUBLISHED = {
  folds: 5,
  fold_seed: 0,
  ridge_alpha: 1,
  neighbours: 25,
  embedding_dimensions: 256,
  embedding: "hashed-trigrams",
  max_steps: 10,
  step_penalty: 1,
  bins: 20,
  resamples: 1000,
  resample_seed: 0,
  over_reveal_margin: 0.05,
};

type Cells = Record<string, string>;

/** A CSV as Python's csv module writes it: quoted cells may hold commas, line feeds and doubled quotes. */
function csv(text: string): Cells[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  rows.pop();
  const header = rows.shift() as string[];
  return rows.map((row) => Object.fromEntries(header.map((name, k) => [name, row[k]])));
}

const expected = (name: string) => csv(readFileSync(`${DIRECTORY}/expected/${name}`, "utf8"));
const near = (got: number, want: number) => Math.abs(got - want) <= 1e-9 * Math.abs(want) + 1e-12;

/** Whether a cell of ours says what the reference's text says. */
function agrees(got: unknown, want: string): boolean {
  if (want === "True" || want === "False") return got === (want === "True");
  return typeof got === "number" ? near(got, Number(want)) : got === want;
}

type Logged = Pick<ResponsesRow, "model" | "bias" | "frame" | "state_index" | "omega" | "raw_output"> & {
  api_error?: string;
};

const log: Logged[] = gunzipSync(readFileSync(`${DIRECTORY}/messages.jsonl.gz`))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const responses = log
  .map((row): ResponsesRow => {
    const api_error = row.api_error ?? null;
    const status = api_error === null ? "answered" : "error";
    const unknown = { finish_reason: null, log_index: null };
    return { ...row, provider: "fixture", api_model: row.model, status, api_error, ...unknown };
  })
  .sort(
    (a, b) =>
      inOrder(a.model, b.model) ||
      a.bias - b.bias ||
      inOrder(a.frame, b.frame) ||
      a.state_index - b.state_index,
  );
const parsed = parse({ responses });
const decoded = decode({ parsed }, PUBLISHED, { embed: () => null });
const segmented = segmentCells({ decoded }, PUBLISHED);
const metrics = measure({ decoded, segmented }, PUBLISHED);

/** Differences between our rows and the reference's, by the reference's columns. */
function differences(got: readonly object[], want: readonly Cells[], columns: readonly string[]): string[] {
  expect(got.length).toBe(want.length);
  return want.flatMap((row, i) =>
    columns
      .filter((column) => !agrees((got[i] as Record<string, unknown>)[column], row[column]))
      .map(
        (column) => `row ${i}, ${column}: ${(got[i] as Record<string, unknown>)[column]}, not ${row[column]}`,
      ),
  );
}

test("messages, parser status, folds and actions are the reference's, row by row", () => {
  const want = csv(gunzipSync(readFileSync(`${DIRECTORY}/expected/per_row_predictions.csv.gz`)).toString());
  const columns: (keyof DecodedRow)[] = [
    "model",
    "bias",
    "frame",
    "state_index",
    "omega",
    "message",
    "parser_status",
    "fold",
    "a_hat",
    "a_hat_clipped",
  ];
  expect(Object.keys(want[0])).toEqual(columns);
  expect(differences(decoded, want, columns)).toEqual([]);
});

test("cell metrics are the reference's, intervals included", () => {
  const want = expected("cell_metrics.csv");
  const columns = Object.keys(want[0]).filter((column) => column !== "regressor");
  expect(columns.length).toBe(22);
  const primary = metrics.filter((row) => row.spec === "primary");
  expect(differences(primary, want, columns)).toEqual([]);
});

const mean = (rows: readonly MetricsRow[], of: (row: MetricsRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0) / rows.length;

test.each(expected("robustness.csv").map((row) => [row.spec, row.bias, row] as const))(
  "robustness, %s at b = %s",
  (spec, bias, want) => {
    const rows = metrics.filter((row) => row.spec === spec && row.bias === Number(bias));
    const got = {
      n_cells: rows.length,
      mean_I_norm: mean(rows, (row) => row.I_norm),
      mean_N_hat: mean(rows, (row) => row.N_hat),
      mean_L_R: mean(rows, (row) => row.L_R),
      mean_L_S: mean(rows, (row) => row.L_S),
      frac_overreveal_N: mean(rows, (row) => Number(row.over_reveal_N)),
      frac_overreveal_MI: mean(rows, (row) => Number(row.over_reveal_mi)),
    };
    if (spec === "alt_decoder=knn") {
      // Among equal messages the reference leaves the choice of neighbours to its partition routine.
      expect(got.n_cells).toBe(Number(want.n_cells));
      expect(got.mean_N_hat).toBe(Number(want.mean_N_hat));
      expect(Math.abs(got.mean_I_norm - Number(want.mean_I_norm))).toBeLessThan(0.02);
      expect(Math.abs(got.mean_L_R - Number(want.mean_L_R))).toBeLessThan(0.005);
    } else {
      expect(differences([got], [want], Object.keys(got))).toEqual([]);
    }
  },
);

test("the hybrid receiver of all models' valid neutral messages at b = 0, in log order, has the reference's R²", () => {
  const valid = new Set(
    parsed
      .filter((row) => row.parser_status === "ok")
      .map((row) => `${row.model} ${row.bias} ${row.frame} ${row.state_index}`),
  );
  const pooled = log.filter(
    (row) =>
      row.bias === 0 && row.frame === "neutral" && valid.has(`${row.model} 0 neutral ${row.state_index}`),
  );
  const omega = Float64Array.from(pooled, (row) => row.omega);
  const settings = { folds: 5, foldSeed: 0, ridgeAlpha: 1, neighbours: 25, dimensions: 256 };
  const messages = parse({
    responses: pooled.map((row) => ({ ...row, status: "answered" }) as ResponsesRow),
  });
  const actions = hybrid(
    receiverInput(
      omega,
      messages.map((row) => row.message),
      settings,
    ),
  );
  const validity: { check: string; rate: number }[] = JSON.parse(
    readFileSync(`${DIRECTORY}/expected/validity.json`, "utf8"),
  );
  const want = validity.find((row) => row.check === "receiver_decoder_R2_at_b0") as { rate: number };
  expect(near(rSquared(actions, omega) as number, want.rate)).toBe(true);
});

test("not collected is missing, an error is an empty message", () => {
  const [first, second] = responses;
  const rows = parse({
    responses: [
      { ...first, status: "not_collected", raw_output: null },
      { ...second, status: "error", raw_output: null },
    ],
  });
  expect(rows.map((row) => [row.state_index, row.parser_status])).toEqual([[1, "empty"]]);
});

test("a cell with one state or without valid messages has no row where nothing is defined", () => {
  const one = decoded.slice(0, 1);
  const few = decoded.slice(0, 40).map((row) => ({ ...row, a_hat_hybrid_valid: null }));
  const specsOf = (rows: readonly DecodedRow[]) =>
    measure({ decoded: rows, segmented: segmentCells({ decoded: rows }, PUBLISHED) }, PUBLISHED).map(
      (row) => row.spec,
    );
  expect(specsOf(one)).toEqual([]);
  expect(specsOf(few)).not.toContain("drop_invalid");
  expect(specsOf(few).length).toBe(7);
});
