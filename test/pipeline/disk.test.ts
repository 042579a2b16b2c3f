import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, type TestContext, test } from "vitest";
import { filesBelow } from "../../src/pipeline/files.ts";
import type { Project } from "../project.ts";
import { skip } from "../skip.ts";
import { artifactsOf, toyProject } from "../toy.ts";

let project: Project;
const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync("umount", [folder]);
  project.dispose();
});

const isRoot = process.getuid?.() === 0;
const hasSetpriv = spawnSync("setpriv", ["--bounding-set", "-dac_override", "true"]).status === 0;
const WITHOUT_POWER = hasSetpriv ? ["setpriv", "--bounding-set", "-dac_override"] : [];

const FOLDER = "artifacts/embedded/toy";

/** Puts a file system of its own with this much room onto a folder of the project. */
function mount(context: TestContext, folder: string, options: string): string {
  const full = path.join(project.root, folder);
  mkdirSync(full, { recursive: true });
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", full], {
    encoding: "utf8",
  });
  if (status !== 0) skip(context, `no file system can be mounted here (${(stderr ?? "no mount").trim()})`);
  mounted.push(full);
  return full;
}

function remount(full: string, options: string): void {
  expect(spawnSync("mount", ["-o", `remount,${options}`, full]).status).toBe(0);
}

/** Runs and expects one failed stage with this message, and no half-written file. */
function fails(message: RegExp): void {
  const bin = path.join(project.root, "bin", "candor.mjs");
  // Modes do not bind root, unless it gives that power away.
  const [command, ...before] = [...(isRoot ? WITHOUT_POWER : []), process.execPath];
  const { status, stderr } = spawnSync(command!, [...before, bin, "run", "--jobs", "1"], {
    cwd: project.root,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
  const files = [".candor", "artifacts"].flatMap((folder) => filesBelow(path.join(project.root, folder)));
  expect(files.filter((file) => file.endsWith(".candor-tmp"))).toEqual([]);
}

function recovers(): void {
  expect(project.run().code).toBe(0);
  const { code } = project.status();
  const calm = toyProject({
    "pipeline.yaml": project.read("pipeline.yaml"),
    "data/notes/first.txt": project.read("data/notes/first.txt"),
  });
  try {
    expect(calm.run().code).toBe(0);
    expect([code, artifactsOf(project)]).toEqual([0, artifactsOf(calm)]);
  } finally {
    calm.dispose();
  }
}

test("an artifacts folder that is read-only: one message; what was there stays; with it writable all is well", (context) => {
  project = toyProject();
  const folder = mount(context, "artifacts", "size=4m");
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  // Fresh needs no writing.
  remount(folder, "ro");
  expect(project.run().code).toBe(0);
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  fails(
    /^failed toy\/squared: cannot write .*squared\.parquet: EROFS, the file system is read-only; make it writable and run again$/mu,
  );
  expect(artifactsOf(project)).toEqual(before);
  remount(folder, "rw");
  recovers();
});

test("a disk that is full under artifacts, and under the store", (context) => {
  project = toyProject();
  // Room for the manifest and small files, not for 20,000 rows.
  project.edit("pipeline.yaml", "count: 4", "count: 20000");
  const artifacts = mount(context, "artifacts", "size=64k");
  fails(
    /^failed toy\/numbers: cannot write .*numbers\.parquet: ENOSPC, no space is left on the disk; free some .* run again$/mu,
  );
  remount(artifacts, "size=16m");
  recovers();

  const store = mount(context, ".candor/store", "size=64k");
  project.edit("pipeline.yaml", "offset: 1", "offset: 3");
  const before = artifactsOf(project);
  fails(/^failed toy\/\w+: cannot write .*: ENOSPC, no space is left on the disk/mu);
  expect(Object.keys(artifactsOf(project))).toEqual(Object.keys(before));
  remount(store, "size=64m");
  recovers();
});

test("a folder without permission to write", (context) => {
  project = toyProject();
  if (isRoot && WITHOUT_POWER.length === 0) skip(context, "modes do not bind root, and setpriv is not here");
  expect(project.run().code).toBe(0);
  const tables = path.join(project.root, FOLDER, "tables");
  chmodSync(tables, 0o555);
  project.write("data/notes/second.txt", "x");
  fails(
    /^failed toy\/tables\/total: cannot write .*: EACCES, permission denied; make the folder writable and run again$/mu,
  );
  chmodSync(tables, 0o755);
  expect(project.run().code).toBe(0);
});

test("a file where a folder should be, and a folder where a file should be, are named", () => {
  project = toyProject();
  project.write("artifacts", "mine");
  fails(
    /^failed toy\/numbers: cannot write .*numbers\.parquet: E(NOTDIR|EXIST), a .* move it away and run again$/mu,
  );
  expect(project.read("artifacts")).toBe("mine");
  project.remove("artifacts");

  project.write(`${FOLDER}/squared.parquet/mine.txt`, "mine");
  fails(
    /^failed toy\/squared: cannot (read|write) .*squared\.parquet: EISDIR, a folder stands where a file should be/mu,
  );
  expect(project.status().code).toBe(1);
  project.remove(`${FOLDER}/squared.parquet`);

  project.remove(".candor/store");
  project.write(".candor/store", "mine");
  fails(/cannot write .*: E(NOTDIR|EXIST), a .* move it away and run again$/mu);
  project.remove(".candor");
  project.write(".candor", "mine");
  const { code, stderr } = project.candor(["run"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^candor: cannot use .*\.candor.*: E(NOTDIR|EXIST)/u),
  ]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  project.remove(".candor");
  recovers();
});
