import { afterEach, expect, test } from "vitest";
import { type Project, ran } from "../project.ts";
import { toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

const SQUARED = "artifacts/embedded/toy/squared.csv";
const withCsv = (text: string) =>
  text.replace(
    "schema: schemas/toy/squared.schema.json",
    "schema: schemas/toy/squared.schema.json\n    renderings: [csv]",
  );

function mappedProject(changes: Readonly<Record<string, string>> = {}): Project {
  const made = toyProject(changes);
  made.write("pipeline.yaml", withCsv(made.read("pipeline.yaml")));
  return made;
}

/** Seed of each group, from the rows. */
function seeds(): Record<string, string> {
  const lines = project.read(SQUARED).trimEnd().split("\n").slice(1);
  return Object.fromEntries(lines.map((line) => [line.split(",")[0]!, line.split(",")[3]!]));
}

test("a new group runs its own slice, a removed one none; seeds follow values, not positions", () => {
  project = mappedProject();
  expect(project.run().stages["toy/squared"]?.slices).toEqual({ ran: 3, fresh: 0 });
  const first = seeds();
  expect(new Set(Object.values(first)).size).toBe(3);
  // Before the others, so that the position of each changes.
  project.edit("stages/toy/numbers.ts", "x: g + index / 2", "x: group.charCodeAt(0) - 97 + index / 2");
  project.edit("pipeline.yaml", "[a, b, c]", "[Z, c, b, a]");
  const more = project.run();
  expect(more.stages["toy/squared"]?.slices).toEqual({ ran: 1, fresh: 3 });
  expect(seeds()).toEqual({ ...first, Z: expect.stringMatching(/^[0-9a-f]{8}$/u) });
  project.edit("pipeline.yaml", "[Z, c, b, a]", "[c, a]");
  const fewer = project.run();
  expect(fewer.stages["toy/squared"]).toMatchObject({ state: "ran", slices: { ran: 0, fresh: 2 } });
  expect(seeds()).toEqual({ a: first.a, c: first.c });
  // The seed param is part of every slice.
  project.edit("pipeline.yaml", "seed: 7", "seed: 8");
  expect(project.run().stages["toy/squared"]?.slices).toEqual({ ran: 2, fresh: 0 });
  expect(seeds().a).not.toBe(first.a);
});

test("an input without the map columns is passed whole, one with some of them is cut by those", () => {
  project = mappedProject();
  project.edit(
    "pipeline.yaml",
    "inputs: { numbers: toy/numbers }",
    "inputs: { numbers: toy/numbers, labels: toy/labels, names: toy/names }",
  );
  project.edit("pipeline.yaml", "map: [group]", "map: [group, index]");
  const stage = (name: string) =>
    `  toy/${name}: { module: stages/toy/${name}.ts, output: toy/${name}.parquet, schema: schemas/toy/${name}.schema.json }\n`;
  project.write("pipeline.yaml", `${project.read("pipeline.yaml")}${stage("labels")}${stage("names")}`);
  const total = project.read("schemas/toy/total.schema.json");
  project.write("schemas/toy/labels.schema.json", total);
  project.write(
    "schemas/toy/names.schema.json",
    total.replaceAll('"group"', '"name"').replace('"description":"group"', '"description":"name"'),
  );
  project.write(
    "stages/toy/labels.ts",
    'export default () => ["a", "b"].map((group) => ({ group, total: 1, notes: 1 }));\n',
  );
  project.write(
    "stages/toy/names.ts",
    'export default () => ["x", "y"].map((name) => ({ name, total: 1, notes: 1 }));\n',
  );
  project.write(
    "stages/toy/squared.ts",
    `export default ({ numbers, labels, names }: any, _: object, { slice }: any) =>
      numbers.map(({ group, index }: any) => ({ group, index, y: numbers.length * 100 + labels.length * 10 + names.length, seed: JSON.stringify(slice) }));\n`,
  );
  expect(project.run().stages["toy/squared"]?.slices).toEqual({ ran: 12, fresh: 0 });
  const lines = project.read(SQUARED).split("\n");
  expect(lines[1]).toBe('a,0,112.0,"{""group"":""a"",""index"":0}"');
  // No label for c: its slice gets none.
  expect(lines.filter((line) => line.startsWith("c,")).map((line) => line.split(",")[2])).toEqual([
    "102.0",
    "102.0",
    "102.0",
    "102.0",
  ]);
  // A label of b reaches b's slices alone; a name reaches all.
  project.edit("stages/toy/labels.ts", "total: 1", 'total: group === "b" ? 2 : 1');
  expect(project.run().stages["toy/squared"]?.slices).toEqual({ ran: 4, fresh: 8 });
  project.edit("stages/toy/names.ts", '["x", "y"]', '["x"]');
  expect(project.run().stages["toy/squared"]?.slices).toEqual({ ran: 12, fresh: 0 });
});

test("a first input without rows gives a table without rows", () => {
  project = mappedProject();
  project.edit("pipeline.yaml", "count: 4", "count: 0");
  const first = project.run();
  expect(first.code).toBe(0);
  expect(first.stages["toy/squared"]).toMatchObject({ state: "ran", slices: { ran: 0, fresh: 0 } });
  expect(project.read(SQUARED)).toBe("group,index,y,seed\n");
  expect(project.candor(["show", "toy/squared"]).stdout).toContain("toy/squared.parquet: 0 rows");
  const again = project.run();
  expect(ran(again.stages)).toEqual([]);
  project.remove(SQUARED);
  expect(project.run().stages["toy/squared"]).toMatchObject({ state: "fresh", slices: { ran: 0, fresh: 0 } });
});

test("one key in two slices, and a caption from a slice, are errors that keep what was there", () => {
  project = mappedProject();
  expect(project.run().code).toBe(0);
  const before = project.read(SQUARED);
  project.edit(
    "stages/toy/squared.ts",
    "=> ({ group, index,",
    '=> ({ group: index === 0 ? "all" : group, index,',
  );
  const twice = project.run();
  expect(twice.code).toBe(2);
  expect(twice.stages["toy/squared"]).toMatchObject({ state: "failed" });
  expect(twice.stages["toy/squared"]?.failure).toMatch(
    /^stage toy\/squared, schemas\/toy\/squared\.schema\.json: .*one row per key.* group="all", index=0$/u,
  );
  expect(twice.stages["toy/tables/total"]).toMatchObject({
    state: "stale",
    reasons: [{ kind: "upstream", path: "toy/squared" }],
  });

  project.write(
    "stages/toy/squared.ts",
    'export default ({ numbers }: any) => ({ rows: numbers.slice(0, 0), caption: "mine" });\n',
  );
  expect(project.run().stages["toy/squared"]?.failure).toContain(
    "stage toy/squared is mapped, so it cannot return a caption",
  );
  expect(project.read(SQUARED)).toBe(before);
});
