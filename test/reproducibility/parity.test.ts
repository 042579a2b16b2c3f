import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "../project.ts";
import { expectedCsv, expectedText } from "../stages/reference.ts";

// A replicator's whole way: a published log goes in, the published numbers come out as the CSV files that run writes.
const FIXTURE = "test/fixtures/reference-parity";
const TABLES = "artifacts/replica/cheap-talk/tables";

let project: Project;
beforeAll(() => {
  project = Project.whole();
  for (const file of ["messages.jsonl.gz", "comprehension.jsonl"])
    project.write(file, readFileSync(`${FIXTURE}/${file}`));
  const imported = project.candor([
    ...["import", "messages.jsonl.gz", "--comprehension", "comprehension.jsonl", "--basket", "replica"],
  ]);
  expect(imported.stderr).toBe("");
  const { code, stderr } = project.candor(["run", "cheap-talk/tables", "--basket", "replica"]);
  expect(code, stderr).toBe(0);
}, 120_000);
afterAll(() => project.dispose());

function table(name: string): { header: string[]; cells: string[][] } {
  const [header, ...cells] = project
    .read(`${TABLES}/${name}.csv`)
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  return { header: header!, cells };
}

const near = (got: string, want: string, tolerance = 0) =>
  Math.abs(Number(got) - Number(want)) <= Math.max(tolerance, 1e-9 * Math.abs(Number(want)) + 1e-12);
const isNumber = (text: string) => text !== "" && Number.isFinite(Number(text));

/** Cells that are not what the reference computed. `free` names columns that the data do not determine. */
function differences(
  got: { header: string[]; cells: string[][] },
  want: { header: string[]; cells: string[][] },
  looser: (column: string, row: readonly string[]) => number | "free" = () => 0,
): string[] {
  expect(got.header).toEqual(want.header);
  expect(got.cells).toHaveLength(want.cells.length);
  return want.cells.flatMap((row, i) =>
    row.flatMap((cell, k) => {
      const ours = got.cells[i]![k]!;
      const tolerance = looser(want.header[k]!, row);
      const same = tolerance === "free" || (isNumber(cell) ? near(ours, cell, tolerance) : ours === cell);
      return same ? [] : [`row ${i + 1}, ${want.header[k]}: ${ours}, expected ${cell}`];
    }),
  );
}

test.each([
  ["oracle", "reference_table.csv"],
  ["cell_metrics", "cell_metrics.csv"],
  ["bias_table", "bias_table.csv"],
  ["model_summary", "model_summary.csv"],
  ["frame_contrasts_I", "frame_contrasts_I.csv"],
  ["frame_contrasts_N", "frame_contrasts_N.csv"],
])("%s is what the reference computed", (name, expected) => {
  expect(differences(table(name), expectedCsv(expected))).toEqual([]);
});

test("robustness is what the reference computed, nearest neighbours within their ties", () => {
  const looser = (column: string, row: readonly string[]) => {
    if (!row.includes("alt_decoder=knn")) return 0;
    if (column.startsWith("frac") || column === "mean_N_hat") return "free";
    return column.startsWith("mean") ? 0.02 : 0;
  };
  expect(differences(table("robustness"), expectedCsv("robustness.csv"), looser)).toEqual([]);
});

test("regressions are what the reference computed", () => {
  interface Fit {
    readonly beta: number;
    readonly se_beta: number;
    readonly t_beta: number;
    readonly coefs: Readonly<Record<string, number>>;
  }
  const fits = JSON.parse(expectedText("regressions.json")) as Record<string, Fit>;
  const ours = new Map(table("regressions").cells.map(([spec, term, value]) => [`${spec} ${term}`, value!]));
  for (const [spec, { coefs, beta, se_beta, t_beta }] of Object.entries(fits)) {
    const want: Record<string, number> = { ...coefs, beta };
    // N̂ has no residual variance here: its error is rounding noise in the reference.
    if (spec === "I_norm") Object.assign(want, { se_beta, t_beta });
    for (const [term, value] of Object.entries(want))
      expect(near(ours.get(`${spec} ${term}`) ?? "", String(value)), `${spec} ${term}`).toBe(true);
  }
});

test("validity is what the reference computed", () => {
  interface Check {
    readonly check: string;
    readonly rate: number;
    readonly target: number;
    readonly fail_threshold: number;
    readonly status: string;
  }
  const checks = JSON.parse(expectedText("validity.json")) as Check[];
  const want = checks.map(({ check, rate, target, fail_threshold, status }) => [
    ...[check, String(rate), String(target), String(fail_threshold), status],
  ]);
  const header = ["check", "rate", "target", "fail", "status"];
  expect(differences(table("validity"), { header, cells: want })).toEqual([]);
});

test("supplementary statistics agree to the decimals that the reference prints", () => {
  const text = expectedText("extra_stats.txt");
  const rounded = (value: string | undefined, decimals: number) =>
    Number(value).toFixed(decimals).replace("-0.000", "0.000");
  const hypotheses = table("hypotheses").cells;
  const row = (measure: string, models: string, biases: string) =>
    hypotheses.find(([m, a, b]) => m === measure && a === models && b === biases)!;

  const shares = [...text.matchAll(/^ {2}(\S+?)\s*: (\d\.\d{3})$/gmu)];
  expect(shares).toHaveLength(3);
  for (const [, name, share] of shares)
    expect(rounded(row("parseable_share", name === "overall" ? "all" : name!, "all")[3], 3)).toBe(share);

  const pooled = [...text.matchAll(/b=(\d\.\d\d): (parsed-direct )?I_norm(?:\(no-llama\))?=(\d\.\d{3})/gu)];
  expect(pooled).toHaveLength(10);
  for (const [, bias, , value] of pooled)
    expect(rounded(row("pooled_I_norm", "all", String(Number(bias)))[3], 3)).toBe(value);

  const [, slope, low, high] = /slope=(\S+) {2}95% state-clustered bootstrap CI \[(\S+), (\S+)\]/u.exec(
    text,
  )!;
  expect(
    row("h1_slope", "all", "positive")
      .slice(3, 6)
      .map((v) => rounded(v, 3)),
  ).toEqual([slope, low, high]);
  const [, contrast, from, to] = /contrast=\+(\S+) {2}95% CI \[\+(\S+), \+(\S+)\]/u.exec(text)!;
  expect(
    row("h2_contrast", "all", "positive")
      .slice(3, 6)
      .map((v) => rounded(v, 3)),
  ).toEqual([contrast, from, to]);

  const lines = [
    ...text.matchAll(/b=(\S+): slope=(\S+) intercept=(\S+) {2}\(intercept vs b: (\S+)\) n=(\d+)/gu),
  ];
  expect(lines).toHaveLength(5);
  const exaggeration = table("linear_exaggeration").cells;
  for (const [, bias, ...want] of lines) {
    const [, , a, b, c, n] = exaggeration.find(
      ([scope, group]) => scope === "bias" && Number(group) === Number(bias),
    )!;
    expect([rounded(a, 3), rounded(b, 3), rounded(c, 3), n]).toEqual(
      want.map((value, k) => (k === 3 ? value : Number(value).toFixed(3))),
    );
  }
  const models = [...text.matchAll(/^ {2}(fx-\S+)\s*: slope=(\S+) intercept=\+?(\S+) n=(\d+)/gmu)];
  expect(models).toHaveLength(2);
  for (const [, model, a, b, n] of models) {
    const got = exaggeration.find(([scope, group]) => scope === "model" && group === model)!;
    expect([rounded(got[2], 3), rounded(got[3], 3), got[5]]).toEqual([a, b, n]);
  }
});

test("everything is fresh afterwards", () => {
  expect(project.candor(["status", "cheap-talk/tables", "--basket", "replica"]).code).toBe(0);
});
