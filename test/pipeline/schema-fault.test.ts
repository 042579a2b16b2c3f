import { afterEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { artifactsOf, storeFiles, toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

const RIGHT = "({ group, index, y: x * x + offset, seed: context.seed.slice(0, 8) })";

/** What a stage gives in the place of a right row → what the failure says of it. */
const WRONG: Readonly<Record<string, readonly [row: string, says: string]>> = {
  "a value out of range": [
    '({ group, index, y: group === "b" && index === 2 ? -0.5 : 1, seed: "" })',
    'row 3 (group="b", index=2): column y is -0.5, must be >= 0 (slice group=b)',
  ],
  NaN: [
    '({ group, index, y: Math.sqrt(-1 - x), seed: "" })',
    "column y is NaN, must be finite: missing is null, never NaN",
  ],
  infinity: ['({ group, index, y: 1 / 0, seed: "" })', "column y is Infinity, must be finite"],
  null: ['({ group, index, y: null, seed: "" })', "column y is null, must be a number"],
  text: ['({ group, index, y: "1", seed: "" })', 'column y is "1", must be a number'],
  "a missing column": [
    '({ group, index, seed: "" })',
    "column y is missing, must be there (null when unknown)",
  ],
  "a column too many": [
    '({ group, index, y: 1, z: 2, seed: "" })',
    "column z is 2, is not a column of squared",
  ],
  "text that UTF-8 cannot hold": [
    '({ group, index, y: 1, seed: "\\ud800" })',
    "must be text without lone surrogates",
  ],
};

test("a row that breaks its schema: stage, row, column, value, rule; what was there stays", () => {
  project = toyProject();
  const schema = "schemas/toy/squared.schema.json";
  project.edit(schema, '"type":"number"', '"minimum":0,"type":"number"');
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  const kept = storeFiles(project);
  const stage = project.read("stages/toy/squared.ts");
  for (const [name, [row, says]] of Object.entries(WRONG)) {
    project.write("stages/toy/squared.ts", stage.replace(RIGHT, row));
    const run = project.run(["--jobs", "1", "toy/squared"]);
    expect([name, run.code]).toEqual([name, 2]);
    expect(run.stages["toy/squared"]?.failure).toMatch(
      /^stage toy\/squared, schemas\/toy\/squared\.schema\.json: row \d+ \(group="[abc]", index=\d\): /u,
    );
    expect(run.stages["toy/squared"]?.failure).toContain(says);
  }
  project.write("stages/toy/squared.ts", stage);
  expect(artifactsOf(project)).toEqual(before);
  expect(storeFiles(project)).toEqual(expect.arrayContaining(kept));
  expect(project.status().code).toBe(0);
});
