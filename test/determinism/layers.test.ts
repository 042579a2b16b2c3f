import path from "node:path";
import { expect, test } from "vitest";
import { type Node, nodesOf, readSource, sourcesBelow } from "./sources.ts";

/** What each part may import, besides itself and packages. Imports go down only; types count like code. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  stages: [
    "src/ai-liedar",
    "src/cheap-talk",
    "src/figures",
    "src/statistics",
    "src/tables",
    "schemas",
    "src/pipeline/stage.ts",
  ],
  "src/ai-liedar": ["src/statistics", "src/tables", "schemas", "src/pipeline/stage.ts"],
  "src/figures": ["src/ai-liedar", "src/cheap-talk", "src/statistics", "src/tables", "schemas"],
  "src/advisors/live": ["src/pipeline", "src/tables"],
  "src/advisors/embedding": ["src/pipeline", "src/tables"],
  "src/advisors": ["src/cheap-talk", "src/statistics", "src/pipeline/stage.ts"],
  "src/cheap-talk": ["src/statistics", "src/tables", "schemas"],
  "src/statistics": [],
  "src/tables": [],
  "src/pipeline": ["src/tables"],
  "src/annotation": ["src/ai-liedar", "src/pipeline", "src/statistics", "src/tables", "schemas"],
  "src/import": ["src/cheap-talk", "src/pipeline", "src/tables"],
  "src/scratch": ["src/pipeline"],
  "src/collect": ["src/advisors/live", "src/advisors/embedding", "src/pipeline", "src/scratch", "src/tables"],
  "src/git": ["src/pipeline"],
  "src/diff": ["src/git", "src/pipeline", "src/tables"],
  "src/prereg": ["src/collect", "src/diff", "src/git", "src/pipeline", "src/scratch", "src/tables"],
  "src/cli": [
    "src/annotation",
    "src/cheap-talk/stated-number",
    "src/collect",
    "src/diff",
    "src/git",
    "src/import",
    "src/pipeline",
    "src/prereg",
    "src/tables",
  ],
  schemas: [],
};

/** Node's own modules and the worker's are for the engine; numerics and stages are pure. */
const NO_NODE = [
  "stages",
  "src/figures",
  "src/advisors",
  "src/ai-liedar",
  "src/cheap-talk",
  "src/statistics",
];

const partOf = (file: string) => Object.keys(MAY_IMPORT).find((part) => file.startsWith(`${part}/`));

function importsOf(source: string): string[] {
  // Type imports are erased with the types, so they are read as if they were not.
  const { nodes } = nodesOf(
    source
      .replace(/^(import|export) type (?=.* from |[{*])/gmu, "$1 ")
      .replace(/([{,]\s*)type (?=\w)/gu, "$1"),
  );
  return nodes.flatMap(({ type, source: from }) =>
    type.startsWith("Import") || type.startsWith("Export")
      ? (from as Node | null)?.value === undefined
        ? []
        : [String((from as Node).value)]
      : [],
  );
}

function faultsIn(file: string, source: string): string[] {
  const part = partOf(file);
  if (part === undefined) return [`${file} belongs to no known part: add it to this test`];
  return importsOf(source).flatMap((name) => {
    if (!name.startsWith(".")) {
      return name.startsWith("node:") && NO_NODE.includes(part)
        ? [`${file} imports ${name}, but ${part} is pure`]
        : [];
    }
    const target = path.posix.join(path.posix.dirname(file), name);
    const allowed = [part, ...(MAY_IMPORT[part] ?? [])];
    return allowed.some((to) => target === to || target.startsWith(`${to}/`))
      ? []
      : [`${file} imports ${target}`];
  });
}

test("imports go down only, and the engine knows no study", () => {
  expect(
    sourcesBelow("src", "stages", "schemas").flatMap((file) => faultsIn(file, readSource(file))),
  ).toEqual([]);
});

test.each([
  ["src/pipeline/run.ts", 'import { boundaries } from "../cheap-talk/equilibrium.ts";'],
  ["src/pipeline/run.ts", 'import type { Oracle } from "../../stages/cheap-talk/oracle.ts";'],
  ["src/tables/csv.ts", 'export { x } from "../statistics/line.ts";'],
  ["src/statistics/line.ts", 'export * from "../tables/csv.ts";'],
  ["src/cheap-talk/folds.ts", 'import { a, type B } from "../pipeline/stage.ts";'],
  ["src/cheap-talk/folds.ts", 'import { readFileSync } from "node:fs";'],
  ["stages/cheap-talk/oracle.ts", 'const run = await import("../../src/pipeline/run.ts");'],
  ["src/pipeline/run.ts", 'import type { JournalAppender } from "../collect/journal/appender.ts";'],
  ["src/advisors/live/ask.ts", 'import { lineText } from "../../collect/journal/line-text.ts";'],
  ["src/collect/collect.ts", 'import { importLog } from "../import/import-log.ts";'],
  ["src/elsewhere/new.ts", ""],
])("in %s, %s is found", (file, source) => {
  expect(faultsIn(file, source)).toHaveLength(1);
});

test("what is allowed is not found", () => {
  const source =
    'import { x } from "./csv.ts";\nimport fs from "node:fs";\nimport { Table } from "apache-arrow";';
  expect(faultsIn("src/tables/markdown.ts", source)).toEqual([]);
  expect(
    faultsIn("stages/cheap-talk/oracle.ts", 'import type { C } from "../../src/pipeline/stage.ts";'),
  ).toEqual([]);
});
