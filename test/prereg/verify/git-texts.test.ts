import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { hashOf } from "../../../src/pipeline/canonical.ts";
import { frozenTexts } from "../../../src/prereg/verify/git-texts.ts";
import { Project } from "../../project.ts";
import { commitAll, git } from "../checkout.ts";

test("a project in a folder of a larger repository, with names that git quotes", () => {
  const outer = new Project({});
  try {
    for (const part of ["bin", "src", ".candor"]) outer.remove(part);
    const root = path.join(outer.root, "in ü");
    mkdirSync(root);
    const names = ["a b.ts", "ü.ts", "*.ts", "-x.ts", '"q".ts', "deep/c.ts"];
    for (const name of names) outer.write(`in ü/${name}`, `was ${name}`);
    outer.write("a b.ts", "beside");
    git(outer.root, "init", "-q");
    outer.write(".gitignore", "node_modules\n");
    commitAll(outer);
    const commit = git(outer.root, "rev-parse", "HEAD").trim();
    for (const name of names) outer.write(`in ü/${name}`, "another");
    commitAll(outer);
    const wanted = Object.fromEntries(names.map((name) => [name, hashOf(`was ${name}`)]));
    const texts = names.map((name) => [name, { text: `was ${name}` }]);
    // Of the commit, and where it is not known by content alone.
    for (const of of [commit, null, "0".repeat(40)])
      expect([...frozenTexts(root, of, wanted)].sort()).toEqual([...texts].sort());
    expect(frozenTexts(root, commit, { "x\ny.ts": hashOf("") }).get("x\ny.ts")).toHaveProperty("unavailable");
  } finally {
    outer.dispose();
  }
});
