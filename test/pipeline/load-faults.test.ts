import { afterAll, beforeEach, expect, test } from "vitest";
import { loadBasket } from "../../src/pipeline/basket.ts";
import { Failure } from "../../src/pipeline/failure.ts";
import { ProjectFiles } from "../../src/pipeline/files.ts";
import { loadPipeline } from "../../src/pipeline/load.ts";
import { TOY, toyProject } from "../toy.ts";

const project = toyProject();
afterAll(() => project.dispose());
beforeEach(() => {
  for (const [file, text] of Object.entries(TOY)) project.write(file, text);
});

const PIPELINE = "pipeline.yaml";
const BASKET = "data/baskets/embedded.yaml";

/** Message of the failure to load, after one change of a file; "" where all is well. */
async function faultsOf(file: string, from: string, to: string): Promise<string> {
  project.edit(file, from, to);
  const files = new ProjectFiles(project.root);
  try {
    await loadBasket(files, await loadPipeline(files), "embedded");
    return "";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.kind).toBe("definition");
    return error.message;
  }
}

/** Line and column (from 1) at which a text stands in a file. */
function placeOf(file: string, text: string): string {
  const before = project.read(file).split(text);
  if (before.length < 2) throw new Error(`${file} does not hold ${text}`);
  const lines = before[0]!.split("\n");
  return `${file}:${lines.length}:${lines.at(-1)!.length + 1}`;
}

const INPUT = "inputs: { numbers: toy/numbers }";
const PIPELINE_FAULTS: Readonly<
  Record<string, readonly [from: string, to: string, at: string, message: string]>
> = {
  "an unknown stage": [
    INPUT,
    "inputs: { numbers: toy/nubmers }",
    "toy/nubmers",
    'unknown stage "toy/nubmers" in inputs of toy/squared; did you mean toy/numbers?',
  ],
  "its own output": [
    INPUT,
    "inputs: { numbers: toy/squared }",
    "toy/squared }\n    params",
    "toy/squared takes its own output as input",
  ],
  "its own output's file": [
    INPUT,
    "inputs: { numbers: artifacts/embedded/toy/squared.parquet }",
    "artifacts/embedded/toy/squared",
    "a stage must not read what it writes",
  ],
  "another stage's file": [
    INPUT,
    "inputs: { numbers: artifacts/embedded/toy/numbers.parquet }",
    "artifacts/embedded/toy/numbers",
    "that is the output of toy/numbers (pipeline.yaml:7:3): name the stage",
  ],
  "a figure as input": [
    INPUT,
    "inputs: { numbers: toy/figures/sketch }",
    "toy/figures/sketch }",
    "toy/figures/sketch makes a figure; only tables can be inputs",
  ],
  "an input that fewer baskets have": [
    "    map: [group]\n",
    "    map: [group]\n    models: [a-model]\n",
    "toy/squared\n      notes",
    "toy/squared is limited to baskets with a-model, so toy/tables/total must be limited to these models as well",
  ],
  "a stage for no model": [
    "    map: [group]\n",
    "    map: [group]\n    models: []\n",
    "[]",
    "must NOT have fewer than 1 items",
  ],
  "an undeclared param": [
    "[offset, seed]",
    "[ofset, seed]",
    "ofset",
    'undeclared param "ofset"; did you mean offset?',
  ],
  "a param named as something inherited": [
    "[offset, seed]",
    "[constructor, seed]",
    "constructor",
    'undeclared param "constructor"',
  ],
  "a missing module": [
    "stages/toy/squared.ts",
    "stages/toy/cubed.ts",
    "stages/toy/cubed.ts",
    "module stages/toy/cubed.ts does not exist",
  ],
  "a missing schema": [
    "schemas/toy/squared.schema.json",
    "schemas/toy/cubed.schema.json",
    "schemas/toy/cubed.schema.json",
    "schema schemas/toy/cubed.schema.json does not exist",
  ],
  "a missing data file": [
    "data/notes/*.txt",
    "data/notes/*.csv",
    "data/notes/*.csv",
    "no file matches data/notes/*.csv",
  ],
  "a path that leaves data/": [
    "data/notes/*.txt",
    "data/../src/*.ts",
    "data/../src/*.ts",
    "must be a plain path below data/",
  ],
  "a folder pattern": [
    "data/notes/*.txt",
    "data/*/first.txt",
    "data/*/first.txt",
    "only the last part of a path may hold *",
  ],
  "bad YAML": ["count: 4", "count: [4", "offset: 1", "Flow sequence"],
  "a duplicate key": ["offset: 1", "count: 1", "count: 1", "this key stands here a second time"],
  "an unknown key": [
    "map: [group]",
    "mapp: [group]",
    "mapp",
    'unknown key "mapp"; known here: module, inputs, params, map',
  ],
  "a map column that is not there": [
    "map: [group]",
    "map: [group, team]",
    "team",
    "toy/squared is mapped by team, which its first input toy/numbers does not have; its columns: group, index, x",
  ],
  "a map without a table": [
    INPUT,
    "inputs: { notes: data/notes/*.txt }",
    "[group]",
    "a mapped stage needs a stage as its first input",
  ],
  "a mapped figure": [
    "output: toy/figures/sketch.svg",
    "output: toy/figures/sketch.svg\n    map: [ group ]",
    "[ group ]",
    "a figure cannot be mapped",
  ],
  "ask without map": [
    "params: [offset, seed]",
    "params: [offset, seed]\n    ask: model",
    "model",
    'ask names the column "model", which is not among the map columns',
  ],
  "one output twice": [
    "output: toy/squared.parquet",
    "output: toy/Numbers.parquet",
    "toy/Numbers.parquet",
    "output toy/Numbers.parquet is claimed by toy/numbers too (pipeline.yaml:10:13)",
  ],
  "an output outside the folder": [
    "output: toy/figures/sketch.svg",
    "output: ../sketch.svg",
    "../sketch.svg",
    "an output is a relative path that ends in .parquet or .svg",
  ],
  "a number beyond a double": [
    "seed: 7",
    "seed: 12345678901234567890",
    "12345678901234567890",
    "does not fit a double exactly; quote it",
  ],
  "a number that is none": ["seed: 7", "seed: .nan", ".nan", ".nan is not a finite number"],
  infinity: ["seed: 7", "seed: -.inf", "-.inf", "-.inf is not a finite number"],
  "a stage id that is a path": [
    "toy/figures/sketch:",
    "data/sketch:",
    "data/sketch",
    '"data/sketch" is not a valid name here',
  ],
  "no schema for a table": [
    "    schema: schemas/toy/squared.schema.json\n",
    "",
    "toy/squared.parquet",
    "a table needs a schema",
  ],
  "a param's name in capitals": ["count: 4", "Count: 4", "Count", '"Count" is not a valid name here'],
};

test.each(Object.entries(PIPELINE_FAULTS))(
  "pipeline.yaml: %s is shown where it stands",
  async (_, [from, to, at, message]) => {
    const told = await faultsOf(PIPELINE, from, to);
    expect(told).toContain(message);
    expect(told).toContain(`${placeOf(PIPELINE, at)}: `);
    // The line itself, with a mark below the offending text.
    const [, line, column] = placeOf(PIPELINE, at).split(":").map(Number);
    expect(told).toContain(`  ${line} | ${project.read(PIPELINE).split("\n")[line! - 1]}\n`);
    expect(told).toContain(`  ${" ".repeat(String(line).length)} | ${" ".repeat(column! - 1)}^`);
  },
);

test("a cycle names every stage on it and where each stands", async () => {
  const told = await faultsOf(
    PIPELINE,
    "params: [groups, count]",
    "params: [groups, count]\n    inputs: { total: toy/tables/total }",
  );
  const members = ["toy/squared", "toy/numbers", "toy/tables/total"].map(
    (id) => `${id} (${placeOf(PIPELINE, `${id}:\n`)})`,
  );
  expect(told).toContain(`stages depend on each other in a cycle: ${members.join(" → ")} → toy/squared`);
});

test("all faults of a file are told at once, in its order", async () => {
  project.edit(PIPELINE, "map: [group]", "map: [team]");
  project.edit(PIPELINE, "stages/toy/numbers.ts", "stages/toy/none.ts");
  const told = await faultsOf(PIPELINE, "[offset, seed]", "[nothing]");
  const places = ["stages/toy/none.ts", "nothing", "team"].map((text) => placeOf(PIPELINE, text));
  expect([...told.matchAll(/^pipeline\.yaml:\d+:\d+/gmu)].map(([place]) => place)).toEqual(places);
});

const BASKET_FAULTS: Readonly<
  Record<string, readonly [from: string, to: string, at: string, message: string]>
> = {
  "no models": [
    "models:\n  - name: embedded/echo\n    embedded: { strategy: truthful }",
    "models: []",
    "[]",
    "a basket needs at least one model",
  ],
  "an unknown strategy": [
    "strategy: truthful",
    "strategy: truthfull",
    "truthfull",
    "src/advisors/embedded/truthfull.ts does not exist",
  ],
  "a strategy that is a path": [
    "strategy: truthful",
    "strategy: ../advisor",
    "../advisor",
    "must match pattern",
  ],
  "an unknown param": [
    "studies:",
    "params: { ofset: 2 }\nstudies:",
    "ofset",
    'pipeline.yaml declares no param "ofset"; did you mean offset?',
  ],
  "a param named as something inherited": [
    "studies:",
    "params: { valueOf: 2 }\nstudies:",
    "valueOf",
    'declares no param "valueOf"',
  ],
  "another name than the file's": [
    "name: embedded\n",
    "name: other\n",
    "other",
    "the name must equal the file's name, embedded",
  ],
  "an unknown study": ["[toy]", "[toy, toi]", "toi]", 'unknown study "toi"; known: toy'],
  "no studies": ["[toy]", "[]", "[]", "name at least one study"],
  "an unknown key": ["name: embedded\n", "name: embedded\nprices: 3\n", "prices", 'unknown key "prices"'],
};

test.each(Object.entries(BASKET_FAULTS))(
  "basket: %s is shown where it stands",
  async (_, [from, to, at, message]) => {
    const told = await faultsOf(BASKET, from, to);
    expect(told).toContain(message);
    expect(told).toContain(`${placeOf(BASKET, at)}: `);
  },
);

test("basket: a model that stands twice names both places", async () => {
  const second = "  - name: embedded/echo\n    embedded: { strategy: babbler }\n";
  const told = await faultsOf(BASKET, "{ strategy: truthful }\n", `{ strategy: truthful }\n${second}`);
  expect(told).toMatch(
    /^data\/baskets\/embedded\.yaml:6:11: model "embedded\/echo" stands here a second time \(first at data\/baskets\/embedded\.yaml:4:11\)/u,
  );
});

test("aliases that grow without end are refused", async () => {
  const bomb = [
    "a0: &a0 [1, 1]",
    ...Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`),
  ];
  expect(await faultsOf(PIPELINE, "seed: 7", `seed: 7\n  ${bomb.join("\n  ")}`)).toContain(
    "pipeline.yaml: Excessive alias count",
  );
});

test("a remembered file that was tampered with is read anew", async () => {
  const load = async () => (await loadPipeline(new ProjectFiles(project.root))).params.count;
  expect(await load()).toBe(4);
  const { filesBelow } = await import("../../src/pipeline/files.ts");
  const remembered = filesBelow(`${project.root}/.candor/cache/yaml`).map(
    (file) => `.candor/cache/yaml/${file}`,
  );
  const [file] = remembered.filter((each) => project.read(each).includes('"count":4'));
  project.edit(file!, '"count":4', '"count":5');
  expect(await load()).toBe(4);
});

test("on the command line a fault is one message and exit code 2", () => {
  project.edit(PIPELINE, "map: [group]", "map: [team]");
  const { code, stdout, stderr } = project.candor(["run"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^candor: pipeline\.yaml:16:11: toy\/squared is mapped by team/u);
  expect(stderr).not.toContain("    at ");
  expect(project.has("artifacts")).toBe(false);
});
