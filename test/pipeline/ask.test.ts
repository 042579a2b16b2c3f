import { afterEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

const PIPELINE = `params: { seed: 7 }
stages:
  toy/numbers: { module: stages/toy/numbers.ts, params: [models], output: toy/numbers.parquet, schema: schemas/toy/numbers.schema.json }
  toy/squared:
    module: stages/toy/squared.ts
    inputs: { numbers: toy/numbers }
    map: [group, index]
    ask: group
    output: toy/squared.parquet
    schema: schemas/toy/squared.schema.json
    renderings: [csv]
`;

const strategy = (says: string) =>
  `export default ({ prompt }: { prompt: string }, params: Record<string, unknown>) => ({ text: ${says}, finish_reason: "stop" });\n`;

const model = (name: string, embedded: string) => `  - name: ${name}\n    embedded: ${embedded}\n`;
const basket = (...models: string[]) => `name: embedded\nstudies: [toy]\nmodels:\n${models.join("")}`;

const ONE = model("one", "{ strategy: echo }");
const TWO = model("two", "{ strategy: echo, params: { loud: true } }");
const THREE = model("three", "{ strategy: mute }");

const FILES = {
  "pipeline.yaml": PIPELINE,
  "data/baskets/embedded.yaml": basket(ONE, TWO, THREE),
  "src/advisors/embedded/echo.ts": strategy("prompt + JSON.stringify(params)"),
  "src/advisors/embedded/mute.ts": strategy('""'),
  "stages/toy/numbers.ts": `export default (_: object, { models }: { models: string[] }) =>
    models.flatMap((group) => [0, 1].map((index) => ({ group, index, x: index })));\n`,
  "stages/toy/squared.ts": `export default ({ numbers }: any, _: object, context: any) =>
    Promise.all(numbers.map(async ({ group, index, x }: any) => ({ group, index, y: x, seed: (await context.ask({ prompt: "n" + index, temperature: 0, max_tokens: 8 })).text })));\n`,
};

const slices = () => project.run().stages["toy/squared"]?.slices;
const said = () => project.read("artifacts/embedded/toy/squared.csv").trimEnd().split("\n").slice(1);

test("a slice holds its own answerer alone: a new model, a changed strategy, a changed setting", () => {
  project = toyProject(FILES);
  expect(slices()).toEqual({ ran: 6, fresh: 0 });
  const first = said();
  expect(first.slice(0, 3)).toEqual(
    ["one,0,0.0,n0{}", "one,1,1.0,n1{}", 'three,0,0.0,""'].map((line, i) =>
      i === 2 ? "three,0,0.0," : line,
    ),
  );
  expect(first[4]).toBe('two,0,0.0,"n0{""loud"":true}"');

  // A fourth model of a known strategy, first in the list: its own slices.
  const four = model("four", "{ strategy: echo, params: { loud: false } }");
  project.write("data/baskets/embedded.yaml", basket(four, ONE, TWO, THREE));
  expect(slices()).toEqual({ ran: 2, fresh: 6 });
  // One strategy's file: the slices of the models that use it.
  project.edit("src/advisors/embedded/mute.ts", '""', '"…"');
  expect(slices()).toEqual({ ran: 2, fresh: 6 });
  expect(said().filter((line) => line.endsWith(",…"))).toEqual(["three,0,0.0,…", "three,1,1.0,…"]);
  // A comment in it: none.
  project.write(
    "src/advisors/embedded/mute.ts",
    `// says nothing\n${project.read("src/advisors/embedded/mute.ts")}`,
  );
  expect(slices()).toEqual({ ran: 0, fresh: 8 });
  // One model's settings: its slices.
  project.edit("data/baskets/embedded.yaml", "loud: true", "loud: 2");
  expect(slices()).toEqual({ ran: 2, fresh: 6 });
  // The stage's own code: all of them.
  project.edit("stages/toy/squared.ts", '"n" + index', '"m" + index');
  expect(slices()).toEqual({ ran: 8, fresh: 0 });
});

test("explain names the model whose answerer changed", () => {
  project = toyProject(FILES);
  expect(project.run().code).toBe(0);
  project.edit("src/advisors/embedded/mute.ts", '""', '"…"');
  const told = project.candor(["explain", "toy/squared"]);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain("toy/squared is stale");
  expect(told.stdout).toContain("because the code that answers for three changed");
  expect(told.stdout).not.toContain("answers for one");
  expect(told.stdout).toMatch(/first slice that would run: group="three", index=0/u);
});

test("an answerer is as pure as a stage, and its failure names the stage", () => {
  project = toyProject({ ...FILES, "src/advisors/embedded/mute.ts": strategy("String(process.env.HOME)") });
  const { code, stages } = project.run();
  expect(code).toBe(2);
  expect(stages["toy/squared"]?.failure).toContain(
    "stage toy/squared used process, which a pure stage does not have",
  );
  // What the other models answered is kept.
  project.write("src/advisors/embedded/mute.ts", strategy('"x"'));
  const { ran, fresh } = slices()!;
  expect([ran + fresh, ran >= 2]).toEqual([6, true]);
});
