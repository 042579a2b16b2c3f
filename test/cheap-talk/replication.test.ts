import { expect, test } from "vitest";
import json from "../../schemas/cheap-talk/tables/replication.schema.json" with { type: "json" };
import { HASHED_TRIGRAMS } from "../../src/cheap-talk/recorded-embedding.ts";
import { agreement } from "../../src/cheap-talk/replication/agreement.ts";
import { isPublishedEmbedding } from "../../src/cheap-talk/replication/embedding.ts";
import { publishedFigures } from "../../src/cheap-talk/replication/published.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import replication from "../../stages/cheap-talk/tables/replication.ts";
import { FILE, type Inputs, MINILM, publishedInputs, TEXT } from "./published-tables.ts";

const PERFECT = publishedInputs();
const report = (inputs: Inputs, embedding = HASHED_TRIGRAMS) => replication(inputs, { embedding });
type Report = ReturnType<typeof report>;
type ReportRow = Report["rows"][number];

function counts({ rows }: Report) {
  const of = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    within: of("within rounding"),
    differs: of("differs"),
    minilm: of("needs MiniLM"),
    notHere: of("not here"),
  };
}

const nameOf = ({ table, model, bias, spec, measure }: ReportRow) =>
  [table, model, bias, spec, measure].filter((part) => part !== null).join(" ");

test("a run that gives the published figures is within rounding in all 524", () => {
  const made = report(PERFECT, MINILM);
  expect(made.rows.filter((row) => row.status !== "within rounding").map(nameOf)).toEqual([]);
  expect(counts(made)).toEqual({ within: 524, differs: 0, minilm: 0, notHere: 0 });
  expect(validateRows(made.rows, readSchema(json, "replication.schema.json"))).toEqual([]);
  // The one published figure that is computed from others here: the mean of sixteen contrasts.
  const hybrid = made.rows.find((row) => row.table === "h2_state_clustered" && row.spec === "hybrid");
  expect(hybrid?.here).toBeCloseTo(0.0366971300211992, 12);
  expect(made.caption).toMatch(/^Of 524 published figures .* 524 are within rounding here, 0 differ, 0 need/);
});

test("hashed trigrams cannot meet the embedding decoders, though the figures agree", () => {
  const made = report(PERFECT);
  // Per bias mean I_norm, N_hat, L_R, L_S, and two shares where b > 0: 28 of 55 under either decoder.
  expect(counts(made)).toEqual({ within: 524 - 2 * 28 - 3, differs: 0, minilm: 2 * 28 + 3, notHere: 0 });
  const needing = made.rows.filter((row) => row.status === "needs MiniLM");
  expect(new Set(needing.map((row) => row.spec))).toEqual(
    new Set(["alt_decoder=knn", "ablation_embedding_only", "embedding_ridge", "embedding_knn"]),
  );
  expect(needing.every((row) => row.within_rounding === true && row.difference === 0)).toBe(true);
  expect(made.caption).toContain("all-MiniLM-L6-v2 there and hashed-trigrams here");
});

/** The inputs with the first messages of one cell in words. */
function inWords(count: number, cell: { model: string; bias: number; frame: string }, valid = true): Inputs {
  let left = count;
  const parsed = PERFECT.parsed.map((row) => {
    const isHere = row.model === cell.model && row.bias === cell.bias && row.frame === cell.frame;
    if (!isHere || left-- <= 0) return row;
    const parser_status = valid ? ("ok" as const) : ("format_violation" as const);
    return { ...row, message: "rather high", parser_status };
  });
  return { ...PERFECT, parsed };
}

test("a hybrid figure needs MiniLM where a cell has three messages without a number, and only that cell's", () => {
  const cell = { model: "gemini-flash", bias: 0.04, frame: "payoff" };
  const before = counts(report(PERFECT)).minilm;
  expect(counts(report(inWords(2, cell))).minilm).toBe(before);
  const made = report(inWords(3, cell));
  const was = new Map(report(PERFECT).rows.map((row) => [row.line, row.status]));
  const changed = made.rows.filter(
    (row) => row.status === "needs MiniLM" && was.get(row.line) !== "needs MiniLM",
  );
  const at = (table: string) => changed.filter((row) => row.table === table);
  expect(at("bias_gradient").map(({ bias, measure }) => `${bias} ${measure}`)).toEqual(
    ["mean_I_norm", "mean_N_hat", "mean_L_R", "mean_L_S", "frac_overreveal_N", "frac_overreveal_MI"].map(
      (measure) => `0.04 ${measure}`,
    ),
  );
  expect(new Set(at("robustness").map((row) => `${row.spec} ${row.bias}`))).toEqual(
    new Set(["MI_bins=10 0.04", "MI_bins=30 0.04", "drop_invalid 0.04"]),
  );
  expect(at("model_summary").map(nameOf)).toEqual(
    ["mean_I_norm", "mean_N_hat", "slope_I_on_b", "slope_N_on_b", "frac_overreveal_N"].map(
      (measure) => `model_summary gemini-flash ${measure}`,
    ),
  );
  expect(at("frame_contrasts").map(({ model, bias, measure }) => `${model} ${bias} ${measure}`)).toEqual(
    ["I_norm_payoff", "contrast_I_norm", "N_hat_payoff", "contrast_N_hat"].map(
      (measure) => `gemini-flash 0.04 ${measure}`,
    ),
  );
  expect(at("regression").length).toBe(20);
  expect(at("decoders").map(nameOf)).toEqual(["decoders hybrid mean_I_norm_positive_bias"]);
  expect(at("h2_state_clustered").map(nameOf)).toEqual(["h2_state_clustered hybrid contrast"]);
  // R² of the validity table reads b = 0, neutral; the parsed report reads no embedding at all.
  expect(changed.length).toBe(6 + 18 + 5 + 4 + 20 + 1 + 1);
});

test("the fit on valid messages pools the models, and reads no invalid ones", () => {
  const poolStatus = (inputs: Inputs) =>
    report(inputs).rows.find((row) => row.measure === "receiver_decoder_R2_at_b0")?.status;
  const cell = { model: "gemini-flash", bias: 0, frame: "neutral" };
  const two = inWords(2, cell);
  const one = inWords(1, { ...cell, model: "gpt-4o" });
  const both = {
    ...PERFECT,
    parsed: two.parsed.map((row, i) => (one.parsed[i]?.message === "0.5" ? row : one.parsed[i]!)),
  };
  expect([poolStatus(two), poolStatus(both)]).toEqual(["within rounding", "needs MiniLM"]);
  expect(poolStatus(inWords(3, cell, false))).toBe("within rounding");
  expect(poolStatus(inWords(3, { ...cell, frame: "payoff" }))).toBe("within rounding");
});

test.each([
  ["bias_table", "mean_L_R", "bias_gradient 0 mean_L_R"],
  ["model_summary", "slope_I_on_b", "model_summary claude-sonnet slope_I_on_b"],
  ["frame_contrasts_N", "contrast", "frame_contrasts claude-sonnet 0.01 contrast_N_hat"],
  ["regressions", "value", "regression I_norm beta"],
  ["robustness", "L_S_CS", "robustness 0 MI_bins=10 L_S_CS"],
  ["validity", "rate", "validity valid_output_rate"],
  ["linear_exaggeration", "slope", "linear_exaggeration 0 slope"],
  ["decoders", "mean_I_norm", "decoders parsed_report mean_I_norm_positive_bias"],
  ["hypotheses", "low", "h1_state_clustered parsed_report ci_low"],
] as const)("another %s differs in %s, and by how much", (table, column, name) => {
  const [first, ...rest] = PERFECT[table] as unknown as Record<string, number>[];
  const off = { ...first, [column]: first![column]! + 0.01 };
  const changed = report({ ...PERFECT, [table]: [off, ...rest] }, MINILM).rows.filter(
    (row) => row.status !== "within rounding",
  );
  expect(changed.map((row) => [nameOf(row), row.status])).toEqual([[name, "differs"]]);
  expect(changed[0]?.difference).toBeCloseTo(0.01, 12);
  const gone = report({ ...PERFECT, [table]: rest }, MINILM).rows.filter((row) => row.here === null);
  expect(gone.find((row) => nameOf(row) === name)).toMatchObject({
    status: "not here",
    difference: null,
    within_rounding: null,
  });
});

test("a count that is off by one differs", () => {
  const parsed = PERFECT.parsed.slice(0, -1);
  const changed = report({ ...PERFECT, parsed }, MINILM).rows.filter(
    (row) => row.status !== "within rounding",
  );
  expect(changed.map((row) => [row.measure, row.difference])).toEqual([
    ["valid_output_rate:n", -1],
    ["empty_output_rate:n", -1],
    ["format_violation_rate:n", -1],
  ]);
  const comprehension = PERFECT.comprehension.map((row, i) => (i === 0 ? { ...row, passed: false } : row));
  expect(counts(report({ ...PERFECT, comprehension }, MINILM))).toMatchObject({ differs: 2 });
});

test("N_CS is the word Full at b = 0, and a number is not", () => {
  const bias_table = PERFECT.bias_table.map((row) => ({ ...row, N_CS: row.bias === 0 ? 100 : row.N_CS }));
  const [first] = report({ ...PERFECT, bias_table }, MINILM).rows.filter((row) => row.measure === "N_CS");
  expect(first).toMatchObject({ published: null, here: 100, difference: null, status: "differs" });
});

test("what pools the published models is not here where other models ran", () => {
  const made = report({ ...PERFECT, parsed: PERFECT.parsed.filter((row) => row.model !== "gpt-4o") }, MINILM);
  const here = (table: string) =>
    made.rows.filter((row) => row.table === table && row.status !== "not here").map((row) => row.measure);
  expect([...new Set(here("bias_gradient"))]).toEqual(["N_CS", "I_norm_CS", "L_R_CS", "L_S_CS"]);
  expect(here("regression")).toEqual([]);
  expect(here("validity")).toEqual([]);
  expect(here("model_summary").length).toBe(24);
  expect(here("parseable_numbers").length).toBe(4);
  expect(made.caption).toContain("this run has other models");
});

// Half a unit of the last decimal that the table prints; 1e-9 of the figure and 1e-12 where it is given in full.
test.each([
  [0.7, 2, 0.7049, true],
  [0.7, 2, 0.695, true],
  [0.7, 2, 0.7051, false],
  [1, 3, 0.9994, false],
  [15, 0, 15, true],
  [15, 0, 14, false],
  [1.7e-15, null, 0, true],
  [1.7e-15, null, 2e-12, false],
  [0.5, null, 0.5 + 4e-10, true],
  [0.5, null, 0.5 + 6e-10, false],
  ["Full", null, "Full", true],
  [7, null, "Full", false],
] as const)("published %s to %s decimals, %s here: %s", (value, decimals, here, within) => {
  expect(agreement({ value, decimals }, here).within).toBe(within);
});

test("decimals are those of the table: trailing zeros are not in the file", () => {
  const decimals = new Map(publishedFigures(TEXT, FILE).map((figure) => [figure.table, figure.decimals]));
  expect(Object.fromEntries(decimals)).toEqual({
    bias_gradient: null,
    model_summary: null,
    frame_contrasts: null,
    regression: null,
    robustness: null,
    validity: null,
    linear_exaggeration: 3,
    decoders: 2,
    parseable_numbers: 3,
    h1_state_clustered: 2,
    h2_state_clustered: 3,
    excluding_llama: 2,
    comprehension: 0,
  });
});

test("the file may have other line ends and quotes", () => {
  const want = publishedFigures(TEXT, FILE);
  expect(want.length).toBe(524);
  expect(publishedFigures(`\uFEFF${TEXT.replaceAll("\n", "\r\n")}`, FILE)).toEqual(want);
  expect(publishedFigures(TEXT.replaceAll("claude-sonnet", '"claude-sonnet"'), FILE)).toEqual(want);
});

const HEAD = "table,model,bias,frame,spec,measure,value\n";
test.each([
  ["t,,low,,,m,1", '2:4: bias requires a number or nothing, got "low"'],
  ["t,,,,,m,1.5.2", '2:9: value requires a number or Full, got "1.5.2"'],
  ["t,,,,,m,NaN", '2:9: value requires a number or Full, got "NaN"'],
  ["t,,,,,m,1e999", '2:9: value requires a number or Full, got "1e999"'],
  ["t,,,,,m,", '2:9: value requires a number or Full, got ""'],
  ["t,,,,,,1", "2:7: measure requires a name, got an empty cell"],
  ["t,,,,,m,1\nt,,,,,m,2", "3:1: a figure requires one line, got a second one (first: line 2)"],
  ["t,,,,m,1", "2:8: a record requires 7 cells, got 6"],
])("%j is refused with file, line and column", (lines, message) => {
  expect(() => publishedFigures(`${HEAD}${lines}\n`, FILE)).toThrow(`${FILE}:${message}`);
});

test("a table or measure that has no place is an error, not a figure that is not here", () => {
  const of = (line: string) => () => report({ ...PERFECT, published: { [FILE]: `${HEAD}${line}\n` } });
  expect(of("no_table,,,,,m,1")).toThrow('got "no_table" on line 2');
  expect(of("model_summary,gpt-4o,,,,mean_I,1")).toThrow(
    'requires a column for the measure "mean_I" of line 2, got no mean_I in model_summary',
  );
});

test.each([
  ["all-MiniLM-L6-v2", true],
  [MINILM, true],
  ["Xenova/all-minilm-l6-v2", true],
  ["hashed-trigrams", false],
  ["all-MiniLM-L12-v2", false],
  ["not-all-MiniLM-L6-v2", false],
])("%s is the published embedding: %s", (name, is) => {
  expect(isPublishedEmbedding(name)).toBe(is);
});
