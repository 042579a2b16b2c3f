import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { SIGNIFICANCE } from "../../src/cheap-talk/calibrated-hypotheses.ts";
import { namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import { INTERVAL_LEVEL } from "../../src/cheap-talk/sampled-cells.ts";
import type { Json } from "../../src/pipeline/canonical.ts";
import type { Lock } from "../../src/prereg/lock.ts";
import { placeholders } from "../../src/prereg/study-template.ts";
import { Project, ROOT } from "../project.ts";

// The study that comes with the project: its design in words, and how it is frozen.

const TEMPLATE = readFileSync(path.join(ROOT, "data/preregistration/cheap-talk.md"), "utf8");
const PIPELINE = parse(readFileSync(path.join(ROOT, "pipeline.yaml"), "utf8")) as {
  readonly params: Record<string, Json>;
  readonly stages: Record<
    string,
    { readonly params?: string[]; readonly imported?: { readonly params?: string[] } }
  >;
};

let project: Project;
beforeAll(() => {
  project = Project.whole();
});
afterAll(() => project.dispose());
beforeEach(() => {
  for (const file of ["prereg", "data/journals", "data/baskets/log.yaml"])
    if (project.has(file)) project.remove(file);
});

function frozen(basket: string): { lock: Lock; text: string; stdout: string } {
  const { code, stderr, stdout } = project.candor(["freeze", "--basket", basket]);
  expect(code, stderr).toBe(0);
  return {
    lock: JSON.parse(project.read(`prereg/${basket}.lock.json`)),
    text: project.read(`prereg/${basket}.md`),
    stdout,
  };
}

test.each(["cheap-talk", "ai-liedar"])(
  "the template of %s uses every param that a stage of the study declares, to its last member",
  (study) => {
    const declared = Object.entries(PIPELINE.stages)
      .filter(([id]) => id.startsWith(`${study}/`))
      .flatMap(([, { params = [], imported }]) => [...params, ...(imported?.params ?? [])]);
    const template = readFileSync(path.join(ROOT, `data/preregistration/${study}.md`), "utf8");
    const used = new Set(placeholders(template));
    const leaves = (value: Json | undefined, at: string): string[] =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([name, item]) => leaves(item, `${at}.${name}`))
        : [at];
    const wanted = [...new Set(declared)].flatMap((name) => leaves(PIPELINE.params[name], name));
    expect(wanted.filter((name) => !used.has(name))).toEqual([]);
  },
);

test("numbers that the template says by itself are those of the code", () => {
  expect(TEMPLATE).toContain(`Level ${SIGNIFICANCE}.`);
  expect(TEMPLATE).toContain(`adjusted two-sided p value is at most ${SIGNIFICANCE}`);
  expect(TEMPLATE).toContain(`(the ${(1 - 2 * SIGNIFICANCE) * 100} % interval lies within`);
  expect(TEMPLATE).toContain(`estimate ± 1.96 standard errors at ${INTERVAL_LEVEL * 100} %`);
  const tolerance = Number(/a number\s+within ([\d.]+) of ω and one within \1 of ω \+ b/u.exec(TEMPLATE)![1]);
  expect(namesBothIdeals(String(0.5 + tolerance - 0.001), 0.5, 0.5)).toBe(true);
  expect(namesBothIdeals(String(0.5 + tolerance + 0.001), 0.5, 0.5)).toBe(false);
});

test("the embedded basket: 12,000 messages, 60 answers on comprehension and 360 openings are planned, and the lock fits its schema", () => {
  const { lock, text, stdout } = frozen("embedded");
  const { design } = lock;
  const counts = new Map<string, number>();
  for (const [name, keys] of Object.entries(design.requests)) {
    const stage = name.slice(0, name.indexOf(" "));
    counts.set(stage, (counts.get(stage) ?? 0) + keys.length);
  }
  expect(Object.fromEntries(counts)).toEqual({
    "ai-liedar/turns": 5400,
    "cheap-talk/comprehension": 60,
    "cheap-talk/responses": 12_000,
  });
  // One opening serves a scenario, wording and profile: 60 × 3 × 2.
  expect(stdout).toContain("planned  12,420 requests in 192 slices\n");
  expect(Object.keys(design.rows)).toEqual([
    "ai-liedar/design",
    "ai-liedar/scenarios",
    "cheap-talk/prompts",
    "cheap-talk/states",
  ]);
  expect(design.packages).toMatchObject({ vega: expect.stringMatching(/^\d/u), esbuild: expect.any(String) });
  expect(design.files["data/preregistration/cheap-talk.md"]).toMatch(/^sha256:/u);
  expect(design.stages["cheap-talk/coverage"]!.onDemand).toBe(true);
  const schema = JSON.parse(readFileSync(path.join(ROOT, "schemas/prereg-lock.schema.json"), "utf8"));
  const check = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  check(lock);
  expect(check.errors).toBeNull();
  expect(text).toContain("the same list of 200 states");
  for (const frame of ["neutral", "payoff", "honesty", "comprehension"])
    expect(text).toContain(
      `\`\`\`text\n${project.read(`data/prompts/cheap-talk/${frame}.txt`).trimEnd()}\n\`\`\`\n`,
    );
  expect(text).toContain("| comprehension answers that pass | 0.95 | below 0.9 |");
  expect(text).not.toContain("{{");
  // Every number of a table and of the study's text comes from the lock: with another param it is another.
  project.edit("pipeline.yaml", "state_count: 200", "state_count: 50");
  project.remove("prereg");
  const other = frozen("embedded");
  project.edit("pipeline.yaml", "state_count: 50", "state_count: 200");
  expect(other.text).toContain("the same list of 50 states");
  expect(other.stdout).toContain("planned  3,420 requests");
});

test("the basket of the paper: real models, planned without a key", () => {
  const { lock, text } = frozen("paper");
  expect(new Set(Object.values(lock.design.requests).flat()).size).toBe(12_060);
  expect(lock.design.basket.embedding).toEqual({ model: "sentence-transformers/all-MiniLM-L6-v2" });
  expect(JSON.stringify(lock)).not.toMatch(/API_KEY|tokens_per_minute/u);
  expect(text).toContain("| gpt-4o | gpt-4o-2024-11-20 by openai, ");
  expect(text).toContain("thinkingConfig");
  expect(text).toContain("Sentence embeddings: sentence-transformers/all-MiniLM-L6-v2.");
});

test("an imported log was there before: its records are counted and fixed, and no request is planned", () => {
  const record = (state: number) => ({
    model: "a-model",
    api_model: "a-model-2026",
    provider: "somebody",
    bias: 0.04,
    frame: "neutral",
    state_index: state,
    omega: state / 10,
    omega_raw: state / 10,
    seed: 7,
    prompt: "Say it.",
    raw_output: "0.29",
    message: "0.29",
    parser_status: "ok",
    api_error: null,
    temperature: 0,
    max_tokens: 64,
    timestamp: 1790000000.5,
  });
  const log = [0, 1, 2, 3].map((state) => `${JSON.stringify(record(state))}\n`);
  project.write("log.jsonl", log.join(""));
  expect(project.candor(["import", "log.jsonl", "--basket", "log"]).code).toBe(0);
  const { lock, text, stdout } = frozen("log");
  const { answers, requests, rows, models } = lock.design;
  expect(answers).toEqual({ "data/journals/log/cheap-talk.jsonl": 4 });
  expect(stdout).toContain("frozen   after 4 answers\n");
  expect(requests).toEqual({});
  expect(Object.keys(rows)).toEqual([
    "data/journals/log/cheap-talk.jsonl comprehension",
    "data/journals/log/cheap-talk.jsonl message",
  ]);
  expect(models).toEqual({ "a-model": { provider: "imported" } });
  expect(text).toContain("The messages are an imported log");
  expect(text).not.toContain("The states are drawn with seed");
});
