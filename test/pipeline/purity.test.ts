import { afterEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { stagesOf } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

/** Body of a stage → what its failure must say beside the stage's id. */
const FORBIDDEN: Readonly<Record<string, readonly [body: string, call: string, remedy: string]>> = {
  process: ["return process.env.HOME", "process", "declare what it needs as a param"],
  require: ['const name = "node:" + "fs"; return require(name)', "require", "declare files as inputs"],
  fetch: ['return fetch("http://localhost")', "fetch", "journal or a declared file"],
  timeout: ["return new Promise((resolve) => setTimeout(resolve, 1))", "setTimeout", "no clock"],
  console: ['console.log("x"); return "x"', "console", "caption"],
  buffer: ['return Buffer.from("x").toString()', "Buffer", "Uint8Array"],
  crypto: ["return crypto.randomUUID()", "crypto", "seed"],
  performance: ["return String(performance.now())", "performance", "no clock"],
  intl: ["return new Intl.NumberFormat().format(1)", "Intl", "no locale"],
  wasm: ["return String(new WebAssembly.Memory({ initial: 1 }))", "WebAssembly", "plain code"],
  shared: ["return String(new SharedArrayBuffer(1))", "SharedArrayBuffer", "plain code"],
  weakref: ["return String(new WeakRef({}))", "WeakRef", "plain code"],
  compare: ['return String("a".localeCompare("b"))', "String.localeCompare()", "compare by code units"],
  locale: ["return (1.5).toLocaleString()", "Number.toLocaleString()", "format by hand"],
  arrays: ["return new Float64Array(1).toLocaleString()", "TypedArray.toLocaleString()", "format by hand"],
  upper: ['return "i".toLocaleUpperCase()', "String.toLocaleUpperCase()", "locale"],
  chance: ["return String(Math.random())", "Math.random()", "seeded"],
  now: ["return String(Date.now())", "Date.now()", "declare the moment as a param"],
  nowPastTheProxy: [
    'return String(Object.getOwnPropertyDescriptor(Date, "now")!.value())',
    "Date.now()",
    "declare the moment as a param",
  ],
  date: ["return String(new Date())", "new Date()", "declare the moment as a param"],
  dated: ["return String(Date())", "Date()", "declare the moment as a param"],
  computed: ['const name = "node:" + "fs"; return import(name)', "import() of a computed name", "statically"],
  stray: [
    'const name = "node:" + "fs"; import(name); return "x"',
    "import() of a computed name",
    "statically",
  ],
  input: ["return String(inputs.other)", "inputs.other", "declare it in pipeline.yaml"],
  param: ["return String(params.hidden)", "params.hidden", "declare it in pipeline.yaml"],
  seed: ["return context.seed", "the param seed", "declare it in pipeline.yaml"],
  ask: [
    'return context.ask({ prompt: "?", temperature: 0, max_tokens: 1 }).text',
    "context.ask()",
    "mark the stage with ask",
  ],
  waits: ["return new Promise(() => {})", "promise that never settles", "nothing it could wait for"],
  microtask: [
    'queueMicrotask(() => process.exit(0)); return "x"',
    "process",
    "declare what it needs as a param",
  ],
  rejects: ['Promise.reject(new Error("lost")); return "x"', "failed", "lost"],
  nothing: ["return undefined", "returned undefined", "must return rows"],
  rows: ["return []", "returned rows", "text of the SVG"],
};

test("each forbidden thing is an error that names stage, call and remedy", () => {
  project = stagesOf(Object.fromEntries(Object.entries(FORBIDDEN).map(([name, [body]]) => [name, body])));
  const { code, stages } = project.run();
  expect(code).toBe(2);
  const told = Object.keys(FORBIDDEN).map((name) => [
    name,
    stages[`pure/${name}`]?.state,
    stages[`pure/${name}`]?.failure,
  ]);
  for (const [name, state, failure] of told) {
    const [, call, remedy] = FORBIDDEN[name as string]!;
    const parts = [`stage pure/${name} `, call, remedy];
    expect({ name, state, failure, lacks: parts.filter((part) => !failure?.includes(part)) }).toMatchObject({
      state: "failed",
      lacks: [],
    });
  }
  expect(project.has("artifacts/embedded/pure")).toBe(false);
});

test("Node's own modules are refused with file, line and remedy", () => {
  project = stagesOf(
    { reads: 'return readFileSync("/etc/hostname", "utf8")' },
    { reads: 'import { readFileSync } from "node:fs";' },
  );
  for (const name of ["node:fs", "fs", "fs/promises", "node:child_process"]) {
    project.write(
      "stages/pure/reads.ts",
      `\nimport * as all from "${name}";\nexport default () => String(all);\n`,
    );
    const { code, stderr } = project.candor(["run"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`stages/pure/reads.ts:2:22: stage pure/reads imports "${name}"`);
    expect(stderr).toContain("declare the file as an input");
  }
});

/** Each body tries to reach the host's `process`, and returns what it got. */
const ESCAPES: Readonly<Record<string, string>> = {
  encoder: 'return TextEncoder.constructor("return typeof process")()',
  decoder: 'return new TextDecoder().decode.constructor("return typeof process")()',
  url: 'return new URL("http://a/b").href.constructor.constructor("return typeof process")()',
  clone: 'return structuredClone.constructor("return typeof process")()',
  microtask: 'return queueMicrotask.constructor("return typeof process")()',
  inputs: 'return Object.getPrototypeOf(inputs).constructor.constructor("return typeof process")()',
  params: 'return params.constructor.constructor("return typeof process")()',
  slice: 'return context.slice.constructor.constructor("return typeof process")()',
  global: 'return Object.getPrototypeOf(globalThis).constructor.constructor("return typeof process")()',
  thenable: 'return { then(resolve) { resolve(resolve.constructor("return typeof process")()) } }',
  rejection:
    'const name = "node:" + "fs"; return import(name).catch((e) => e.constructor.constructor("return typeof process")())',
  fake: `globalThis.Uint8Array = function () { return {} } as any;
    try { new TextEncoder().encode("a") } catch (e: any) { return e.constructor.constructor("return typeof process")() }`,
  fault:
    'try { new TextDecoder("no") } catch (e: any) { return e.constructor.constructor("return typeof process")() }',
  deep: `let got = "undefined";
    const dig = () => {
      try { dig() } catch {}
      try { new TextEncoder().encode("aaaaaaaa") } catch (e: any) {
        try { const found = e.constructor.constructor("return typeof process")(); if (found !== "undefined") got = found } catch {}
      }
    };
    dig(); return got`,
  frames: `globalThis.Error = { prepareStackTrace: (_: any, frames: any) => frames } as any;
    try { (null as any).x } catch (e: any) { return e.stack.map((f: any) => String(f.getFunction()) + f.getThis()).join("") }`,
  replaced: "return leaked",
};

test("no way out of the sandbox reaches process", () => {
  const replaced = `let leaked = "undefined";
    const look = (value: any) => {
      try { const found = value.constructor.constructor("return typeof process")(); if (found !== "undefined") leaked = found } catch {}
    };
    const { keys } = Object; Object.keys = (value: any) => { look(value); return keys(value) };
    const { stringify } = JSON; JSON.stringify = (value: any) => { look(value); return stringify(value) };
    const { map } = Array.prototype; Array.prototype.map = function (f: any) { look(f(this[0])); return map.call(this, f) } as any;`;
  project = stagesOf(ESCAPES, { replaced });
  const { stages } = project.run();
  for (const name of Object.keys(ESCAPES)) {
    const outcome = stages[`pure/${name}`]!;
    const reached = outcome.state === "ran" ? project.read(`artifacts/embedded/pure/${name}.svg`) : "refused";
    expect([name, reached]).toEqual([name, outcome.state === "ran" ? "undefined" : "refused"]);
  }
  expect(Object.values(stages).filter(({ state }) => state === "ran").length).toBeGreaterThan(8);
});

test("clock and chance stand still while modules load, and stacks hold no path", () => {
  const loaded = `const loaded = [Math.random(), Math.random(), Date.now(), new Date().toISOString(), new Date(2020, 0).toISOString(), new Date("2019-01-01T12:00").toISOString(), new Date("2019-01-01T12:00+02:00").toISOString()];`;
  project = stagesOf(
    { loaded: "return JSON.stringify(loaded)", stack: "return String(new Error('x').stack)" },
    { loaded },
  );
  expect(project.run().code).toBe(0);
  const [first, second, ...dates] = JSON.parse(
    project.read("artifacts/embedded/pure/loaded.svg"),
  ) as unknown[];
  expect([first, second]).toEqual([0.5, 0.5]);
  expect(dates).toEqual([
    0,
    "1970-01-01T00:00:00.000Z",
    "2020-01-01T00:00:00.000Z",
    "2019-01-01T12:00:00.000Z",
    "2019-01-01T10:00:00.000Z",
  ]);
  expect(project.read("artifacts/embedded/pure/stack.svg")).toMatch(/^Error: x(\n {4}at \w+ \(\d+:\d+\))+$/u);
});

test("what a stage may use works as in Node", () => {
  const body = `const bytes = new TextEncoder().encode("aé𝄞");
    const into = new Uint8Array(4);
    const clone = structuredClone({ map: new Map([["k", [1]]]), set: new Set([2]), typed: new Float64Array([3]) });
    const url = new URL("../b?q=1#h", "https://u:p@host:8080/a/c");
    return new Promise((resolve) => queueMicrotask(() => resolve(JSON.stringify({
      bytes: [...bytes], text: new TextDecoder().decode(bytes), into: new TextEncoder().encodeInto("aéé", into),
      map: clone.map.get("k"), set: clone.set.has(2), typed: clone.typed instanceof Float64Array,
      url: [url.href, url.search, url.hash, url.port], made: Function("return 1 + 1")(),
    }))));`;
  project = stagesOf({ allowed: body });
  expect(project.run().code).toBe(0);
  expect(JSON.parse(project.read("artifacts/embedded/pure/allowed.svg"))).toEqual({
    bytes: [97, 195, 169, 240, 157, 132, 158],
    text: "aé𝄞",
    into: { read: 2, written: 3 },
    map: [1],
    set: true,
    typed: true,
    url: ["https://u:p@host:8080/b?q=1#h", "?q=1", "#h", "8080"],
    made: 2,
  });
});

test("a moment of the machine's own time is refused while modules load", () => {
  project = stagesOf(
    { local: "return String(moment)" },
    { local: 'const moment = new Date("2020-01-01 10:00");' },
  );
  const { stderr, code } = project.candor(["run"]);
  expect(code).toBe(2);
  expect(stderr).toContain('called new Date("2020-01-01 10:00"); without an offset it is local time');
});
