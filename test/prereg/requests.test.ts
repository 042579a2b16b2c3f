import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Lock } from "../../src/prereg/lock.ts";
import { askingProject, basketOf, entry, journalOf, MESSAGES, TALKS } from "../collect/collecting.ts";
import type { Project } from "../project.ts";
import { answer } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";

// What is planned to be asked, before anything is: the keys under which the answers will be recorded.

let server: Providers;
let project: Project | null = null;
beforeAll(async () => {
  server = await startProviders({ behaviour: answer("0.25") });
});
afterEach(() => {
  project?.dispose();
  project = null;
});
afterAll(() => server.close());

const model = (name: string, more = "") =>
  entry({ name, model: `${name}-2026`, baseUrl: server.openai, ...(more === "" ? {} : { more }) });
const collect = (of: Project, ...args: string[]) => of.start(["collect", "--basket", "live", ...args]).ended;

function frozen(of: Project, ...args: readonly string[]): Lock & { text: string; stdout: string } {
  const { code, stderr, stdout } = of.candor(["freeze", "--basket", "live", ...args]);
  expect(code, stderr).toBe(0);
  return { ...JSON.parse(of.read("prereg/live.lock.json")), text: of.read("prereg/live.md"), stdout };
}

const JUDGES = `export default async ({ squared }: any, _: object, context: any) =>
  Promise.all(squared.map(async ({ group, index, seed }: any) => {
    const { text } = await context.ask({ prompt: "judge " + seed, temperature: 0, max_tokens: 8 });
    return { group, index, y: 1, seed: text };
  }));
`;
const JUDGED = `  toy/judged:
    module: stages/toy/judged.ts
    inputs: { squared: toy/squared }
    map: [group]
    ask: group
    output: toy/judged.parquet
    schema: schemas/toy/squared.schema.json
  toy/seen:
    module: stages/toy/numbers.ts
    inputs: { squared: toy/squared }
    params: [models, count]
    output: toy/seen.parquet
    schema: schemas/toy/numbers.schema.json
`;

test("planned requests are the keys of the answers that are collected; then the count of answers is frozen", async () => {
  project = askingProject(basketOf("live", "toy", [model("one"), model("two")]));
  const before = frozen(project);
  expect(before.stdout).toContain("frozen   before any data\nplanned  8 requests in 2 slices\n");
  expect(before.text).toContain("**Frozen before any data.**");
  expect(before.design.answers).toEqual({});
  expect(Object.keys(before.design.requests)).toEqual([
    'toy/squared {"group":"one"}',
    'toy/squared {"group":"two"}',
  ]);
  expect(Object.keys(before.design.rows)).toEqual(["toy/numbers"]);
  expect(server.requests).toEqual([]);

  expect((await collect(project, "--limit", "3")).code).toBe(1);
  const partly = frozen(project, "--replace");
  expect(partly.design.answers).toEqual({ "data/journals/live/toy.jsonl": 3 });
  expect(partly.stdout).toContain("frozen   after 3 answers\n");
  expect(partly.text).toContain(
    "**Frozen after 3 answers.** Recorded by then: data/journals/live/toy.jsonl 3.",
  );
  expect(partly.root).not.toBe(before.root);
  // Of what is planned an answer changes nothing.
  expect(partly.design.requests).toEqual(before.design.requests);

  expect((await collect(project)).code).toBe(0);
  const recorded = journalOf(project, "live").map(({ key }) => key);
  expect(recorded.sort()).toEqual(Object.values(before.design.requests).flat().sort());
  // A line that stands twice is one answer.
  const file = "data/journals/live/toy.jsonl";
  project.write(file, project.read(file) + project.read(file));
  expect(frozen(project, "--replace").design.answers).toEqual({ [file]: 8 });
});

test("what can change an answer changes the plan; keys, prices and limits do not enter", () => {
  project = askingProject(basketOf("live", "toy", [model("one", "params: { seed: 1 }")]));
  const first = frozen(project);
  const write = (more: string) =>
    project!.write("data/baskets/live.yaml", basketOf("live", "toy", [model("one", more)]));
  write(
    "params: { seed: 1 }, key_variable: ANOTHER_KEY, prices: { input: 1, output: 2 }, limits: { connections: 3 }",
  );
  expect(frozen(project).root).toBe(first.root);
  write("params: { seed: 2 }");
  const other = frozen(project, "--replace");
  expect(other.design.models.one).toEqual({
    provider: "openai-compatible",
    model: "one-2026",
    base_url: server.openai,
    params: { seed: 2 },
  });
  const all = [first, other].flatMap(({ design }) => Object.values(design.requests).flat());
  expect(new Set(all).size).toBe(8);
  expect(other.text).toContain(`| one | one-2026 by openai-compatible, \`${server.openai}\` | seed 2 |`);
});

test("of a conversation the first request is planned; what asks about answers is not, nor is what lies below", async () => {
  project = askingProject(basketOf("live", "toy", [model("one")]), TALKS);
  project.write("pipeline.yaml", project.read("pipeline.yaml") + JUDGED);
  project.write("stages/toy/judged.ts", JUDGES);
  const { design, text } = frozen(project);
  expect(Object.entries(design.requests).map(([name, keys]) => [name, keys.length])).toEqual([
    ['toy/squared {"group":"one"}', 4],
  ]);
  expect(Object.keys(design.rows)).toEqual(["toy/numbers"]);
  expect(text).toContain("What these ask depends on answers and is fixed by their code alone: toy/judged.");
  await collect(project);
  const recorded = new Set(journalOf(project, "live").map(({ key }) => key));
  expect(
    Object.values(design.requests)
      .flat()
      .every((key) => recorded.has(key)),
  ).toBe(true);
  expect(recorded.size).toBeGreaterThan(4);
});

test("a basket of computed senders plans its requests like any other, one key for each sender", () => {
  const basket = `name: live\nstudies: [toy]\nmodels:
  - { name: a, embedded: { strategy: truthful, params: { seed: 1 } } }
  - { name: b, embedded: { strategy: babbler, params: { seed: 1 } } }
`;
  project = askingProject(basket, MESSAGES.replace('"number "', '"The state is 0.5, the bias 0.1, number "'));
  const { design, text, stdout } = frozen(project);
  expect(design.requests).toMatchObject({
    'toy/squared {"group":"a"}': { length: 4 },
    'toy/squared {"group":"b"}': { length: 4 },
  });
  expect(new Set(Object.values(design.requests).flat()).size).toBe(8);
  expect(design.models.b).toEqual({ provider: "embedded", strategy: "babbler", params: { seed: 1 } });
  const { answerers, code, sources } = design.stages["toy/squared"]!;
  expect(Object.keys(answerers)).toEqual(["a", "b"]);
  expect(new Set([code, ...Object.values(answerers)]).size).toBe(3);
  expect(sources).toContain("src/advisors/embedded/babbler.ts");
  expect(stdout).toContain("before any data (its senders are computed");
  expect(text).toContain("reference sender babbler, computed");
});

test("a stage that fails before it asks is told, and nothing is frozen", () => {
  const text = `export default () => { throw new Error("no such thing"); };\n`;
  project = askingProject(basketOf("live", "toy", [model("one")]), text);
  const { code, stderr } = project.candor(["freeze", "--basket", "live"]);
  expect(code).toBe(2);
  expect(stderr).toContain("no such thing");
  expect(project.has("prereg")).toBe(false);
});

test("a damaged journal is told, and nothing is frozen", () => {
  project = askingProject(basketOf("live", "toy", [model("one")]));
  project.write("data/journals/live/toy.jsonl", '{"kind": "answer"\n{}\n');
  const { code, stderr } = project.candor(["freeze", "--basket", "live"]);
  expect(code).toBe(2);
  expect(stderr).toContain("data/journals/live/toy.jsonl");
  expect(project.has("prereg")).toBe(false);
});
