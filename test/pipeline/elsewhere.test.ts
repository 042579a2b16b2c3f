import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { Project, ran } from "../project.ts";
import { artifactsOf, TOY, toyProject } from "../toy.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(name: string): string {
  const made = path.join(mkdtempSync(path.join(os.tmpdir(), "candor-elsewhere-")), name);
  folders.push(path.dirname(made));
  return made;
}

function toyIn(root: string): Project {
  const project = new Project(TOY, root);
  folders.push(root);
  return project;
}

const TURKISH = { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };

test("another folder, time zone, locale and number of threads, a symlinked path: the same bytes", () => {
  const here = toyIn(folder("one"));
  expect(here.candor(["run", "--jobs", "1"], { TZ: "UTC", LC_ALL: "C" }).code).toBe(0);
  const there = toyIn(folder("a second, with spaces und Ümlaut"));
  expect(there.candor(["run", "--jobs", "2"], TURKISH).code).toBe(0);
  expect(artifactsOf(there)).toEqual(artifactsOf(here));

  const linked = toyIn(folder("three"));
  const link = folder("link");
  symlinkSync(linked.root, link);
  expect(linked.candor(["run", "--jobs", "2"], TURKISH, link).code).toBe(0);
  expect(artifactsOf(linked)).toEqual(artifactsOf(here));
  // Through the link and past it, all is fresh, and no file tells where it was made.
  expect(linked.candor(["status"]).code).toBe(0);
  expect(linked.candor(["status"], TURKISH, link).code).toBe(0);
  for (const text of Object.values(artifactsOf(there))) expect(text).not.toMatch(/candor-elsewhere|\/tmp\//u);
});

test("a copy is fresh where it is copied to, from whatever folder it is called", () => {
  const here = toyIn(folder("one"));
  expect(here.run().code).toBe(0);
  const root = folder("copy");
  cpSync(here.root, root, { recursive: true, verbatimSymlinks: true });
  const bin = path.join(root, "bin", "candor.mjs");
  const { status, stdout } = spawnSync(process.execPath, [bin, "run", "--json"], {
    cwd: os.tmpdir(),
    encoding: "utf8",
    env: { ...process.env, ...TURKISH },
  });
  const { stages } = JSON.parse(stdout) as { stages: { state: string }[] };
  expect([status, stages.map(({ state }) => state)]).toEqual([0, ["fresh", "fresh", "fresh", "fresh"]]);
});

test("line endings: a checkout with CRLF is a change, and explain says what it may be", () => {
  const project = toyProject();
  folders.push(project.root);
  expect(project.run().code).toBe(0);
  const manifest = project.read("artifacts/embedded/manifest.json");
  expect(manifest).not.toContain("\r");
  project.write("data/notes/first.txt", "a note\r\n");
  const told = project.candor(["explain", "toy/tables/total"]);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain("because file data/notes/first.txt changed");
  expect(told.stdout).toContain("the file has CRLF line endings here; if that is all, check it out with LF");
  expect(ran(project.run().stages)).toEqual(["toy/tables/total"]);
  // A note that had CRLF from the start earns no hint.
  project.write("data/notes/second.txt", "one more\n");
  expect(project.candor(["explain", "toy/tables/total"]).stdout).not.toContain("CRLF");
});
