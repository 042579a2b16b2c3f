import { afterEach, expect, test } from "vitest";
import { type Project, ran, type StageJson } from "../project.ts";
import { toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

/** Stages that are not fresh, each with its reasons as `kind path`. */
function reasons(stages: Readonly<Record<string, StageJson>>): Record<string, string[]> {
  const stale = Object.values(stages).filter(({ state }) => state !== "fresh");
  return Object.fromEntries(
    stale.map(({ stage, reasons }) => [stage, reasons.map(({ kind, path }) => `${kind} ${path}`)]),
  );
}

test("comments, formatting, types, and the order of maps make nothing stale", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const manifest = project.read("artifacts/embedded/manifest.json");
  project.edit(
    "stages/toy/squared.ts",
    "interface NumbersRow { group: string; index: number; x: number }",
    "// rows\ntype NumbersRow = { readonly x: number; group: string; index: number };",
  );
  project.edit("stages/toy/squared.ts", "return numbers.map(", "/* each */ return numbers\n\n    .map(");
  project.edit(
    "src/tables/order.ts",
    "export function orderTable(",
    "// a comment\nexport   function orderTable(",
  );
  project.edit("src/tables/csv.ts", "export function toCsv(", "// a comment\nexport   function toCsv(");
  project.edit("schemas/toy/squared.schema.json", "SquaredRow of the toy study", "what was squared");
  project.edit(
    "schemas/toy/squared.schema.json",
    '"type":"number","description":"y"',
    '"description":"the square", "type":"number"',
  );
  project.edit(
    "pipeline.yaml",
    "  groups: [a, b, c]\n  count: 4\n",
    "  count: 4 # how many\n\n  groups:\n    - a\n    - 'b'\n    - \"c\"\n",
  );
  project.edit(
    "pipeline.yaml",
    "    map: [group]\n    output: toy/squared.parquet\n",
    "    output: toy/squared.parquet\n    map: [group]\n",
  );
  project.edit(
    "data/baskets/embedded.yaml",
    "name: embedded\nstudies: [toy]\n",
    "studies: [toy]\nname: embedded # the default\n",
  );
  const second = project.run();
  expect(reasons(second.stages)).toEqual({});
  expect(project.read("artifacts/embedded/manifest.json")).toBe(manifest);
});

const TWO = (inputs: string, params: string) => `params: { low: 1, high: 2, seed: 1 }
stages:
  toy/one: { module: stages/toy/one.ts, output: toy/one.parquet, schema: schemas/toy/total.schema.json }
  toy/two: { module: stages/toy/two.ts, output: toy/two.parquet, schema: schemas/toy/total.schema.json }
  toy/both:
    module: stages/toy/both.ts
    inputs: ${inputs}
    params: ${params}
    output: toy/both.svg
`;

test("roles count: swapped inputs, removed inputs and params, renamed files, moved bytes", () => {
  const rows = (group: string) => `export default () => [{ group: "${group}", total: 1, notes: 0 }];\n`;
  project = toyProject({
    "pipeline.yaml": TWO("{ left: toy/one, right: toy/two, notes: data/notes/*.txt }", "[low, high]"),
    "data/notes/first.txt": "ab",
    "data/notes/second.txt": "c",
    "stages/toy/one.ts": rows("one"),
    "stages/toy/two.ts": rows("two"),
    "stages/toy/both.ts": 'export default (inputs: any) => "<svg/>" + JSON.stringify(inputs);\n',
  });
  expect(project.run().code).toBe(0);
  const after = (change: () => void): string[] => {
    change();
    return reasons(project.status().stages)["toy/both"] ?? [];
  };
  const pipeline = (inputs: string, params: string) => () =>
    project.write("pipeline.yaml", TWO(inputs, params));
  const notes = "notes: data/notes/*.txt";
  expect(after(pipeline(`{ left: toy/two, right: toy/one, ${notes} }`, "[low, high]"))).toEqual([
    "inputs inputs.left.rows",
    "inputs inputs.right.rows",
  ]);
  expect(after(pipeline(`{ left: toy/one, ${notes} }`, "[low, high]"))).toEqual(["inputs inputs.right"]);
  expect(after(pipeline(`{ left: toy/one, right: toy/two, ${notes} }`, "[low]"))).toEqual([
    "params params.high",
  ]);
  expect(after(pipeline(`{ right: toy/two, ${notes}, left: toy/one }`, "[high, low]"))).toEqual([]);
  // Params are named: two that swap their values differ.
  expect(after(() => project.edit("pipeline.yaml", "low: 1, high: 2", "low: 2, high: 1"))).toEqual([
    "params params.high",
    "params params.low",
  ]);
  project.edit("pipeline.yaml", "low: 2, high: 1", "low: 1, high: 2");
  project.write("data/notes/first.txt", "a");
  expect(after(() => project.write("data/notes/second.txt", "bc"))).toEqual([
    "inputs inputs.notes.files.data/notes/first.txt",
    "inputs inputs.notes.files.data/notes/second.txt",
  ]);
  project.write("data/notes/first.txt", "ab");
  project.remove("data/notes/second.txt");
  expect(after(() => project.write("data/notes/other.txt", "c"))).toEqual([
    "inputs inputs.notes.files.data/notes/other.txt",
    "inputs inputs.notes.files.data/notes/second.txt",
  ]);
});

test("the order of a list is data; what gives equal rows stops there", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  // Another order of groups gives other numbers here, so all below is in doubt.
  project.edit("pipeline.yaml", "[a, b, c]", "[b, a, c]");
  expect(reasons(project.status().stages)).toEqual({
    "toy/numbers": ["params params.groups"],
    "toy/squared": ["upstream toy/numbers"],
    "toy/figures/sketch": ["upstream toy/squared"],
    "toy/tables/total": ["upstream toy/squared"],
  });
  project.edit("pipeline.yaml", "[b, a, c]", "[a, b, c]");
  // Other code, equal rows: the stage runs, and nothing below it.
  project.edit("stages/toy/numbers.ts", "x: g + index / 2", "x: g + index * 0.5");
  const cutoff = project.run();
  expect(ran(cutoff.stages)).toEqual(["toy/numbers"]);
  expect(cutoff.stages["toy/squared"]).toMatchObject({ state: "fresh", reasons: [] });
  // What it was before is still in the store: nothing runs at all.
  project.edit("stages/toy/numbers.ts", "x: g + index * 0.5", "x: g + index / 2");
  expect(ran(project.run().stages)).toEqual([]);
});

test("a schema's rules count for rows, its presentation for files alone", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const csv = "artifacts/embedded/toy/tables/total.csv";
  const markdown = "artifacts/embedded/toy/tables/total.md";
  const before = { csv: project.read(csv), markdown: project.read(markdown) };
  project.edit("schemas/toy/total.schema.json", '"type":"number"', '"type":"number","x-format":".3f"');
  expect(reasons(project.status().stages)).toEqual({ "toy/tables/total": ["writer writer"] });
  const rewritten = project.run();
  expect(ran(rewritten.stages)).toEqual([]);
  expect(rewritten.stderr).toContain(
    "wrote  toy/tables/total (the code or presentation that writes its files changed)",
  );
  expect(project.read(csv)).toBe(before.csv);
  expect(project.read(markdown)).not.toBe(before.markdown);
  expect(project.read(markdown)).toContain("7.500");
  expect(project.status().code).toBe(0);

  project.edit("schemas/toy/total.schema.json", '"type":"number"', '"minimum":0,"type":"number"');
  const checked = project.run();
  expect(ran(checked.stages)).toEqual(["toy/tables/total"]);
  expect(checked.stages["toy/tables/total"]?.reasons[0]?.kind).toBe("schema");
});

test("a change of the code that writes files rewrites them and runs nothing; one of the engine runs all", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  project.edit("src/tables/csv.ts", 'join("\\n")}\\n`;', 'join("\\n")}\\nend\\n`;');
  const rewritten = project.run();
  expect(ran(rewritten.stages)).toEqual([]);
  expect(Object.values(rewritten.stages).every(({ slices }) => slices.ran === 0)).toBe(true);
  expect(project.read("artifacts/embedded/toy/tables/total.csv")).toBe(
    "group,total,notes\na,7.5,1\nb,17.5,1\nc,35.5,1\nend\n",
  );

  project.edit(
    "src/tables/order.ts",
    "if (difference !== 0) return difference;",
    "if (difference !== 0) return -difference;",
  );
  const turned = project.run();
  expect(ran(turned.stages)).toEqual([
    "toy/figures/sketch",
    "toy/numbers",
    "toy/squared",
    "toy/tables/total",
  ]);
  expect(turned.stages["toy/numbers"]?.reasons.map(({ kind }) => kind)).toContain("engine");
  expect(project.read("artifacts/embedded/toy/tables/total.csv")).toContain("c,35.5,1\nb,17.5,1\na,7.5,1\n");
});
