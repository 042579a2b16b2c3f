import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { TOY, toyProject } from "../toy.ts";
import { readTree } from "../trees.ts";
import { diffJson } from "./repository.ts";
import { A, editManifest, TOTAL, twoTrees } from "./two-trees.ts";

// What is not there, not as its manifest says, or cannot be compared is never told as equal.

let project: Project;
const trees = twoTrees();
beforeAll(() => {
  project = trees();
});

test("what was edited by hand is told beside a table that differs, also within a tolerance", () => {
  const other = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("offset: 1", "offset: 1.0000001"),
  });
  try {
    expect(other.run().code).toBe(0);
    const tree = path.join(other.root, A);
    expect(diffJson(project, [A, tree]).tables.map(({ path: file }) => file)).toEqual([
      "toy/squared.parquet",
      `${TOTAL}.parquet`,
    ]);
    other.edit(`${A}/${TOTAL}.csv`, "b,", "z,");
    other.write(`${A}/${TOTAL}.md`, "other\n");
    for (const tolerance of [[], ["--absolute", "1e-3"]]) {
      const { equal, tables, files, notes } = diffJson(project, [A, tree, ...tolerance]);
      expect(equal).toBe(false);
      expect(tables.map(({ path: file }) => file)).toContain(`${TOTAL}.csv`);
      expect(files).toEqual([{ path: `${TOTAL}.md`, change: "bytes" }]);
      expect(notes).toContainEqual(expect.stringMatching(/^2 files of B .* are not what its manifest says/u));
    }
  } finally {
    other.dispose();
  }
});

/** What a clone holds of the second tree: git leaves Parquet files out. */
function asCloned(): void {
  for (const file of readTree(path.join(project.root, "b")).keys())
    if (file.endsWith(".parquet")) project.remove(`b/${file}`);
}

test("a clone without Parquet files is compared by CSV, or by the hashes of rows", () => {
  asCloned();
  expect(diffJson(project, [A, "b"])).toMatchObject({
    equal: true,
    same: { tables: 1 },
    notes: [
      "2 tables were compared by the hashes of the manifests alone, which are equal: toy/numbers.parquet, toy/squared.parquet",
    ],
  });
  editManifest(project, (stages) => {
    stages["toy/numbers"]!.rows = `sha256:${"0".repeat(64)}`;
    Object.assign(stages["toy/numbers"]!.outputs["toy/numbers.parquet"]!, {
      rows: `sha256:${"0".repeat(64)}`,
    });
  });
  const { stages, notes, tables } = diffJson(project, [A, "b"]);
  expect(tables).toEqual([]);
  expect(stages).toMatchObject([{ stage: "toy/numbers", change: "rows", rows: "differ" }]);
  expect(notes).toEqual([
    expect.stringMatching(/must not happen: toy\/numbers/u),
    "1 table was compared by the hashes of the manifests alone, which are equal: toy/squared.parquet",
    "1 table of which only hashes are here differs in rows: toy/numbers.parquet",
    "their Parquet files are not in B: `make all` makes them",
  ]);
});

test("a manifest that says other rows of the same bytes is not equal", () => {
  asCloned();
  editManifest(project, (stages) => {
    Object.assign(stages["toy/numbers"]!.outputs["toy/numbers.parquet"]!, { rows: "sha256:0" });
  });
  expect(diffJson(project, [A, "b"])).toMatchObject({
    equal: false,
    stages: [{ stage: "toy/numbers", change: "bytes", reasons: [{ path: "toy/numbers.parquet: rows" }] }],
  });
});

test("a Parquet file that is gone is a difference, whether its CSV stays or there is none", () => {
  project.remove("b/toy/numbers.parquet");
  project.remove(`b/${TOTAL}.parquet`);
  for (const [pair, change] of [
    [[A, "b"], "removed"],
    [["b", A], "added"],
  ] as const) {
    const { equal, tables, files, notes } = diffJson(project, pair);
    expect(equal).toBe(false);
    expect(tables).toMatchObject([{ path: "toy/numbers.parquet", change }]);
    expect(files).toEqual([{ path: `${TOTAL}.parquet`, change }]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/lacks 2 files that its manifest lists/u);
  }
});

test("a Parquet file of a stage on demand need not be there: its CSV or the hash tells", () => {
  const yaml = project.read("pipeline.yaml");
  for (const stage of ["toy/figures/sketch", TOTAL, "toy/squared"])
    project.edit("pipeline.yaml", `  ${stage}:\n`, `  ${stage}:\n    on_demand: true\n`);
  project.remove(`b/${TOTAL}.parquet`);
  project.remove("b/toy/squared.parquet");
  expect(diffJson(project, [A, "b"])).toMatchObject({
    equal: true,
    same: { tables: 2 },
    notes: [
      "1 table was compared by the hashes of the manifests alone, which are equal: toy/squared.parquet",
    ],
  });
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  expect(diffJson(project, [A, "b"])).toMatchObject({ equal: false, tables: [{ path: `${TOTAL}.csv` }] });
  project.write("pipeline.yaml", yaml);
});

test("a manifest on one side only, and one that cannot be read, are a difference", () => {
  project.remove("b/manifest.json");
  expect(diffJson(project, [A, "b"])).toMatchObject({
    equal: false,
    files: [{ path: "manifest.json", change: "removed" }],
  });
  for (const text of ["", "{", "[]", JSON.stringify({ format: 2, stages: {} })]) {
    project.write("b/manifest.json", text);
    for (const pair of [
      [A, "b"],
      ["b", A],
    ])
      expect(diffJson(project, pair)).toMatchObject({
        equal: false,
        files: [{ path: "manifest.json", change: "bytes" }],
      });
  }
  const manifest = JSON.parse(project.read(`${A}/manifest.json`)) as object;
  project.write("b/manifest.json", JSON.stringify({ ...manifest, more: 1 }));
  expect(diffJson(project, [A, "b"]).files).toEqual([{ path: "manifest.json", change: "bytes" }]);
});

test("names that every object has are names like others in a manifest", () => {
  const text = project
    .read("b/manifest.json")
    .replace('"offset":', '"__proto__": {"x": 1}, "constructor": 1, "toString": null, "offset":');
  project.write("b/manifest.json", text);
  const [stage] = diffJson(project, [A, "b"]).stages;
  expect(stage!.reasons.map(({ path: at, was, is }) => [at, was, is])).toEqual(
    expect.arrayContaining([
      ["params.__proto__", null, { x: 1 }],
      ["params.constructor", null, 1],
    ]),
  );
  expect(project.candor(["explain", stage!.stage]).stderr).not.toContain("fault of candor");
});
