import { afterEach, expect, test } from "vitest";
import { loadBasket } from "../../src/pipeline/basket.ts";
import { Failure } from "../../src/pipeline/failure.ts";
import { ProjectFiles } from "../../src/pipeline/files.ts";
import { loadPipeline } from "../../src/pipeline/load.ts";
import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";

// Models of a basket have roles and studies; a stage asks the one that a column names, and those in roles by name.

let project: Project | null = null;
afterEach(() => {
  project?.dispose();
  project = null;
});

const SQUARED = "output: toy/squared.parquet, schema: schemas/toy/squared.schema.json, renderings: [csv]";
const PIPELINE = `params: { count: 2 }
roles: [human, judge]
rehearsal: { toy: { subject: echo, human: echo, judge: mute } }
stages:
  toy/numbers: { module: stages/toy/numbers.ts, params: [models, count], output: toy/numbers.parquet, schema: schemas/toy/numbers.schema.json }
  toy/squared: { module: stages/toy/squared.ts, inputs: { numbers: toy/numbers, labels: 'data/labels/{basket}/*.csv' }, params: [human], map: [group], ask: group, ask_roles: [human], ${SQUARED} }
  toy/judged: { module: stages/toy/judged.ts, inputs: { squared: toy/squared }, params: [judge], map: [group], ask_roles: [judge], output: toy/judged.parquet, schema: schemas/toy/squared.schema.json, renderings: [csv] }
`;
const strategy = (says: string) =>
  `export default ({ prompt }: { prompt: string }, params: Record<string, unknown>) => ({ text: ${says}, finish_reason: "stop" });\n`;
const asks = (
  input: string,
  request: string,
) => `export default ({ ${input} }: any, params: any, context: any) =>
  Promise.all(${input}.map(async ({ group, index, seed }: any) => {
    const asked = (whom: object, prompt: string) => context.ask({ prompt, temperature: 0, max_tokens: 8, ...whom }).then(({ text }: any) => text);
    return { group, index, y: index, seed: ${request} };
  }));
`;
const MODELS = `  - { name: one, embedded: { strategy: echo, params: { is: 1 } } }
  - { name: two, embedded: { strategy: echo, params: { is: 2 } } }
  - { name: ada, roles: [human], embedded: { strategy: loud } }
  - { name: eva, roles: [judge], embedded: { strategy: mute } }
`;
const basket = (models = MODELS, studies = "[toy]") =>
  `name: embedded\nstudies: ${studies}\nmodels:\n${models}`;
const FILES = {
  "pipeline.yaml": PIPELINE,
  "data/baskets/embedded.yaml": basket(),
  "src/advisors/embedded/echo.ts": strategy("prompt + params.is"),
  "src/advisors/embedded/loud.ts": strategy('prompt + "!"'),
  "src/advisors/embedded/mute.ts": strategy('"(" + prompt + ")"'),
  "stages/toy/numbers.ts": `export default (_: object, { models, count }: any) =>
    models.flatMap((group: string) => Array.from({ length: count }, (_, index) => ({ group, index, x: index })));\n`,
  "stages/toy/squared.ts": asks(
    "numbers",
    'await asked({}, "a" + index) + " " + await asked({ whom: params.human[0] }, "b" + index)',
  ),
  "stages/toy/judged.ts": asks("squared", "await asked({ whom: params.judge[0] }, seed)"),
};
const rows = (stage: string) =>
  project!.read(`artifacts/embedded/toy/${stage}.csv`).trimEnd().split("\n").slice(1);
const slices = () => {
  const { code, stderr, stages } = project!.run();
  expect(code, stderr).toBe(0);
  return ["toy/squared", "toy/judged"].map((id) => stages[id]!.slices.ran);
};

test("each model of a slice answers with its own code and settings, and enters the keys of what asks it alone", () => {
  project = toyProject(FILES);
  expect(slices()).toEqual([2, 2]);
  expect(rows("squared")).toEqual([
    "one,0,0.0,a01 b0!",
    "one,1,1.0,a11 b1!",
    "two,0,0.0,a02 b0!",
    "two,1,1.0,a12 b1!",
  ]);
  expect(rows("judged")[0]).toBe("one,0,0.0,(a01 b0!)");
  // The judge's code: what asks the judge. A stand-in for dry runs: nothing.
  project.edit("src/advisors/embedded/mute.ts", '")"', '"]"');
  project.edit("pipeline.yaml", "judge: mute", "judge: loud");
  expect(slices()).toEqual([0, 2]);
  // The human's: every slice of the talks, and what is made of them.
  project.edit("src/advisors/embedded/loud.ts", "!", "?");
  expect(slices()).toEqual([2, 2]);
  // Files by the basket's name need not be there; once they are they enter the key, those of other baskets do not.
  project.write("data/labels/other/a.csv", "of another basket");
  expect(project.status().code).toBe(0);
  project.write("data/labels/embedded/a.csv", "mine");
  expect(slices()).toEqual([2, 0]);
});

test("who serves one study alone is no subject of another, and code that no stage asks is not built", () => {
  const two = `  other/numbers: { module: stages/toy/numbers.ts, params: [models, count], output: other/numbers.parquet, schema: schemas/toy/numbers.schema.json, renderings: [csv] }
`;
  const models = MODELS.replace("name: one", "name: one, studies: [toy]").replace(
    "name: two",
    "name: two, studies: [other]",
  );
  project = toyProject({
    ...FILES,
    "pipeline.yaml": PIPELINE + two,
    "data/baskets/embedded.yaml": basket(models, "[toy, other]"),
    "data/labels/embedded/a.csv": "mine",
  });
  expect(slices()).toEqual([1, 1]);
  expect(rows("squared").map((row) => row.split(",")[0])).toEqual(["one", "one"]);
  const csv = project.read("artifacts/embedded/other/numbers.csv");
  expect(csv.trimEnd().split("\n").slice(1)).toEqual(["two,0,0.0", "two,1,1.0"]);
  // Both are frozen, each with its study.
  expect(project.candor(["freeze"]).code).toBe(0);
  const { params, stages, files } = JSON.parse(project.read("prereg/embedded.lock.json")).design;
  expect(stages["toy/squared"].inputs.labels).toBe("files:data/labels/embedded/*.csv");
  expect(Object.keys(files)).toContain("data/labels/embedded/a.csv");
  expect(params).toEqual({
    count: 2,
    "other/models": ["two"],
    "toy/human": ["ada"],
    "toy/judge": ["eva"],
    "toy/models": ["one"],
  });
  expect(stages["other/numbers"].params).toEqual(["count", "other/models"]);
  expect(project.read("prereg/embedded.md")).toContain("asks the group and human |");
});

test("whom a stage may not ask is told, with those whom it may", () => {
  const told = (
    stage: string,
    attempts: Record<string, string>,
  ) => `export default async ({ ${stage} }: any, params: any, context: any) => {
    const how = { prompt: "x", temperature: 0, max_tokens: 8 };
    const seed: string[] = [];
    for (const ask of [${Object.values(attempts).join(", ")}]) try { await ask(); seed.push("answered"); } catch (error: any) { seed.push(error.message); }
    return [{ ...${stage}[0], y: 0, seed: seed.join("|") }].map(({ x, ...row }: any) => row);
  };\n`;
  const attempts = {
    "by a name that no model has": '() => context.ask({ ...how, whom: "bob" })',
    "in a role that it does not ask": '() => context.ask({ ...how, whom: "eva" })',
    "the first of a role that nobody has": "() => context.ask({ ...how, whom: params.human[1] })",
    "by the name of the slice's own": '() => context.ask({ ...how, whom: "one" })',
  };
  const nobody = {
    "nobody, where no column says whom": "() => context.ask(how)",
    "the first of a role that nobody has": "() => context.ask({ ...how, whom: params.judge[0] })",
  };
  project = toyProject({
    ...FILES,
    "data/baskets/embedded.yaml": basket(
      MODELS.split("\n").toSpliced(1, 1).join("\n").replace("[judge]", "[jury]"),
    ),
    "pipeline.yaml": PIPELINE.replace("[human, judge]", "[human, judge, jury]"),
    "stages/toy/squared.ts": told("numbers", attempts),
    "stages/toy/judged.ts": told("squared", nobody),
  });
  expect(slices()).toEqual([1, 1]);
  expect(rows("squared")[0]).toBe(
    'one,0,0.0,"it asks ""bob"", whom it may not ask; it may ask one, ada|it asks ""eva"", whom it may not ask; it may ask one, ada|it asks undefined, whom it may not ask; it may ask one, ada|answered"',
  );
  expect(rows("judged")[0]).toBe(
    'one,0,0.0,"called context.ask(); mark the stage with ask in pipeline.yaml, or with ask_roles, and say whom|it asks undefined, whom it may not ask; no model of the basket has a role of its ask_roles"',
  );
});

const FAULTS: Readonly<Record<string, readonly [file: string, from: string, to: string, message: string]>> = {
  "a stage's unknown role": [
    "pipeline.yaml",
    "ask_roles: [human]",
    "ask_roles: [humna]",
    'unknown role "humna"; did you mean human?',
  ],
  "a role that is a param too": [
    "pipeline.yaml",
    "{ count: 2 }",
    "{ count: 2, judge: 1 }",
    '"judge" is a param too; a role is a param that names models',
  ],
  "a role that means something else": ["pipeline.yaml", "[human, judge]", "[subject, human, judge]", "roles"],
  "a param that is no role": ["pipeline.yaml", "params: [human]", "params: [hmuan]", "did you mean human?"],
  "embeddings and roles": [
    "pipeline.yaml",
    "map: [group], ask_roles: [judge]",
    "ask: embedding, ask_roles: [judge]",
    "a stage asks models or for embeddings, not both",
  ],
  "a model's unknown role": [
    "data/baskets/embedded.yaml",
    "roles: [human]",
    "roles: [humans]",
    'unknown role "humans"; known: subject, human, judge',
  ],
  "a model's study that the basket leaves out": [
    "data/baskets/embedded.yaml",
    "roles: [human]",
    "studies: [other]",
    '"other" is not among the basket\'s studies',
  ],
  "a study without a subject": [
    "data/baskets/embedded.yaml",
    MODELS.slice(0, MODELS.indexOf("  - { name: ada")),
    "",
    'no model serves "toy" as a subject; give one that role, or leave the study out',
  ],
  "a rehearsal of no study": ["pipeline.yaml", "{ toy: {", "{ tyo: {", 'there is no study "tyo"'],
  "a rehearsal that leaves a role out": [
    "pipeline.yaml",
    ", judge: mute",
    "",
    "nobody stands in for judge, which stages of toy ask",
  ],
  "a rehearsal of an unknown role": [
    "pipeline.yaml",
    "judge: mute",
    "judge: mute, jury: mute",
    'unknown role "jury"',
  ],
  "a rehearsal by nobody": [
    "pipeline.yaml",
    "judge: mute",
    "judge: nobody",
    'unknown strategy "nobody": src/advisors/embedded/nobody.ts does not exist',
  ],
};

test("what is wrong with roles is told with its place before anything runs", async () => {
  project = toyProject(FILES);
  for (const [name, [file, from, to, message]] of Object.entries(FAULTS)) {
    const text = project.read(file);
    project.edit(file, from, to);
    const files = new ProjectFiles(project.root);
    const loaded = loadPipeline(files).then((pipeline) => loadBasket(files, pipeline, "embedded"));
    const fault = await loaded.then(
      () => "",
      (error: unknown) => (error instanceof Failure ? error.message : String(error)),
    );
    expect(fault, name).toContain(message);
    expect(fault, name).toMatch(new RegExp(`^${file}:\\d+:\\d+: `, "mu"));
    project.write(file, text);
  }
});
