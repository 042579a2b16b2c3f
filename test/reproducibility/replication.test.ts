import { afterAll, beforeAll, expect, test } from "vitest";
import { csvRecords } from "../../src/tables/read-csv.ts";
import { Project } from "../project.ts";

const TABLE = "artifacts/published/cheap-talk/tables/replication";
const STAGES = ["cheap-talk/tables/replication", "cheap-talk/figures/replication"];
const COLUMNS = [
  "line",
  "table",
  "model",
  "bias",
  "frame",
  "spec",
  "measure",
  "published",
  "decimals",
  "here",
  "difference",
  "within_rounding",
  "status",
] as const;

/** Reference senders under the names of the published models. */
const BASKET = `name: published
studies: [cheap-talk]
params: { state_count: 40, resamples: 20, hypothesis_resamples: 20 }
models:
  - { name: gpt-4o, embedded: { strategy: exaggerator } }
  - { name: claude-sonnet, embedded: { strategy: truthful } }
  - { name: gemini-flash, embedded: { strategy: babbler } }
  - { name: llama-3.3-70b, embedded: { strategy: equilibrium } }
`;

let project: Project;
beforeAll(() => {
  project = Project.whole();
  project.write("data/baskets/published.yaml", BASKET);
});
afterAll(() => project.dispose());

test("every published figure stands in the report of a basket with the published models", () => {
  const { code, stages } = project.run([...STAGES, "-b", "published"]);
  expect(code).toBe(0);
  expect(STAGES.map((id) => stages[id]?.state)).toEqual(["ran", "ran"]);
  const rows = csvRecords(project.read(`${TABLE}.csv`), TABLE, COLUMNS).map((row) => ({
    status: row.status.text,
    table: row.table.text,
    measure: row.measure.text,
    spec: row.spec.text,
    published: row.published.text,
    here: row.here.text,
    difference: row.difference.text,
  }));
  expect(rows.length).toBe(524);
  const statuses = ["within rounding", "differs", "needs MiniLM", "not here"];
  expect(rows.filter((row) => !statuses.includes(row.status))).toEqual([]);

  // Theory and counts of cells do not depend on who answers.
  const fixed = rows.filter((row) => /^(N_CS|I_norm_CS|L_[RS]_CS|n_cells)$/.test(row.measure));
  expect(fixed.length).toBe(5 * 5 + 5 * 5 * 5 + 4);
  expect(fixed.filter((row) => row.status !== "within rounding")).toEqual([]);
  // The babbler speaks without a number now and then, so whatever pools it with the others needs MiniLM.
  const steps = rows.filter((row) => row.table === "regression" && row.spec === "I_norm");
  expect(steps.map((row) => row.status)).toEqual(steps.map(() => "needs MiniLM"));
  expect(rows.filter((row) => row.status === "not here" && row.table !== "regression")).toEqual([]);
  for (const row of rows.filter(({ difference }) => difference !== ""))
    expect(Number(row.difference)).toBe(Number(row.here) - Number(row.published));
  expect(project.read(`${TABLE}.md`)).toMatch(
    /Of 524 published figures \(arXiv:2606\.01456\) \d+ are within/,
  );
  expect(project.read("artifacts/published/cheap-talk/figures/replication.svg")).toContain("524 published");
}, 120_000);

test("another basket is told why the report is not there, and has none", () => {
  for (const id of STAGES) {
    const { code, stderr } = project.candor(["run", id]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "it is for baskets with gpt-4o, claude-sonnet, gemini-flash, llama-3.3-70b, and basket embedded has none",
    );
  }
  expect(Object.keys(project.status().stages).filter((id) => STAGES.includes(id))).toEqual([]);
});
