import { afterEach, expect, test } from "vitest";
import type { Lock } from "../../../src/prereg/lock.ts";
import type { Verification } from "../../../src/prereg/verify/report.ts";
import { askingProject, basketOf, entry, MESSAGES } from "../../collect/collecting.ts";
import { Project } from "../../project.ts";
import { artifactsOf, TOY, toyProject } from "../../toy.ts";

// candor verify where models are asked: planned requests, journals against the plan, and the rebuild.

let project: Project;
afterEach(() => project.dispose());

const JOURNAL = "data/journals/small/toy.jsonl";
const LOCK = "prereg/small.lock.json";
const entries = (more = "") => [
  entry({ name: "one", baseUrl: "http://127.0.0.1:9/v1", more }),
  entry({ name: "two", model: "another", baseUrl: "http://127.0.0.1:9/v1" }),
];
const basket = (more = "", count = 4) =>
  basketOf("small", "toy", entries(more), `params: { count: ${count} }\n`);

function frozen(): Lock {
  const { code, stderr } = project.candor(["freeze", "--basket", "small", "--replace"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(project.read(LOCK)) as Lock;
}

function verified(code: number, ...args: readonly string[]): string {
  const ended = project.candor(["verify", ...args]);
  expect(ended.code, ended.stderr + ended.stdout).toBe(code);
  return ended.stdout;
}

const asJson = (code: number) =>
  (JSON.parse(verified(code, "--json")) as { locks: Verification[] }).locks[0]!;

/** Counts of requests by stage: same, gone, new. */
const counts = ({ requests }: Verification) =>
  Object.fromEntries(requests.map(({ stage, same, gone, added }) => [stage, [same, gone, added]]));

const line = (key: string) =>
  `${JSON.stringify({ kind: "answer", key, answer: { text: "0.5", vector: null, finish_reason: "stop" } })}\n`;

const keysOf = ({ design }: Lock) => Object.values(design.requests).flat();

test("a journal against the plan: answered, not yet, and what was never planned", () => {
  project = askingProject(basket());
  const keys = keysOf(frozen());
  expect(new Set(keys).size).toBe(8);
  expect(verified(0)).toContain(
    `journal  ${JOURNAL}, 0 answers: 0 of 8 different planned requests answered, 8 not yet\n`,
  );

  project.write(JOURNAL, keys.slice(0, 3).map(line).join(""));
  expect(asJson(0).journals).toEqual([
    {
      file: JOURNAL,
      atFreeze: 0,
      answers: 3,
      planned: 8,
      answered: 3,
      unplanned: 0,
      outside: [],
      lines: { answers: 3, foreign: { count: 0, first: [] }, untold: 3, served: {} },
      first: null,
      last: null,
      gone: false,
      made: [],
      stages: ["toy/squared"],
    },
  ]);
  project.write(JOURNAL, [...keys, `sha256:${"0".repeat(64)}`].map(line).join(""));
  const text = verified(1);
  expect(text).toContain("requests 8 planned, as frozen");
  expect(text).toContain(
    "8 of 8 different planned requests answered, 0 not yet, 1 answer outside the design\n",
  );
  expect(text).toContain("frozen   before any data\n");

  // A design that is frozen now is frozen after the data, wherever it is shown.
  frozen();
  expect(verified(0)).toContain(`frozen   after 9 answers: ${JOURNAL} held 9\n`);
  expect(JSON.parse(project.read("artifacts/small/prereg.json")).frozen).toMatchObject({
    when: "after 9 answers",
    answers: { [JOURNAL]: 9 },
  });
  // A journal that is no longer one is told, not passed over.
  project.write(JOURNAL, `${line(keys[0]!)}no json\n`);
  expect(project.candor(["verify"]).stderr).toContain(`${LOCK} cannot be verified: `);
});

test("prices, limits and key variables are no part of the design; what can change an answer is", () => {
  project = askingProject(basket());
  frozen();
  project.write(
    "data/baskets/small.yaml",
    basket("prices: { input: 1, output: 2 }, limits: { connections: 2 }, key_variable: A_KEY"),
  );
  expect(asJson(0)).toMatchObject({ change: "identical", leaves: [] });

  project.write("data/baskets/small.yaml", basket("params: { temperature: 1 }"));
  const found = asJson(1);
  expect(found.leaves.map(({ address, stages }) => [address, stages])).toEqual([
    ["models.one", ["toy/squared"]],
  ]);
  expect(counts(found)).toEqual({ "toy/squared": [4, 4, 4] });
  expect(found.requests[0]!.slices).toEqual([{ slice: { group: "one" }, same: 0, gone: 4, added: 4 }]);
  const text = verified(1);
  expect(text).toContain("  models.one: params.temperature: none → 1 (deviation)\n");
  // What is pasted holds it whole.
  expect(text).toMatch(/- leaf: "models\.one"\n {4}is: \{.*"params":\{"temperature":1\}.*\}\n/u);
  expect(text).toContain('    {"group":"one"}: 0 the same, 4 gone, 4 new\n');
});

test("where something above deviates requests are planned anew, elsewhere: the artifacts stay", () => {
  project = askingProject(basket());
  frozen();
  project.candor(["run", "toy/numbers", "--basket", "small"]);
  const before = artifactsOf(project);
  project.write("data/baskets/small.yaml", basket("", 5));
  const found = asJson(1);
  expect(counts(found)).toEqual({ "toy/squared": [8, 0, 2] });
  expect(found.rows).toEqual([{ stage: "toy/numbers", same: false }]);
  const { "small/prereg.json": _, ...after } = artifactsOf(project);
  expect(after).toEqual(before);
  expect(project.candor(["status", "--basket", "small"]).stdout).toContain("param count changed from 4 to 5");

  // The same rows by other code: the requests are those that were planned.
  project.write("data/baskets/small.yaml", basket());
  project.edit("stages/toy/numbers.ts", "x: index", "x: index + 0");
  const same = asJson(1);
  expect(counts(same)).toEqual({ "toy/squared": [8, 0, 0] });
  expect(same.rows).toEqual([{ stage: "toy/numbers", same: true }]);
  expect(verified(1)).toContain("toy/squared: all 8 the same");

  // Another wording asks other things.
  project.write("stages/toy/numbers.ts", project.read("stages/toy/numbers.ts").replace("index + 0", "index"));
  project.write("stages/toy/squared.ts", MESSAGES.replace('"number "', '"the number "'));
  expect(counts(asJson(1))).toEqual({ "toy/squared": [0, 8, 8] });
  // And a stage that fails leaves the rest of what is told.
  project.write(
    "stages/toy/squared.ts",
    MESSAGES.replace("Promise.all(", '(() => { throw new Error("no \\u001b[31m"); })() ?? Promise.all('),
  );
  const text = verified(1);
  expect(text).toContain("toy/squared: could not be planned anew: stage toy/squared failed");
  expect(text).not.toContain("\u001b[31m");
  expect(text).toContain("deviates from what was frozen: 1 undeclared deviation");
});

test("a stage that asks under another name: its requests and its journal are found", () => {
  project = askingProject(basket());
  project.write(JOURNAL, keysOf(frozen()).slice(0, 2).map(line).join(""));
  const pipeline = project.read("pipeline.yaml");
  project.write("pipeline.yaml", pipeline.replace("toy/squared:", "toy/answers:"));
  const found = asJson(0);
  expect(counts(found)).toEqual({ "toy/answers": [8, 0, 0] });
  expect(found.journals[0]).toMatchObject({ planned: 8, answered: 2, stages: ["toy/answers"] });
});

test("an imported log: its records are frozen, in any order, and another record is a deviation", () => {
  project = Project.whole();
  const record = (state: number, message: string) => ({
    ...{ model: "a-model", api_model: "a-model-2026", provider: "somebody", bias: 0.04, frame: "neutral" },
    ...{ state_index: state, omega: state / 10, omega_raw: state / 10, seed: 7, prompt: "Say it." },
    ...{ raw_output: message, message, parser_status: "ok", api_error: null, temperature: 0, max_tokens: 64 },
    timestamp: 1790000000.5,
  });
  const log = [0, 1, 2, 3].map((state) => `${JSON.stringify(record(state, `0.${state}`))}\n`);
  project.write("log.jsonl", log.join(""));
  expect(project.candor(["import", "log.jsonl", "--basket", "log"]).code).toBe(0);
  expect(project.candor(["freeze", "--basket", "log"]).code).toBe(0);
  const journal = "data/journals/log/cheap-talk.jsonl";
  expect(verified(0)).toContain(`frozen   after 4 answers: ${journal} held 4\n`);

  const lines = project.read(journal).trimEnd().split("\n");
  project.write(journal, `${lines.toReversed().join("\n")}\n`);
  expect(asJson(0).change).toBe("identical");
  project.write(journal, `${lines.join("\n").replaceAll('"0.3"', '"0.9"')}\n`);
  const found = asJson(1);
  expect(found.leaves.map(({ address, deviating }) => [address, deviating])).toEqual([
    [`rows.${journal} message`, ["cheap-talk/prompts", "cheap-talk/responses"]],
  ]);
  expect(found).toMatchObject({ requests: [], journals: [] });
  expect(verified(1)).toContain(`the records of the imported log ${journal} message changed`);
});

test("--rebuild: the tables follow, and a table that was edited does not", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  expect(project.candor(["freeze"]).code).toBe(0);
  const equal = verified(0, "--rebuild", "--jobs", "1");
  expect(equal).toContain("as frozen; the rebuild gives the same");
  expect(JSON.parse(project.read("artifacts/embedded/prereg.json")).rebuild).toMatchObject({ equal: true });
  const table = "artifacts/embedded/toy/tables/total.csv";
  project.write(table, project.read(table).replace(/^a,[^,]+/mu, "a,99.5"));
  const text = verified(1, "--rebuild", "--jobs", "1");
  expect(text).toContain("toy/tables/total");
  expect(text).toContain("as frozen; the rebuild differs");
  expect(project.read(table)).toContain("a,99.5");
  expect(TOY["pipeline.yaml"]).toBe(project.read("pipeline.yaml"));
});
