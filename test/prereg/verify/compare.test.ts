import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, type Json } from "../../../src/pipeline/canonical.ts";
import type { Design, FrozenStage } from "../../../src/prereg/lock.ts";
import { compareDesigns, sourcesOfStages } from "../../../src/prereg/verify/compare.ts";
import { matchDeclarations, toldValue } from "../../../src/prereg/verify/deviations.ts";
import { verdictsOf } from "../../../src/prereg/verify/verdicts.ts";
import { canonicalJson } from "../../../src/tables/canonical.ts";
import { SMALL_DESIGN } from "../designs.ts";

// Two designs leaf by leaf: what counts as a deviation, what as another text, and which stages it touches.

const NUMBERS = SMALL_DESIGN.stages["toy/numbers"]!;

/** numbers → squared (asks) → total, with one shared source, one package and one file. */
const DESIGN: Design = {
  ...SMALL_DESIGN,
  packages: { ...SMALL_DESIGN.packages, vega: "6.4.0" },
  schemas: {
    ...SMALL_DESIGN.schemas,
    "schemas/toy/total.schema.json": { rows: hashOf("total"), text: hashOf("total text") },
  },
  sources: {
    "src/shared.ts": hashOf("shared"),
    "stages/toy/numbers.ts": hashOf("source"),
    "stages/toy/total.ts": hashOf("t"),
  },
  stages: {
    "toy/numbers": { ...NUMBERS, sources: ["src/shared.ts", "stages/toy/numbers.ts"] },
    "toy/squared": {
      ...NUMBERS,
      code: hashOf("squared"),
      answerers: { one: null, sender: hashOf("sender") },
      inputs: { numbers: "stage:toy/numbers", notes: "files:data/notes/*.txt" },
      params: [],
      map: ["model"],
      sliced: "numbers",
      ask: "model",
      outputs: ["toy/squared.parquet"],
      sources: ["src/shared.ts"],
    },
    "toy/total": {
      ...NUMBERS,
      module: "stages/toy/total.ts",
      code: hashOf("total"),
      schema: "schemas/toy/total.schema.json",
      inputs: { squared: "stage:toy/squared" },
      params: ["bins", "thresholds"],
      outputs: ["toy/total.parquet", "toy/total.csv"],
      sources: ["stages/toy/total.ts"],
      packages: ["vega"],
    },
  },
};

type Change = Partial<{ [S in keyof Design]: Readonly<Record<string, unknown>> }>;

/** The design with members of sections replaced; undefined removes one. */
function changed(change: Change, design: Design = DESIGN): Design {
  const sections = Object.entries(change).map(([section, members]) => {
    const merged = { ...design[section as keyof Design], ...members } as Record<string, unknown>;
    return [section, Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))];
  });
  return { ...design, ...Object.fromEntries(sections) };
}

const stage = (id: string, change: Partial<FrozenStage>) => ({ [id]: { ...DESIGN.stages[id]!, ...change } });

/** `address: change in deviating stages` of each leaf. */
const told = (today: Design, frozen = DESIGN, same: ReadonlySet<string> = new Set()) =>
  compareDesigns(frozen, today, same).map(
    ({ address, change, deviating }) =>
      `${address}: ${change}${deviating.length > 0 ? ` in ${deviating.join(", ")}` : ""}`,
  );

const verdicts = (today: Design, frozen = DESIGN) =>
  Object.fromEntries(
    verdictsOf(frozen, today, compareDesigns(frozen, today), new Set()).map(({ stage, change, above }) => [
      stage,
      above.length > 0 ? `${change}, below ${above.join(", ")}` : change,
    ]),
  );

test("a design against itself, answers and git aside, has no leaf", () => {
  expect(told(DESIGN)).toEqual([]);
  const later = changed({
    answers: { "data/journals/small/toy.jsonl": 900 },
    tree: { git: "1".repeat(40), clean: false, changed: ["x"] },
    requests: { more: [hashOf("3")] },
    rows: { "toy/numbers": hashOf("other rows") },
  });
  expect(told(later)).toEqual([]);
});

test.each<[string, Design, string[]]>([
  ["a param", changed({ params: { bins: 25 } }), ["params.bins: deviation in toy/numbers, toy/total"]],
  [
    "a member of a param",
    changed({ params: { thresholds: { valid: { target: 0.9 } } } }),
    ["params.thresholds: deviation in toy/total"],
  ],
  ["a param that no stage takes", changed({ params: { biases: [0] } }), ["params.biases: deviation"]],
  [
    "a file",
    changed({ files: { "data/notes/first.txt": hashOf("x") } }),
    ["files.data/notes/first.txt: deviation in toy/squared"],
  ],
  [
    "a new file that a pattern takes",
    changed({ files: { "data/notes/second.txt": hashOf("x") } }),
    ["files.data/notes/second.txt: deviation in toy/squared"],
  ],
  [
    "the text of a pre-registration, which no stage takes",
    changed({ files: { "data/preregistration/toy.md": hashOf("x") } }),
    ["files.data/preregistration/toy.md: deviation"],
  ],
  ["who answers", changed({ models: { one: { provider: "x" } } }), ["models.one: deviation in toy/squared"]],
  [
    "a model more",
    changed({
      models: { two: {} },
      stages: stage("toy/squared", { answerers: { one: null, two: null, sender: hashOf("sender") } }),
    }),
    ["models.two: deviation in toy/squared"],
  ],
  ["a model more that no stage asks", changed({ models: { two: {} } }), ["models.two: deviation"]],
  [
    "the engine",
    changed({ engine: { worker: hashOf("x") } }),
    ["engine.worker: deviation in toy/numbers, toy/squared, toy/total"],
  ],
  [
    "rows of a schema",
    changed({ schemas: { "schemas/toy/total.schema.json": { rows: hashOf("x"), text: hashOf("y") } } }),
    ["schemas.schemas/toy/total.schema.json: deviation in toy/total"],
  ],
  [
    "descriptions of a schema",
    changed({ schemas: { "schemas/toy/total.schema.json": { rows: hashOf("total"), text: hashOf("y") } } }),
    ["schemas.schemas/toy/total.schema.json: same-behaviour"],
  ],
  [
    "a comment",
    changed({ sources: { "src/shared.ts": hashOf("x") } }),
    ["sources.src/shared.ts: same-behaviour"],
  ],
  [
    "a source that changes one of two bundles",
    changed({
      sources: { "src/shared.ts": hashOf("x") },
      stages: stage("toy/squared", { code: hashOf("y") }),
    }),
    ["sources.src/shared.ts: deviation in toy/squared"],
  ],
  [
    "a source that changes a sender alone",
    changed({
      sources: { "src/shared.ts": hashOf("x") },
      stages: stage("toy/squared", { answerers: { sender: hashOf("y") } }),
    }),
    ["sources.src/shared.ts: deviation in toy/squared"],
  ],
  [
    "a package with another version and the same code",
    changed({ packages: { vega: "6.4.1" } }),
    ["packages.vega: same-behaviour"],
  ],
  [
    "a package with another version and other code",
    changed({ packages: { vega: "6.4.1" }, stages: stage("toy/total", { code: hashOf("y") }) }),
    ["packages.vega: deviation in toy/total"],
  ],
  [
    "another bundler, the same code",
    changed({ packages: { esbuild: "1.0.0" } }),
    ["packages.esbuild: same-behaviour"],
  ],
  [
    "code that nothing explains",
    changed({ stages: stage("toy/total", { code: hashOf("y") }) }),
    ["stages.toy/total.code: deviation in toy/total"],
  ],
  [
    "a sender's code that nothing explains",
    changed({ stages: stage("toy/squared", { answerers: { sender: hashOf("y") } }) }),
    ["stages.toy/squared.answerers.sender: deviation in toy/squared"],
  ],
  [
    "an input",
    changed({ stages: stage("toy/total", { inputs: { squared: "stage:toy/numbers" } }) }),
    ["stages.toy/total.inputs.squared: deviation in toy/total"],
  ],
  [
    "inputs that swap",
    changed({
      stages: stage("toy/squared", {
        inputs: { notes: "stage:toy/numbers", numbers: "files:data/notes/*.txt" },
      }),
    }),
    [
      "stages.toy/squared.inputs.notes: deviation in toy/squared",
      "stages.toy/squared.inputs.numbers: deviation in toy/squared",
    ],
  ],
  [
    "map and ask",
    changed({ stages: stage("toy/squared", { map: [], ask: null, sliced: null }) }),
    ["ask", "map", "sliced"].map((part) => `stages.toy/squared.${part}: deviation in toy/squared`),
  ],
  [
    "a file more to write",
    changed({ stages: stage("toy/total", { outputs: ["toy/total.parquet"] }) }),
    ["stages.toy/total.outputs: same-behaviour"],
  ],
  [
    "a stage on demand",
    changed({ stages: stage("toy/total", { onDemand: true }) }),
    ["stages.toy/total.onDemand: deviation in toy/total"],
  ],
  [
    "a param that a stage takes in addition",
    changed({ stages: stage("toy/total", { params: ["biases", "bins", "thresholds"] }) }),
    ["stages.toy/total.params: deviation in toy/total"],
  ],
  [
    "a new param",
    changed({ params: { more: 1 }, stages: stage("toy/total", { params: ["bins", "more", "thresholds"] }) }),
    ["params.more: deviation in toy/total"],
  ],
  [
    "a source that a new stage brings, and that another one names for its types alone",
    changed({
      sources: { "src/new.ts": hashOf("new") },
      stages: {
        ...stage("toy/total", { sources: ["src/new.ts", "stages/toy/total.ts"] }),
        "toy/new": { ...NUMBERS, code: hashOf("n"), sources: ["src/new.ts"] },
      },
    }),
    ["sources.src/new.ts: deviation in toy/new", "stages.toy/new: deviation in toy/new"],
  ],
  [
    "a source that a stage names for its types alone",
    changed({
      sources: { "src/new.ts": hashOf("new") },
      stages: stage("toy/total", { sources: ["src/new.ts", "stages/toy/total.ts"] }),
    }),
    ["sources.src/new.ts: same-behaviour"],
  ],
  [
    "a sender more, with its source and package",
    changed({
      packages: { more: "1.0.0" },
      sources: { "src/sender.ts": hashOf("sender") },
      stages: stage("toy/squared", {
        answerers: { one: null, sender: hashOf("sender"), more: hashOf("m") },
        sources: ["src/sender.ts", "src/shared.ts"],
        packages: ["more"],
      }),
    }),
    ["packages.more: deviation in toy/squared", "sources.src/sender.ts: deviation in toy/squared"],
  ],
  [
    "a sender less, with its source",
    changed({
      sources: { "src/shared.ts": undefined },
      stages: {
        ...stage("toy/squared", { answerers: { one: null }, sources: [] }),
        ...stage("toy/numbers", { sources: ["stages/toy/numbers.ts"] }),
      },
    }),
    ["sources.src/shared.ts: deviation in toy/squared"],
  ],
  ["a study more", changed({ basket: { studies: ["toy", "more"] } }), ["basket.studies: deviation"]],
  [
    "a stage less, with what it alone names",
    changed({
      stages: { "toy/total": undefined },
      params: { thresholds: undefined },
      packages: { vega: undefined },
      sources: { "stages/toy/total.ts": undefined },
      schemas: { "schemas/toy/total.schema.json": undefined },
    }),
    ["stages.toy/total: deviation in toy/total"],
  ],
])("%s", (_, today, leaves) => {
  expect(told(today)).toEqual(leaves);
});

test("what came or went with a stage alone is no leaf, and its text is to be shown", () => {
  const today = changed({
    sources: { "src/new.ts": hashOf("new"), "stages/toy/total.ts": undefined },
    stages: { "toy/new": { ...NUMBERS, code: hashOf("n"), sources: ["src/new.ts"] }, "toy/total": undefined },
  });
  expect(told(today).filter((each) => each.startsWith("sources."))).toEqual([]);
  expect(sourcesOfStages(DESIGN, today).map(({ name, change }) => [name, change])).toEqual([
    ["src/new.ts", "deviation"],
    ["stages/toy/total.ts", "deviation"],
  ]);
  expect(sourcesOfStages(DESIGN, DESIGN)).toEqual([]);
});

test("a stage that is called otherwise is the same stage, with all that takes its rows", () => {
  const { "toy/squared": squared, "toy/total": total, ...rest } = DESIGN.stages;
  const moved = {
    ...rest,
    "toy/squares": { ...squared!, outputs: ["toy/squares.parquet"] },
    "toy/sum": { ...total!, module: "stages/toy/sum.ts", inputs: { squared: "stage:toy/squares" } },
  };
  const today: Design = { ...DESIGN, stages: moved };
  expect(told(today)).toEqual([
    "stages.toy/squared: same-behaviour",
    "stages.toy/squares.outputs: same-behaviour",
    "stages.toy/sum.module: same-behaviour",
    "stages.toy/total: same-behaviour",
  ]);
  expect(verdicts(today)).toEqual({
    "toy/numbers": "identical",
    "toy/squares": "same-behaviour",
    "toy/sum": "same-behaviour",
  });
  // With other code it is another stage.
  const other: Design = {
    ...today,
    stages: { ...moved, "toy/sum": { ...moved["toy/sum"], code: hashOf("x") } },
  };
  expect(told(other)).toContain("stages.toy/sum: deviation in toy/sum");
  expect(told(other)).toContain("stages.toy/total: deviation in toy/total");
});

test("what is below a deviation is named as such, and stays what it is itself", () => {
  expect(verdicts(changed({ files: { "data/notes/first.txt": hashOf("x") } }))).toEqual({
    "toy/numbers": "identical",
    "toy/squared": "deviation",
    "toy/total": "identical, below toy/squared",
  });
});

test("a source that compiles to the same code explains nothing", () => {
  const today = changed({
    sources: { "src/shared.ts": hashOf("x"), "stages/toy/numbers.ts": hashOf("y") },
    stages: stage("toy/numbers", { code: hashOf("z") }),
  });
  expect(told(today)).toEqual([
    "sources.src/shared.ts: deviation in toy/numbers",
    "sources.stages/toy/numbers.ts: deviation in toy/numbers",
  ]);
  expect(told(today, DESIGN, new Set(["src/shared.ts"]))).toEqual([
    "sources.src/shared.ts: same-behaviour",
    "sources.stages/toy/numbers.ts: deviation in toy/numbers",
  ]);
  // Where none explains it, that is said and not passed over.
  expect(told(today, DESIGN, new Set(["src/shared.ts", "stages/toy/numbers.ts"]))).toContain(
    "stages.toy/numbers.code: deviation in toy/numbers",
  );
});

test("records of an imported log are an input; rows of stages follow from their definitions", () => {
  const imported = changed({
    rows: { "data/journals/small/toy.jsonl message": hashOf("log") },
    stages: stage("toy/numbers", { inputs: { log: "journal:message" } }),
  });
  const other = changed({ rows: { "data/journals/small/toy.jsonl message": hashOf("x") } }, imported);
  expect(told(other, imported)).toEqual([
    "rows.data/journals/small/toy.jsonl message: deviation in toy/numbers",
  ]);
});

test("studies are a set: their order tells nothing", () => {
  const two = changed({ basket: { studies: ["toy", "more"] } });
  expect(told(changed({ basket: { studies: ["more", "toy"] } }), two)).toEqual([
    "basket.studies: same-behaviour",
  ]);
});

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

test("law: every other value of a param is a deviation, and back again it is none", () => {
  fc.assert(
    fc.property(json, json, (was, is) => {
      const [frozen, today] = [changed({ params: { bins: was } }), changed({ params: { bins: is } })];
      const leaves = told(today, frozen);
      expect(leaves).toHaveLength(canonicalJson(was) === canonicalJson(is) ? 0 : 1);
      expect(told(frozen, today).length).toBe(leaves.length);
      expect(told(frozen, frozen)).toEqual([]);
    }),
  );
});

test("law: a declaration holds for the value that was declared and for no other", () => {
  fc.assert(
    fc.property(json, json, (is, later) => {
      const of = (value: Json) => compareDesigns(DESIGN, changed({ params: { bins: value } }));
      const [leaf] = of(is);
      fc.pre(leaf !== undefined);
      const declaration = { leaf: leaf!.address, is: toldValue(leaf!.is), reason: "because" };
      expect(matchDeclarations(of(is), [declaration])).toMatchObject({ undeclared: [], stale: [] });
      const same = canonicalJson(is) === canonicalJson(later);
      const [then] = of(later);
      const expected = then === undefined || same ? [] : [leaf!.address];
      expect(matchDeclarations(of(later), [declaration]).undeclared).toEqual(expected);
    }),
  );
});
