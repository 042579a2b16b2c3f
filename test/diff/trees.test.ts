import { readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { TOY, toyProject } from "../toy.ts";
import { readTree } from "../trees.ts";
import { diffJson } from "./repository.ts";
import { A, editManifest, TOTAL, twoTrees } from "./two-trees.ts";

let project: Project;
const trees = twoTrees();
beforeAll(() => {
  project = trees();
});

test("a tree equals itself and its copy, in whatever order they are named", () => {
  for (const pair of [
    [A, A],
    [A, "b"],
    ["b/", `./${A}`],
  ]) {
    expect(diffJson(project, pair)).toMatchObject({
      equal: true,
      stages: [],
      tables: [],
      same: { tables: 3, figures: 1, files: 2 },
      notes: [],
    });
  }
});

test("a change of code, params and data is told by stage and reason, and rows cell by cell by the schema's key", () => {
  const other = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("offset: 1", "offset: 2"),
    "data/notes/second.txt": "another\n",
  });
  try {
    expect(other.run().code).toBe(0);
    const { stages, tables, figures, files, equal } = diffJson(project, [A, path.join(other.root, A)]);
    expect(equal).toBe(false);
    expect(
      stages.map(({ stage, change, rows, reasons }) => [stage, change, rows, reasons.map((r) => r.path)]),
    ).toEqual([
      ["toy/figures/sketch", "definition", "same", ["inputs.squared.rows"]],
      ["toy/squared", "definition", "differ", ["params.offset"]],
      [TOTAL, "definition", "differ", ["inputs.notes.files.data/notes/second.txt", "inputs.squared.rows"]],
    ]);
    expect(tables.map(({ path: file, change, key, keyFrom }) => ({ file, change, key, keyFrom }))).toEqual([
      { file: "toy/squared.parquet", change: "rows", key: ["group", "index"], keyFrom: "schema" },
      { file: `${TOTAL}.parquet`, change: "rows", key: ["group"], keyFrom: "schema" },
    ]);
    expect(tables[1]!.changed).toMatchObject({ rows: 3, cells: 6 });
    expect(tables[1]!.changed.sample).toContainEqual({
      key: { group: "c" },
      column: "total",
      was: 35.5,
      is: 39.5,
      absolute: 4,
      relative: 4 / 39.5,
    });
    expect([figures, files]).toEqual([[], []]);
  } finally {
    other.dispose();
  }
});

test("a table that was edited by hand is found, and named beside its manifest", () => {
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  const { tables, files, notes, same } = diffJson(project, [A, "b"]);
  expect(tables).toMatchObject([{ path: `${TOTAL}.csv`, change: "rows", changed: { cells: 1 } }]);
  expect(same.tables).toBe(2);
  expect(files).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^1 file of B .* is not what its manifest says.*total\.csv$/u),
  ]);
});

test("renderings are listed where their table is the same, and not where it differs", () => {
  project.write(`b/${TOTAL}.md`, "other\n");
  expect(diffJson(project, [A, "b"])).toMatchObject({
    tables: [],
    files: [{ path: `${TOTAL}.md`, change: "bytes" }],
  });
  project.write(`b/${TOTAL}.md`, project.bytes(`${A}/${TOTAL}.md`));
  // Of plain folders nobody can say whether a rendering is that of its table.
  for (const side of ["a", "b"]) {
    project.write(`plain/${side}/x.csv`, `v\n${side.charCodeAt(0)}\n`);
    project.write(`plain/${side}/x.md`, `| ${side} |\n`);
  }
  expect(diffJson(project, ["plain/a", "plain/b"]).files).toEqual([]);
  expect(diffJson(project, ["plain/a", "plain/b", "--absolute", "9"])).toMatchObject({
    equal: false,
    files: [{ path: "x.md", change: "bytes" }],
  });
  project.remove("plain");
});

test("equal rows in other bytes are told as such, and make no table equal that is not", () => {
  project.write(`b/${TOTAL}.csv`, project.read(`b/${TOTAL}.csv`).replace("group", '"group"'));
  expect(diffJson(project, [A, "b"])).toMatchObject({
    equal: false,
    tables: [{ path: `${TOTAL}.csv`, change: "bytes", changed: { cells: 0 } }],
  });
});

test("a tolerance lets small differences pass, and no larger ones", () => {
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.500001");
  const within = diffJson(project, [A, "b", "--absolute", "1e-5"]);
  expect(within).toMatchObject({
    equal: true,
    tolerance: { absolute: 1e-5, relative: 0 },
    tables: [{ changed: { cells: 0, tolerated: 1 } }],
  });
  expect(diffJson(project, [A, "b", "--absolute", "1e-7"]).equal).toBe(false);
  expect(diffJson(project, [A, "b", "--relative", "1e-6"]).equal).toBe(true);
});

test("files of one side alone are added and removed; what is about a tree and not of it is left out", () => {
  project.remove(`b/${TOTAL}.parquet`);
  project.remove(`b/${TOTAL}.csv`);
  project.remove(`b/${TOTAL}.tex`);
  project.write("b/toy/more.csv", "x\n1\n2\n");
  project.write("b/readme.txt", "hello\n");
  project.write("b/prereg.json", "{}\n");
  project.write("b/report/index.html", "page\n");
  project.write("b/toy/x.csv.1-abcd.candor-tmp", "half");
  const { tables, files, notes } = diffJson(project, [A, "b"]);
  expect(tables.map(({ path: file, change, rows }) => [file, change, rows])).toEqual([
    ["toy/more.csv", "added", { a: 0, b: 2 }],
    [`${TOTAL}.parquet`, "removed", { a: 3, b: 0 }],
  ]);
  expect(files).toEqual([{ path: "readme.txt", change: "added" }]);
  expect(notes).toEqual([expect.stringMatching(/^B \(b\) lacks 3 files that its manifest lists/u)]);
});

test("stages of one side, other keys, other writers", () => {
  editManifest(project, (stages) => {
    delete stages["toy/figures/sketch"];
    stages["toy/numbers"]!.key = `sha256:${"1".repeat(64)}`;
    stages["toy/squared"]!.writer = `sha256:${"2".repeat(64)}`;
    stages["toy/new"] = stages[TOTAL]!;
  });
  const { stages } = diffJson(project, [A, "b"]);
  expect(
    stages.map(({ stage, change, reasons }) => [stage, change, reasons.map(({ kind }) => kind)]),
  ).toEqual([
    ["toy/figures/sketch", "removed", []],
    ["toy/new", "added", []],
    ["toy/numbers", "definition", ["format"]],
    ["toy/squared", "bytes", ["writer"]],
  ]);
});

test.each<[string, string, RegExp]>([
  ["cut", '{"format": 1, "sta', /no JSON/u],
  ["with conflict marks", "<<<<<<< HEAD\n", /no JSON/u],
  ["of another version", '{"format": 2, "stages": {}}', /another version/u],
  ["a list", "[]", /no manifest/u],
  ["with an entry that is none", '{"format": 1, "stages": {"x": {"key": 1}}}', /its entry of x/u],
  [
    "with numbers beyond all",
    '{"format":1,"stages":{"toy/numbers":{"key":"a","rows":"b","record":{"x":1e999},"outputs":{}}}}',
    /its entry of toy\/numbers/u,
  ],
  [
    "nested without end",
    `{"format":1,"stages":{"toy/numbers":{"key":"a","rows":"b","outputs":{},"record":{"x":${'{"x":'.repeat(9000)}1${"}".repeat(9000)}}}}}`,
    /its entry of toy\/numbers/u,
  ],
])("a manifest that is %s is told, and tables are compared all the same", (_, text, why) => {
  project.write("b/manifest.json", text);
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  const { notes, tables, stages } = diffJson(project, [A, "b"]);
  expect(notes).toEqual([expect.stringMatching(why)]);
  expect(tables).toHaveLength(1);
  expect(stages).toEqual([]);
});

test("two plain folders of tables need no manifest", () => {
  project.write("plain/x.csv", "a,b\n1,2\n");
  project.write("other/x.csv", "a,b\n1,3\n");
  expect(diffJson(project, ["plain", "other"])).toMatchObject({
    tables: [{ path: "x.csv", keyFrom: "position", changed: { cells: 1 } }],
    notes: ["neither side holds a manifest.json: definitions are not compared"],
  });
  expect(diffJson(project, [A, "other"]).notes).toContain(
    "B (other) holds no manifest.json: definitions are not compared",
  );
});

test("links in a tree are not followed", () => {
  project.write("secret.csv", "a\nsecret\n");
  symlinkSync(path.join(project.root, "secret.csv"), path.join(project.root, "b/link.csv"));
  symlinkSync(project.root, path.join(project.root, "b/around"));
  const report = diffJson(project, [A, "b"]);
  expect(report.tables).toEqual([]);
  expect(JSON.stringify(report)).not.toContain("a\\nsecret");
  expect(report.notes).toEqual([expect.stringMatching(/^links in B .*: around, link\.csv$/u)]);
});

test("a damaged Parquet file is told, and its CSV compared in its place", () => {
  project.write(`b/${TOTAL}.parquet`, "PAR1 no more");
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  expect(diffJson(project, [A, "b"]).tables).toMatchObject([
    {
      path: `${TOTAL}.parquet`,
      change: "unreadable",
      fault: expect.stringMatching(/^B: not a Parquet/u),
    },
    { path: `${TOTAL}.csv`, change: "rows" },
  ]);
});

test("the user's key counts; a column that is not there is a slip of two files, and noted of trees", () => {
  const files = [`${A}/${TOTAL}.csv`, `b/${TOTAL}.csv`];
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  expect(diffJson(project, files).tables).toMatchObject([{ key: ["group"], keyFrom: "schema" }]);
  expect(diffJson(project, [...files, "--key", "group,notes"]).tables).toMatchObject([
    { key: ["group", "notes"], keyFrom: "option" },
  ]);
  const { code, stderr } = project.candor(["diff", ...files, "--key", "gruop"]);
  expect([code, stderr]).toEqual([
    2,
    "candor: --key names the column gruop, which A does not have; its columns: group, total, notes\n",
  ]);
  expect(diffJson(project, [A, "b", "--key", "gruop"]).notes).toContain(
    "no table that differs has the columns gruop: --key did nothing",
  );
});

test("a Parquet file and the CSV of the same rows hold the same cells, and are equal", () => {
  const { tables, equal } = diffJson(project, [`${A}/${TOTAL}.parquet`, `${A}/${TOTAL}.csv`]);
  expect(equal).toBe(true);
  expect(tables).toMatchObject([{ changed: { cells: 0 }, added: { count: 0 }, removed: { count: 0 } }]);
});

test("nothing on the disk changes, and nothing is left", () => {
  project.write("b/toy/figures/sketch.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const all = () =>
    readdirSync(project.root, { withFileTypes: true })
      .filter(({ name }) => name !== "node_modules")
      .map((entry) => [
        entry.name,
        entry.isDirectory() ? readTree(path.join(project.root, entry.name)) : project.bytes(entry.name),
      ]);
  const before = all();
  diffJson(project, [A, "b"]);
  expect(all()).toEqual(before);
});

test("every format ends with the same code, and --out writes what would be printed", () => {
  project.edit(`b/${TOTAL}.csv`, "a,7.5", "a,7.75");
  for (const format of ["text", "markdown", "html", "json"]) {
    const printed = project.candor(["diff", A, "b", "--format", format]);
    expect([printed.code, printed.stderr]).toEqual([1, ""]);
    const written = project.candor(["diff", A, "b", "--format", format, "--out", "out/report"]);
    expect(written).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "wrote out/report: there are differences\n",
    });
    expect(project.read("out/report")).toBe(printed.stdout);
  }
  project.remove("out");
});

test("a cell that holds a page, a formula or escapes of a terminal is text in every format", () => {
  project.write("hostile/a/x.csv", 'k,v\n1,"<script>alert(1)</script>"\n2,"=cmd|x"\n');
  project.write("hostile/b/x.csv", 'k,v\n1,"\u001b]0;title\u0007\u202e"\n2,"<img src=x onerror=alert(1)>"\n');
  const printed = ["text", "markdown", "html"].map((format) => {
    const { code, stdout } = project.candor(["diff", "hostile/a", "hostile/b", "--format", format]);
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u);
    return stdout;
  });
  for (const page of printed.slice(1)) expect(page).not.toMatch(/<script>alert|<img src=x/u);
  expect(printed[0]).toContain("<script>alert(1)</script>");
});
