import { readFileSync } from "node:fs";
import { csvRecords } from "../../src/tables/read-csv.ts";
import type replication from "../../stages/cheap-talk/tables/replication.ts";

export const FILE = "data/published/cheap-talk.csv";
export const TEXT = readFileSync(FILE, "utf8");
export const MINILM = "sentence-transformers/all-MiniLM-L6-v2";
export const MODELS = ["claude-sonnet", "gemini-flash", "gpt-4o", "llama-3.3-70b"] as const;
export const BIASES = [0, 0.01, 0.04, 0.08, 0.12];
export const FRAMES = ["honesty", "neutral", "payoff"] as const;

export type Inputs = Parameters<typeof replication>[0];
type Row = { [column: string]: string | number | null };

/** The published figures as they stand in the file. */
const PUBLISHED = csvRecords(TEXT, FILE, ["table", "model", "bias", "frame", "spec", "measure", "value"]).map(
  (record) => ({
    table: record.table.text,
    model: record.model.text,
    bias: record.bias.text === "" ? null : Number(record.bias.text),
    spec: record.spec.text,
    measure: record.measure.text,
    value: record.value.text === "Full" ? null : Number(record.value.text),
  }),
);

/** Rows of one of our tables from a published one: `cell` says which row a figure belongs to, and its column. */
function pivot(
  table: string,
  cell: (figure: (typeof PUBLISHED)[number]) => { key: Row; column: string } | null,
): Row[] {
  const rows = new Map<string, Row>();
  for (const figure of PUBLISHED.filter((each) => each.table === table)) {
    const place = cell(figure);
    if (place === null) continue;
    const name = JSON.stringify(place.key);
    rows.set(name, { ...rows.get(name), ...place.key, [place.column]: figure.value });
  }
  return [...rows.values()];
}

/** Inputs of the stage as a run would have them that gives the published figures to the last digit. */
export function publishedInputs(): Inputs {
  const contrasts = (measure: "I_norm" | "N_hat") =>
    pivot("frame_contrasts", (figure) =>
      figure.measure.includes(measure)
        ? {
            key: { model: figure.model, bias: figure.bias },
            column: figure.measure === `contrast_${measure}` ? "contrast" : figure.measure,
          }
        : null,
    );
  const ends = (measure: string) => ({ ci_low: "low", ci_high: "high" })[measure] ?? "value";
  const hypothesis = (table: string, measure: string) =>
    pivot(table, (figure) =>
      figure.spec === "hybrid"
        ? null
        : { key: { measure, models: "all", biases: "positive" }, column: ends(figure.measure) },
    );
  const tables = {
    bias_table: pivot("bias_gradient", ({ bias, measure }) => ({ key: { bias }, column: measure })),
    model_summary: pivot("model_summary", ({ model, measure }) => ({ key: { model }, column: measure })),
    frame_contrasts_I: contrasts("I_norm"),
    frame_contrasts_N: contrasts("N_hat"),
    regressions: pivot("regression", ({ spec, measure }) => ({
      key: { spec, term: measure.replace("coef:", "") },
      column: "value",
    })),
    robustness: pivot("robustness", ({ bias, spec, measure }) => ({ key: { bias, spec }, column: measure })),
    validity: pivot("validity", ({ measure }) =>
      measure.includes(":") ? null : { key: { check: measure }, column: "rate" },
    ),
    linear_exaggeration: pivot("linear_exaggeration", ({ bias, measure }) => ({
      key: { scope: "bias", group: String(bias) },
      column: measure,
    })),
    decoders: pivot("decoders", ({ spec, measure }) => ({
      key: { decoder: spec },
      column: measure === "r2_at_zero_bias" ? "r_squared_b0" : "mean_I_norm",
    })),
    hypotheses: [
      ...hypothesis("h1_state_clustered", "h1_slope"),
      ...hypothesis("h2_state_clustered", "h2_contrast"),
      ...pivot("parseable_numbers", ({ model }) => ({
        key: { measure: "parseable_share", models: model === "overall" ? "all" : model, biases: "all" },
        column: "value",
      })),
      ...pivot("excluding_llama", ({ bias }) => ({
        key: { measure: "pooled_I_norm", models: "all but llama-3.3-70b", biases: String(bias) },
        column: "value",
      })),
    ],
  };
  return {
    ...(tables as unknown as Inputs),
    published: { [FILE]: TEXT },
    parsed: messages(),
    comprehension: answers(),
  };
}

/** 12,000 messages with a number, 13 of them with a comment after it. */
function messages() {
  const cells = MODELS.flatMap((model) =>
    BIASES.flatMap((bias) => FRAMES.map((frame) => ({ model, bias, frame }))),
  );
  return cells.flatMap((cell, c) =>
    Array.from({ length: 200 }, (_, i) => ({
      ...cell,
      message: "0.5",
      parser_status: c < 13 && i === 0 ? ("format_violation" as const) : ("ok" as const),
    })),
  );
}

/** Passes per model: 15, 10, 13 and 1 of 15 answers. */
function answers() {
  const passes = { "claude-sonnet": 15, "gemini-flash": 10, "gpt-4o": 13, "llama-3.3-70b": 1 };
  return MODELS.flatMap((model) =>
    BIASES.flatMap((_, b) => FRAMES.map((_, f) => ({ model, passed: 3 * b + f < passes[model] }))),
  );
}
