import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { ComprehensionRow } from "../../schemas/cheap-talk/comprehension.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import { namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import calibrate from "../../stages/cheap-talk/calibrated.ts";
import decode from "../../stages/cheap-talk/decoded.ts";
import takeHalves from "../../stages/cheap-talk/half_samples.ts";
import measure from "../../stages/cheap-talk/metrics.ts";
import oracleOf from "../../stages/cheap-talk/oracle.ts";
import parse from "../../stages/cheap-talk/parsed.ts";
import segmentAll from "../../stages/cheap-talk/segmented.ts";

const DIRECTORY = "test/fixtures/reference-parity";

/** Text of a file that the reference implementation made from the recorded messages. */
export function expectedText(name: string): string {
  return readFileSync(`${DIRECTORY}/expected/${name}`, "utf8");
}

/** Header and cells of an expected CSV; none of them holds a quoted cell. */
export function expectedCsv(name: string): { header: string[]; cells: string[][] } {
  const [header, ...cells] = expectedText(name)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  return { header: header as string[], cells };
}

/** Params of the published analysis, in which the reference made its outputs. */
export const PUBLISHED = {
  models: ["fx-exaggerator", "fx-mixed"],
  biases: [0, 0.01, 0.04, 0.08, 0.12],
  bins: 20,
  folds: 5,
  fold_seed: 0,
  ridge_alpha: 1,
  neighbours: 25,
  embedding_dimensions: 256,
  embedding: "hashed-trigrams",
  max_steps: 10,
  step_penalty: 1,
  resamples: 1000,
  resample_seed: 0,
  over_reveal_margin: 0.05,
  hypothesis_resamples: 2000,
  hypothesis_seed: 20260531,
  // Not published: the calibrated estimates, with few draws.
  half_samples: 20,
  half_sample_seed: 1,
  partition_max_steps: 20,
  noise_floor: 0.001,
  partition_resamples: 5,
  partition_seed: 1,
  validity_thresholds: {
    valid_output_rate: { target: 0.95, fail: 0.9 },
    empty_output_rate: { target: 0.02, fail: 0.05 },
    format_violation_rate: { target: 0.05, fail: 0.1 },
    comprehension_pass_rate: { target: 0.95, fail: 0.9 },
    receiver_decoder_R2_at_b0: { target: 0.9, fail: 0.8 },
  },
} as const;

interface LogRecord {
  readonly model: string;
  readonly bias: number;
  readonly frame: ResponsesRow["frame"];
  readonly state_index: number;
  readonly omega: number;
  readonly raw_output: string | null;
  readonly api_error?: string | null;
}

/** A context in which no embedding is recorded: trigrams are computed. */
export const NOTHING_RECORDED = { embed: () => null };

/** What the table stages get as inputs, computed by the stages before them from the recorded messages. */
export function referenceInputs() {
  const log = records<LogRecord>("messages.jsonl.gz");
  const responses = log
    .map(
      (row, index): ResponsesRow => ({
        model: row.model,
        bias: row.bias,
        frame: row.frame,
        state_index: row.state_index,
        omega: row.omega,
        provider: "fixture",
        api_model: row.model,
        status: (row.api_error ?? null) === null ? "answered" : "error",
        raw_output: row.raw_output,
        finish_reason: null,
        api_error: row.api_error ?? null,
        log_index: index,
      }),
    )
    .sort(inKeyOrder);
  const parsed = parse({ responses });
  const decoded = decode({ parsed }, PUBLISHED, NOTHING_RECORDED);
  const segmented = segmentAll({ decoded }, PUBLISHED);
  const metrics = measure({ decoded, segmented }, PUBLISHED);
  const states = statesOf(decoded);
  return {
    parsed,
    decoded,
    segmented,
    metrics,
    states,
    calibrated: calibrate({ decoded }, PUBLISHED),
    half_samples: takeHalves({ decoded, states }, PUBLISHED, NOTHING_RECORDED),
    oracle: oracleOf({}, PUBLISHED),
    comprehension: comprehension(),
  };
}

/** The list of states behind some rows. */
export function statesOf(rows: readonly { readonly state_index: number; readonly omega: number }[]) {
  const states = new Map(rows.map(({ state_index, omega }) => [state_index, omega]));
  return [...states]
    .sort(([a], [b]) => a - b)
    .map(([state_index, omega]) => ({ state_index, omega, omega_raw: omega }));
}

function comprehension(): ComprehensionRow[] {
  type Answer = Omit<ComprehensionRow, "prompt" | "raw_output" | "status" | "passed"> & {
    readonly raw: string;
  };
  return records<Answer>("comprehension.jsonl").map(({ raw, ...row }) => ({
    model: row.model,
    bias: row.bias,
    frame: row.frame,
    omega: row.omega,
    prompt: "",
    raw_output: raw,
    status: "answered",
    expected_receiver: row.expected_receiver,
    expected_sender: row.expected_sender,
    passed: namesBothIdeals(raw, row.expected_receiver, row.expected_sender),
  }));
}

function records<Row>(name: string): Row[] {
  const bytes = readFileSync(`${DIRECTORY}/${name}`);
  const lines = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function inKeyOrder(a: ResponsesRow, b: ResponsesRow): number {
  const text = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return text(a.model, b.model) || a.bias - b.bias || text(a.frame, b.frame) || a.state_index - b.state_index;
}
