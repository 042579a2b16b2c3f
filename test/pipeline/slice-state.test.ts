import { afterEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

/** Ways to leave something for the next slice of the same thread. `seen` is what is there, `leave` puts it there. */
const TRACES: Readonly<Record<string, readonly [head: string, seen: string, leave: string]>> = {
  module: ["let count = 0;", "count", "count = 1"],
  global: ["", "(globalThis as any).left ?? 0", "(globalThis as any).left = 1"],
  implicit: ["", '(0, eval)("typeof left") === "undefined" ? 0 : 1', '(0, eval)("var left = 1")'],
  prototype: [
    "",
    "(({}) as any).left ?? 0",
    'Object.defineProperty(Object.prototype, "left", { value: 1, configurable: true })',
  ],
  builtin: ["", "(Math.max as any)(0, 0)", "Math.max = () => 1"],
  member: [
    "",
    "(Array.prototype.map as any).left ?? 0",
    "try { (Array.prototype.map as any).left = 1 } catch {}",
  ],
  typed: [
    "",
    'Object.getPrototypeOf(Int8Array).of.name === "of" ? 0 : 1',
    "Object.getPrototypeOf(Int8Array).of = () => 1",
  ],
  nested: [
    "",
    "((Array.prototype as any)[Symbol.unscopables]).left ?? 0",
    "((Array.prototype as any)[Symbol.unscopables]).left = 1",
  ],
  matches: [
    "",
    '"a".matchAll(/a/g).next.name === "next" ? 0 : 1',
    'Object.getPrototypeOf("a".matchAll(/a/g)).next = () => 1',
  ],
  regexp: ["", "Number((RegExp as any).$1 || 0)", '/(1)/.exec("1")'],
  error: ["", "Error.stackTraceLimit === 3 ? 1 : 0", "Error.stackTraceLimit = 3"],
  date: ["", "(Date as any).left ?? 0", "try { (Date as any).left = 1 } catch {}"],
  encoder: ["", "(TextEncoder.prototype as any).left ?? 0", "(TextEncoder.prototype as any).left = 1"],
  closed: ["", "Object.isExtensible(Array.prototype) ? 0 : 1", "Object.preventExtensions(Array.prototype)"],
  frozen: ["", "Object.isFrozen(Array.prototype) ? 1 : 0", "Object.freeze(Array.prototype)"],
};

const HEAD = "params:\n  groups: [a, b, c]\n  count: 1\n  offset: 1\n  seed: 7\nstages:\n";

test("nothing that a slice leaves is there for the next one of the same thread", () => {
  const names = Object.keys(TRACES);
  const stage = (name: string) =>
    `  toy/${name}: { module: stages/toy/${name}.ts, inputs: { numbers: toy/numbers }, map: [group],` +
    ` output: toy/${name}.parquet, schema: schemas/toy/numbers.schema.json, renderings: [csv] }\n`;
  const numbers =
    "  toy/numbers: { module: stages/toy/numbers.ts, params: [groups, count], output: toy/numbers.parquet, schema: schemas/toy/numbers.schema.json }\n";
  const modules = Object.entries(TRACES).map(([name, [head, seen, leave]]) => [
    `stages/toy/${name}.ts`,
    `${head}\nexport default function stage({ numbers }: any): any {\nconst rows = numbers.map((row: any) => ({ ...row, x: ${seen} }));\n${leave};\nreturn rows;\n}\n`,
  ]);
  project = toyProject({
    "pipeline.yaml": HEAD + numbers + names.map(stage).join(""),
    ...Object.fromEntries(modules),
  });
  const { code, stages } = project.run(["--jobs", "1"]);
  const failures = names.flatMap((name) => stages[`toy/${name}`]?.failure ?? []);
  expect({ code, failures }).toEqual({ code: 0, failures: [] });
  const seen = Object.fromEntries(
    names.map((name) => [name, project.read(`artifacts/embedded/toy/${name}.csv`)]),
  );
  const none = "group,index,x\na,0,0.0\nb,0,0.0\nc,0,0.0\n";
  expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, none])));
});
