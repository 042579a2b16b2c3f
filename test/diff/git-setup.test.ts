import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "../project.ts";
import { TOY, toyProject } from "../toy.ts";
import { commitAll, git } from "./repository.ts";

const FILE = "artifacts/embedded/toy/tables/total.parquet";
let project: Project;

beforeAll(() => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  commitAll(project, "first");
  git(project.root, ["add", "-f", FILE]);
  git(project.root, ["commit", "-q", "-m", "a Parquet file, by somebody who commits them"]);
});
afterAll(() => project.dispose());

const setup = () => project.candor(["git-setup"]);

test("before it git diff says that Parquet files differ, and works", () => {
  project.edit("pipeline.yaml", "offset: 1", "offset: 3");
  expect(project.run().code).toBe(0);
  expect(git(project.root, ["diff", FILE])).toMatch(/^Binary files a\/.* differ$/mu);
});

test("git-setup says what it did, once", () => {
  const { code, stdout, stderr } = setup();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(
    `set diff.candor-parquet.textconv to: node '${path.join(project.root, "bin", "candor.mjs")}' show --lines --\n`,
  );
  const config = project.read(".git/config");
  expect(setup()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^git is set up already\n/u) });
  expect(project.read(".git/config")).toBe(config);
});

test("git diff, git show and git log print rows", () => {
  const diff = git(project.root, ["diff", "-U9", FILE]);
  expect(diff.split("\n").filter((line) => /^[-+ ][^-+]/u.test(line))).toEqual([
    " column group utf8",
    " column total float64",
    " column notes int32",
    " rows 3",
    " group,total,notes",
    "-a,7.5,1",
    "-b,17.5,1",
    "-c,35.5,1",
    "+a,15.5,1",
    "+b,25.5,1",
    "+c,43.5,1",
  ]);
  expect(git(project.root, ["show", "HEAD", "--", FILE])).toContain("\n+a,7.5,1\n");
  expect(git(project.root, ["log", "-p", "-1", "--", FILE])).toContain("\n+c,35.5,1\n");
});

test("git diff --no-index prints rows of two files, and of two folders", () => {
  project.write("one/x.parquet", project.bytes(FILE));
  const other = toyProject();
  try {
    expect(other.run().code).toBe(0);
    project.write("two/x.parquet", other.bytes(FILE));
  } finally {
    other.dispose();
  }
  for (const pair of [
    ["one/x.parquet", "two/x.parquet"],
    ["one", "two"],
    [path.join(project.root, "one/x.parquet"), path.join(project.root, "two/x.parquet")],
  ])
    expect(git(project.root, ["diff", "--no-index", ...pair], false)).toContain("\n-a,15.5,1\n");
  project.remove("one");
  project.remove("two");
});

test("a file whose name looks like an option is printed like any other", () => {
  const names = ["--help.parquet", "-r.parquet"];
  for (const name of names) project.write(name, project.bytes(FILE));
  git(project.root, ["add", "-f", "--", ...names]);
  const diff = git(project.root, ["diff", "--cached", "--", ...names]);
  expect(diff.match(/^\+a,15.5,1$/gmu)).toHaveLength(2);
  git(project.root, ["rm", "-qf", "--cached", "--", ...names]);
  for (const name of names) project.remove(name);
});

test("another repository that the environment names is left alone", () => {
  const other = new Project({});
  try {
    git(other.root, ["init", "-q"]);
    const before = other.read(".git/config");
    const { code } = project.candor(["git-setup"], { GIT_DIR: path.join(other.root, ".git") });
    expect(code).toBe(0);
    expect(other.read(".git/config")).toBe(before);
  } finally {
    other.dispose();
  }
});

test("a file that is no Parquet is a line with its hash, and git goes on", () => {
  project.write(FILE, "PAR1 and no more");
  const cut = git(project.root, ["diff", FILE]);
  expect(cut).toMatch(/^\+not a Parquet file that candor can read: .*; 16 bytes, sha256:[0-9a-f]{64}$/mu);
  project.write(FILE, "");
  expect(git(project.root, ["diff", FILE])).toMatch(/^\+empty file$/mu);
  project.remove(FILE);
  expect(git(project.root, ["diff", "--", FILE])).toMatch(/^-a,7.5,1$/mu);
});

test("a project whose folder has an odd name", () => {
  const odd = new Project(TOY, path.join(project.root, "it's a 'folder' $HOME"));
  git(odd.root, ["init", "-q"]);
  odd.write(".gitattributes", "*.parquet binary diff=candor-parquet\n");
  expect(odd.candor(["git-setup"]).code).toBe(0);
  expect(odd.run().code).toBe(0);
  git(odd.root, ["add", "-f", FILE]);
  expect(git(odd.root, ["diff", "--cached"])).toContain("\n+a,7.5,1\n");
});

test("an old setting is replaced, and the line that .gitattributes lacks is told", () => {
  project.write(".gitattributes", "* text=auto\n");
  git(project.root, ["config", "diff.candor-parquet.textconv", "node /gone/candor.mjs"]);
  const { code, stdout } = setup();
  expect(code).toBe(0);
  expect(stdout).toContain("  before: node /gone/candor.mjs\n");
  expect(stdout).toContain(
    ".gitattributes lacks the line that uses it: *.parquet binary diff=candor-parquet\n",
  );
});

test("outside a repository it is said that there is nothing to set up", () => {
  const bare = new Project({});
  try {
    mkdirSync(path.join(bare.root, "data"));
    expect(bare.candor(["git-setup"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/lies in no git repository.*`git init`/u),
    });
  } finally {
    bare.dispose();
  }
});

test("cells stand on one line each, and unequal cells are unequal lines", () => {
  const odd = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace(
      "[a, b, c]",
      String.raw`["a\nb", "a\\nb", "", "\e[31m", "x,y", "‮z", "\"q\"", "q"]`,
    ),
  });
  try {
    expect(odd.run().code).toBe(0);
    const { stdout } = odd.candor(["show", "--lines", FILE]);
    const names = stdout
      .split("\n")
      .slice(5, -1)
      .map((line) => line.replace(/,[\d.]+,1$/u, ""));
    expect(new Set(names)).toEqual(
      new Set(['"a\\nb"', '"a\\\\nb"', '""', '"\\u001b[31m"', '"x,y"', '"\\u{202e}z"', '"\\"q\\""', "q"]),
    );
    expect(names).toHaveLength(8);
  } finally {
    odd.dispose();
  }
});
