import { afterEach, expect, test } from "vitest";
import { requestKey } from "../../../src/pipeline/answer-lines.ts";
import type { Json } from "../../../src/pipeline/canonical.ts";
import type { Lock } from "../../../src/prereg/lock.ts";
import type { Verification } from "../../../src/prereg/verify/report.ts";
import { askingProject, basketOf, entry, MESSAGES, TALKS } from "../../collect/collecting.ts";
import type { Project } from "../../project.ts";

// Answers in a journal that no design asked for: told with whom and what, and a deviation until somebody says why.

let project: Project;
afterEach(() => project.dispose());

const JOURNAL = "data/journals/small/toy.jsonl";
const DECLARED = "prereg/small.deviations.yaml";
const basket = (more = "") =>
  basketOf("small", "toy", [entry({ baseUrl: "http://127.0.0.1:9/v1", more })], "params: { count: 2 }\n");

function frozen(): string[] {
  const { code, stderr } = project.candor(["freeze", "--basket", "small", "--replace"]);
  expect(code, stderr).toBe(0);
  return Object.values((JSON.parse(project.read("prereg/small.lock.json")) as Lock).design.requests).flat();
}

function verified(code: number, ...args: readonly string[]): string {
  const ended = project.candor(["verify", ...args]);
  expect(ended.code, ended.stderr + ended.stdout).toBe(code);
  return ended.stdout;
}

const asJson = (code: number) =>
  (JSON.parse(verified(code, "--json")) as { locks: Verification[] }).locks[0]!;
const last = (text: string) => text.trimEnd().split("\n").at(-1);
const other = (digit: number) => `sha256:${String(digit).repeat(64)}`;

const asked = (params: object) => ({
  provider: "openai-compatible",
  model: "some-model",
  base_url: "http://127.0.0.1:9/v1",
  params,
});

const line = (
  key: string,
  { request = {} as object, at = "2026-03-01T10:00:00.000Z", params = {}, repeat = 0 } = {},
) =>
  `${JSON.stringify({
    kind: "answer",
    v: 1,
    key,
    answer: { status: "answered", text: '"at":"x"', vector: null, finish_reason: "stop" },
    repeat,
    asked: asked(params),
    attempts: [],
    maybe_paid: 0,
    at,
    request,
    record: {},
  })}\n`;

test("asked with other settings: whom and what, in the verdict too; exit 1 until it is declared", () => {
  project = askingProject(basket());
  const keys = frozen();
  const hot = {
    request: { prompt: "a \u001b[31mnumber", temperature: 0, max_tokens: 8 },
    params: { temperature: 1 },
  };
  const hotLine = (repeat: number) =>
    line(requestKey(asked(hot.params) as Json, hot.request, repeat), { ...hot, repeat });
  const planned = keys.map((key) => line(key)).join("");
  project.write(JOURNAL, `${planned}${hotLine(1)}${hotLine(2)}${hotLine(2)}${line(other(3))}`);
  const text = verified(1);
  expect(text).toContain("all 2 stages identical");
  expect(text).toContain(
    "2 of 2 different planned requests answered, 0 not yet, 3 answers outside the design\n",
  );
  expect(text).toContain(
    '  2 answers of some-model, temperature 1, max_tokens 8, such as "a \\x1b[31mnumber"\n',
  );
  expect(text).toContain("  1 answer of some-model\n");
  expect(last(text)).toBe(
    "as frozen; but the journal holds 3 answers that were never planned: 1 undeclared deviation",
  );
  expect(text).not.toContain("later turns");
  const found = asJson(1);
  expect(found.leaves).toMatchObject([
    { address: `journal.${JOURNAL}`, change: "deviation", is: 3, deviating: [] },
  ]);
  expect(found.stages.every(({ change }) => change === "identical")).toBe(true);

  expect(text).toContain(`- leaf: "journal.${JOURNAL}"\n    is: 3\n`);
  const declare = (is: number) =>
    project.write(DECLARED, `- { leaf: "journal.${JOURNAL}", is: ${is}, reason: a pilot }\n`);
  declare(3);
  expect(last(verified(0))).toBe(
    "as frozen; but the journal holds 3 answers that were never planned: declared with a reason",
  );
  declare(2);
  verified(1);

  // What lay there when it was frozen is told by the freeze.
  project.remove(DECLARED);
  frozen();
  expect(last(verified(0))).toBe("as frozen");
  project.write(JOURNAL, project.read(JOURNAL) + line(other(4)));
  expect(last(verified(1))).toContain("holds 1 answer that was never planned");
});

test("later turns say that they are ones; a first request beside them is outside all the same", () => {
  project = askingProject(basket(), TALKS);
  const keys = frozen();
  const turn = (key: string) => line(key, { request: { hash: other(9), turns: 3, last: "second" } });
  project.write(JOURNAL, keys.map((key) => line(key)).join("") + turn(other(1)) + turn(other(2)));
  const text = verified(0);
  expect(text).toContain("2 answers to requests that the lock does not list (later turns");
  expect(last(text)).toBe("as frozen");
  project.write(JOURNAL, project.read(JOURNAL) + line(other(3), { request: { prompt: "x" } }));
  expect(last(verified(1))).toContain("holds 1 answer that was never planned");
});

test("where a stage asks about answers, its requests could not be planned: nobody is accused", () => {
  project = askingProject(basket());
  project.write(
    "pipeline.yaml",
    `${project.read("pipeline.yaml")}  toy/judged:
    module: stages/toy/judged.ts
    inputs: { numbers: toy/squared }
    map: [group]
    ask: group
    output: toy/judged.parquet
    schema: schemas/toy/squared.schema.json
`,
  );
  project.write("stages/toy/judged.ts", MESSAGES);
  const keys = frozen();
  project.write(JOURNAL, keys.map((key) => line(key)).join("") + line(other(1)));
  expect(last(verified(0))).toBe("as frozen");
});

test("what today's design asks, and that deviates as declared, is explained by it", () => {
  project = askingProject(basket());
  frozen();
  const today = "params: { temperature: 0.5 }";
  project.write("data/baskets/small.yaml", basket(today));
  const lock = project.read("prereg/small.lock.json");
  const keys = frozen();
  project.write("prereg/small.lock.json", lock);
  project.write(JOURNAL, keys.map((key) => line(key)).join(""));
  expect(asJson(1).leaves.map(({ address }) => address)).toEqual(["models.one"]);
});

test("a journal that is gone, or holds less than when it was frozen", () => {
  project = askingProject(basket());
  const keys = frozen();
  project.write(JOURNAL, keys.map((key) => line(key)).join(""));
  expect(project.candor(["run", "--basket", "small"]).code).toBe(0);
  project.remove(JOURNAL);
  expect(verified(0)).toContain(
    "  the journal is gone: artifacts here were made with its answers (toy/squared)\n",
  );
  project.write(JOURNAL, keys.map((key) => line(key)).join(""));
  frozen();
  expect(verified(0)).not.toContain("gone");
  project.write(JOURNAL, line(keys[0]!));
  expect(verified(0)).toContain(
    "  answers are gone from the journal: when the design was frozen it held 2 answers\n",
  );
  project.remove(JOURNAL);
  expect(verified(0)).toContain("  the journal is gone: when the design was frozen it held 2 answers\n");
});

test("progress says that stages run in a copy, and not that none ever ran", () => {
  project = askingProject(basket());
  frozen();
  project.edit("data/baskets/small.yaml", "count: 2", "count: 3");
  const { stderr } = project.candor(["verify"]);
  expect(stderr).toBe("planning requests anew, stages run in a copy of the project\n");
  const rebuilt = project.candor(["verify", "--rebuild", "--jobs", "1"]).stderr;
  expect(rebuilt).toContain("rebuilding small, stages run in a copy of the project: time zone");
  expect(rebuilt).toMatch(/^ {2}ran {4}toy\/numbers \(\d+ ms\)$/mu);
  expect(rebuilt).not.toContain("never run");
});
