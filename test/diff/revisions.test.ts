import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "../project.ts";
import { toyProject } from "../toy.ts";
import { commitAll, diffJson, git } from "./repository.ts";

const A = "artifacts/embedded";
const CSV = `${A}/toy/tables/total.csv`;
/** Git holds no Parquet, and of these no other file. */
const BY_HASH =
  "2 tables were compared by the hashes of the manifests alone, which are equal: toy/numbers.parquet, toy/squared.parquet";
let project: Project;
let first: string;
let second: string;

/** Two commits between which a param changed. */
beforeAll(() => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  first = commitAll(project, "first");
  git(project.root, ["tag", "-a", "v1", "-m", "a tag with a message"]);
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  expect(project.run().code).toBe(0);
  second = commitAll(project, "second");
});
afterAll(() => project.dispose());

const fails = (...args: string[]) => {
  const { code, stdout, stderr } = project.candor(["diff", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  return stderr;
};

test("two revisions, by whatever name: what git holds of the basket's artifacts", () => {
  for (const pair of [
    ["HEAD~1", "HEAD"],
    ["v1", "main"],
    [first.slice(0, 12), second],
  ]) {
    const { a, b, stages, tables, figures, notes } = diffJson(project, pair);
    expect([a, b]).toEqual([
      { given: pair[0], kind: "revision", commit: first },
      { given: pair[1], kind: "revision", commit: second },
    ]);
    expect(stages.map(({ stage, change, rows }) => [stage, change, rows])).toEqual([
      ["toy/figures/sketch", "definition", "same"],
      ["toy/squared", "definition", "differ"],
      ["toy/tables/total", "definition", "differ"],
    ]);
    expect(tables).toMatchObject([
      { path: "toy/tables/total.csv", change: "rows", keyFrom: "schema", changed: { cells: 3 } },
    ]);
    expect(figures).toEqual([]);
    // Git holds no Parquet, so of one table hashes alone tell, and it is said how to get the rest.
    expect(notes).toEqual([
      "1 table was compared by the hashes of the manifests alone, which are equal: toy/numbers.parquet",
      "1 table of which only hashes are here differs in rows: toy/squared.parquet",
      expect.stringContaining(`git worktree add ../candor-${first.slice(0, 10)} ${first.slice(0, 10)}`),
      expect.stringContaining(`make -C ../candor-${second.slice(0, 10)} all BASKET=embedded`),
    ]);
  }
});

test("a revision equals itself, and the tree that was committed", () => {
  for (const pair of [
    ["HEAD", "main"],
    ["HEAD", A],
  ])
    expect(diffJson(project, pair)).toMatchObject({ equal: true, notes: [BY_HASH], same: { tables: 1 } });
});

test("a Parquet file that was replaced is not equal to a revision that holds none", () => {
  for (const [file, by] of [
    ["toy/squared.parquet", "toy/numbers.parquet"],
    ["toy/tables/total.parquet", "toy/numbers.parquet"],
  ]) {
    const [original, other] = [project.bytes(`${A}/${file}`), project.bytes(`${A}/${by}`)];
    project.write(`${A}/${file}`, other);
    for (const pair of [
      ["HEAD", A],
      [A, "HEAD"],
    ]) {
      const { equal, notes } = diffJson(project, pair);
      expect(equal).toBe(false);
      expect(notes).toContainEqual(
        expect.stringMatching(new RegExp(`1 file of [AB] .* is not what its manifest says.*${file}`, "u")),
      );
    }
    project.write(`${A}/${file}`, original);
  }
  // Where the revision holds the table as CSV it is compared with that.
  const total = project.bytes(`${A}/toy/tables/total.parquet`);
  const before = git(project.root, ["show", `HEAD:${A}/toy/tables/total.csv`]);
  expect(before).toContain("a,");
  project.write(`${A}/toy/tables/total.parquet`, project.bytes(`${A}/toy/numbers.parquet`));
  expect(diffJson(project, ["HEAD", A]).tables).toMatchObject([{ path: "toy/tables/total.parquet" }]);
  project.write(`${A}/toy/tables/total.parquet`, total);
});

test("a Parquet file that is gone beside others is said, and not equal to a revision that holds none", () => {
  for (const file of ["toy/squared.parquet", "toy/tables/total.parquet"]) {
    const bytes = project.bytes(`${A}/${file}`);
    project.remove(`${A}/${file}`);
    const { equal, notes } = diffJson(project, ["HEAD", A]);
    expect(equal).toBe(false);
    expect(notes).toContainEqual(`B (${A}) lacks 1 file that its manifest lists: ${file}`);
    project.write(`${A}/${file}`, bytes);
  }
});

test("a basket that a tree's manifest names and that is none: it is said whose, and what to do", () => {
  const manifest = JSON.parse(project.read(`${A}/manifest.json`)) as object;
  project.write("odd/manifest.json", JSON.stringify({ ...manifest, basket: "../x" }));
  expect(fails("HEAD", "odd")).toMatch(
    /the manifest of "odd" is of a basket "\.\.\/x".*--basket says which/u,
  );
  expect(diffJson(project, ["HEAD", "odd", "--basket", "embedded"]).equal).toBe(false);
  // Of two folders nobody asks for a basket.
  expect(diffJson(project, ["odd", A]).notes).toContain("A is of basket ../x and B of basket embedded");
  project.remove("odd");
});

test("links in a circle are told, with or without a part of the path that is none", () => {
  symlinkSync("circle", path.join(project.root, "circle"));
  expect(fails("circle", "HEAD")).toMatch(/cannot look at "circle": ELOOP, its links go in a circle/u);
  project.remove("circle");
});

test("two revisions differ as their checked out trees do", () => {
  const folders = [first, second].map((commit, i) => {
    git(project.root, ["worktree", "add", "-q", "--detach", `tree${i}`, commit]);
    return `tree${i}/${A}`;
  });
  const essence = (pair: readonly string[]) => {
    const { stages, tables, figures, files, same } = diffJson(project, pair);
    return { stages, tables, figures, files, same };
  };
  const expected = essence([first, second]);
  expect(essence(folders)).toEqual(expected);
  expect(essence([first, folders[1]!])).toEqual(expected);
  expect(essence([folders[0]!, second])).toEqual(expected);
  for (const i of [0, 1]) git(project.root, ["worktree", "remove", "--force", `tree${i}`]);
});

test("a file and a folder of a revision", () => {
  expect(diffJson(project, [`HEAD~1:${CSV}`, `HEAD:${CSV}`])).toMatchObject({
    a: { kind: "file", commit: first },
    tables: [{ path: "total.csv", key: ["group"], keyFrom: "schema", changed: { cells: 3 } }],
  });
  expect(diffJson(project, [`HEAD:./${CSV}`, CSV])).toMatchObject({ equal: true, same: { tables: 1 } });
  expect(diffJson(project, [`v1:${A}/toy/tables/`, `HEAD:${A}/toy/tables`])).toMatchObject({
    tables: [{ path: "toy/tables/total.csv".slice(11), changed: { cells: 3 } }],
  });
});

test("a folder or file that is there comes before a revision of its name", () => {
  git(project.root, ["branch", "data"]);
  expect(diffJson(project, ["data", "data"]).a).toEqual({ given: "data", kind: "tree", commit: null });
  expect(diffJson(project, ["refs/heads/data", "HEAD"]).a.kind).toBe("revision");
  git(project.root, ["branch", "-D", "data"]);
});

test.each<[string, string[], RegExp]>([
  [
    "an unknown revision",
    ["nowhere", "HEAD"],
    /"nowhere" is no folder and no file here, and git knows no commit "nowhere" .*`git branch --all`/u,
  ],
  ["a name that is nearly one", ["HEAD", "mian"], /did you mean main\?/u],
  [
    "a file that is not there",
    ["HEAD", "artifacts/x.parquet"],
    /"artifacts\/x.parquet" is no folder and no file here/u,
  ],
  ["nothing", ["", "HEAD"], /"" is no folder/u],
  ["a range", ["HEAD~1..HEAD", "HEAD"], /two revisions are two arguments/u],
  ["a dash", ["--", "--all", "HEAD"], /no revision of git begins with a dash/u],
  ["a hash that is none", ["0".repeat(40), "HEAD"], /git knows no commit/u],
  ["a hash of no commit", ["HEAD^{tree}", "HEAD"], /git knows no commit/u],
  ["escapes of a terminal", ["\u001b[31mred", "HEAD"], /"\\x1b\[31mred"/u],
  [
    "a file against a tree",
    [CSV, "HEAD"],
    /is a file and "HEAD" holds a tree of files.*HEAD:artifacts\/embedded\/toy/u,
  ],
  ["two files of two kinds", [CSV, `${A}/toy/figures/sketch.svg`], /is a table and .* a figure: name two/u],
  ["a file that is no table", ["pipeline.yaml", "pipeline.yaml"], /none of Parquet, CSV and SVG/u],
  ["a path out of the project", ["HEAD:../x", "HEAD"], /one in the project/u],
  ["a path of a word", ["HEAD:nothing", "HEAD"], /git holds no "nothing" at "HEAD"\n/u],
  ["a path below a file", ["package.json/x", "HEAD"], /"package.json\/x" is no folder and no file here/u],
  [
    "a name longer than a person reads",
    ["x".repeat(5000), "HEAD"],
    /"x{200}…" is no folder.*commit "x{200}…"/u,
  ],
  ["a path that git does not hold", ["HEAD:nothing.csv", "HEAD"], /git holds no "nothing\.csv" at "HEAD"\n/u],
  [
    "a Parquet file that git does not hold",
    [`HEAD:${A}/toy/squared.parquet`, `${A}/toy/squared.parquet`],
    /git holds no Parquet here; build them: `git worktree add/u,
  ],
  [
    "a basket that is not committed",
    ["HEAD", "HEAD", "--basket", "paper"],
    /git holds nothing of "artifacts\/paper" at "HEAD"; of these baskets it does: embedded \(--basket\); else build/u,
  ],
  ["a basket that is no name", ["HEAD", "HEAD", "--basket", "../x"], /is no name of a basket/u],
])("%s: it is said what is wrong", (_, args, message) => {
  expect(fails(...args)).toMatch(message);
});

test("options that are wrong are refused", () => {
  expect(fails("HEAD", "HEAD", "--absolute", "-1")).toMatch(/a number of 0 or more/u);
  expect(fails("HEAD", "HEAD", "--relative", "much")).toMatch(/a number of 0 or more/u);
  expect(fails("HEAD", "HEAD", "--key", "a,,b")).toMatch(/names of columns/u);
  expect(fails("HEAD", "HEAD", "--format", "pdf")).toMatch(/Allowed choices/u);
  expect(fails("HEAD", "HEAD", "--limit", "10")).toMatch(/2000 or more/u);
  expect(fails("HEAD")).toMatch(/missing required argument 'b'/u);
});

test("links and repositories within a revision are left alone, names of any kind are kept", () => {
  git(project.root, ["checkout", "-q", "-b", "odd"]);
  const name = `${A}/toy/ü "quoted" [x] *.csv`;
  project.write(name, "a\n1\n");
  git(project.root, ["update-index", "--add", "--cacheinfo", `120000,${blob("secret")},${A}/link.csv`]);
  git(project.root, ["add", "--", name]);
  git(project.root, ["commit", "-q", "-m", "odd names"]);
  const { tables, notes } = diffJson(project, ["main", "odd"]);
  expect(tables).toMatchObject([{ path: 'toy/ü "quoted" [x] *.csv', change: "added" }]);
  expect(notes).toEqual(["links in B (odd) are not followed: link.csv", BY_HASH]);
  expect(fails(`odd:${A}/link.csv`, CSV)).toMatch(/is a link, not a file/u);
  git(project.root, ["checkout", "-q", "-f", "main"]);
});

function blob(text: string): string {
  project.write("blob.txt", text);
  const hash = git(project.root, ["hash-object", "-w", "blob.txt"]).trim();
  project.remove("blob.txt");
  return hash;
}

test("a project in a folder of a larger repository", () => {
  const top = mkdtempSync(path.join(os.tmpdir(), "candor-test-"));
  const within = new Project({}, path.join(top, "study"));
  try {
    for (const part of ["artifacts", "pipeline.yaml", "stages", "schemas", "data"])
      cpSync(path.join(project.root, part), path.join(within.root, part), { recursive: true });
    git(top, ["init", "-q"]);
    git(top, ["add", "study/artifacts"]);
    git(top, ["commit", "-q", "-m", "within"]);
    expect(diffJson(within, ["HEAD", A])).toMatchObject({ equal: true, same: { tables: 3 } });
    expect(diffJson(within, [`HEAD:${CSV}`, CSV])).toMatchObject({ equal: true });
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("without a repository, and in a shallow clone, it is said why a revision is not known", () => {
  const bare = new Project({});
  try {
    const { code, stderr } = bare.candor(["diff", "HEAD", "HEAD"]);
    expect([code, stderr]).toEqual([
      2,
      'candor: "HEAD" is no folder and no file here, and it cannot be a revision: this project lies in no git repository\n',
    ]);
    const without = bare.candor(["diff", "HEAD", "HEAD"], { PATH: "/nowhere" });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringMatching(/git is not installed here/u) });
    git(bare.root, ["init", "-q"]);
    git(bare.root, ["fetch", "-q", "--depth", "1", `file://${project.root}`, "main"]);
    git(bare.root, ["checkout", "-q", "-f", "FETCH_HEAD"]);
    expect(bare.candor(["diff", "HEAD~1", "HEAD"]).stderr).toMatch(
      /this clone is shallow: `git fetch --unshallow`/u,
    );
  } finally {
    bare.dispose();
  }
});

test("a damaged object is told with its hash", () => {
  const clone = new Project({});
  try {
    cpSync(path.join(project.root, ".git"), path.join(clone.root, ".git"), { recursive: true });
    const hash = git(clone.root, ["rev-parse", `HEAD:${CSV}`]).trim();
    clone.remove(`.git/objects/${hash.slice(0, 2)}/${hash.slice(2)}`);
    const { code, stderr } = clone.candor(["diff", "HEAD~1", "HEAD"]);
    expect(code).toBe(2);
    expect(stderr).toContain(hash);
    expect(stderr).not.toContain("fault of candor itself");
  } finally {
    clone.dispose();
  }
});

test("what somebody put in an object's place does not count", () => {
  const before = diffJson(project, ["HEAD~1", "HEAD"]);
  const [was, is] = [
    git(project.root, ["rev-parse", `HEAD~1:${CSV}`]).trim(),
    git(project.root, ["rev-parse", `HEAD:${CSV}`]).trim(),
  ];
  git(project.root, ["replace", is, was]);
  expect(diffJson(project, ["HEAD~1", "HEAD"])).toEqual(before);
  git(project.root, ["replace", "-d", is]);
});
