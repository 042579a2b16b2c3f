import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashOf } from "../../src/pipeline/canonical.ts";
import { Failure } from "../../src/pipeline/failure.ts";
import { filesBelow, ProjectFiles, readIfThere, writeAtomically } from "../../src/pipeline/files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "candor-files-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), file);
  }
}

test("a pattern names files of one folder, links included, in byte order; nothing hidden, no folders", () => {
  write(
    "data/b.txt",
    "data/\u{10000}.txt",
    "data/\uffff.txt",
    "data/B.txt",
    "data/.hidden.txt",
    "data/a.txt.bak",
    "data/c.txt/deep.txt",
    "elsewhere.txt",
  );
  symlinkSync("../elsewhere.txt", path.join(root, "data", "linked.txt"));
  symlinkSync("../nowhere.txt", path.join(root, "data", "broken.txt"));
  const match = (pattern: string) => new ProjectFiles(root).match(pattern, "input notes");
  expect(match("data/*.txt")).toEqual([
    "data/B.txt",
    "data/b.txt",
    "data/linked.txt",
    "data/\uffff.txt",
    "data/\u{10000}.txt",
  ]);
  expect(match("data/*.t*.bak")).toEqual(["data/a.txt.bak"]);
  expect(match("data/b.txt")).toEqual(["data/b.txt"]);
  // What is special in a regular expression is not special here.
  write("data/x+(1).txt");
  expect(match("data/x+(*).txt")).toEqual(["data/x+(1).txt"]);
  for (const pattern of ["data/*.csv", "data/b.tx", "data/[ab].txt", "none/*.txt"]) {
    expect(() => match(pattern)).toThrow(
      `input notes: no file matches ${pattern}; add it or mend the pattern`,
    );
  }
});

test("the bytes that are hashed are the bytes that are used, whatever happens to the file meanwhile", () => {
  write("a.txt");
  const files = new ProjectFiles(root);
  const first = files.read("a.txt");
  writeFileSync(path.join(root, "a.txt"), "changed");
  expect(files.read("a.txt")).toBe(first);
  expect(first).toMatchObject({ hash: hashOf("a.txt") });
  expect(files.hashNow("a.txt")).toBe(hashOf("changed"));
  expect([files.read("none.txt"), files.read("a.txt/below"), files.hashNow("none.txt")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a file is written whole or not at all, and nothing is left beside it", () => {
  const file = path.join(root, "deep", "er", "file.bin");
  writeAtomically(file, "first");
  writeAtomically(file, new Uint8Array([1, 2, 3]), {
    scratchFolder: path.join(root, "scratch"),
    durable: false,
  });
  expect([...readFileSync(file)]).toEqual([1, 2, 3]);
  write("taken/file.txt");
  expect(() => writeAtomically(path.join(root, "taken"), "x")).toThrow(Failure);
  expect(() => writeAtomically(path.join(root, "taken", "file.txt", "x"), "x")).toThrow(
    /cannot write .*: E(NOTDIR|EXIST), a .* move it away/u,
  );
  expect(filesBelow(root)).toEqual(["deep/er/file.bin", "taken/file.txt"]);
  expect(() => readIfThere(path.join(root, "taken"))).toThrow(
    /cannot read .*taken: EISDIR, a folder stands where a file should be/u,
  );
});
