import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { Project } from "../../project.ts";
import { TOY, toyProject } from "../../toy.ts";

// One clone's command line with the current folder, or the lock, in another project: it is said which one is verified.

const projects: Project[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const LOCK = "prereg/embedded.lock.json";

function frozen(): Project {
  const project = toyProject();
  projects.push(project);
  expect(project.candor(["freeze"]).code).toBe(0);
  return project;
}

const firstLine = (stdout: string) => stdout.split("\n")[0];

test("in the project itself it goes without saying; elsewhere the first line says it", () => {
  const [project, other] = [frozen(), frozen()];
  expect(firstLine(project.candor(["verify"]).stdout)).toBe(`lock     ${LOCK}, basket embedded`);
  // From a folder of another project, without and with a lock.
  const from = (...args: string[]) => firstLine(other.candor(["verify", ...args], {}, project.root).stdout);
  const its = `another project, ${other.root}: its own bin/candor.mjs verifies that one)`;
  expect(from()).toBe(`project  ${project.root}  (the current folder lies in ${its}`);
  expect(from(LOCK)).toBe(`project  ${project.root}  (the lock lies in ${its}`);
  expect(JSON.parse(other.candor(["verify", "--json"], {}, project.root).stdout).project).toBe(project.root);
  // A lock that was copied somewhere.
  const folder = mkdtempSync(path.join(os.tmpdir(), "candor lock-"));
  folders.push(folder);
  const copy = path.join(folder, "a.lock.json");
  new Project({ "pipeline.yaml": TOY["pipeline.yaml"]! }, path.join(folder, "x")).write(
    "../a.lock.json",
    project.read(LOCK),
  );
  expect(firstLine(project.candor(["verify", copy]).stdout)).toBe(`project  ${project.root}`);
});
