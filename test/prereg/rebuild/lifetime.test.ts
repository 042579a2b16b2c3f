import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { tryLock } from "../../../src/pipeline/lock.ts";
import { makeScratch } from "../../../src/scratch/scratch.ts";
import type { Project } from "../../project.ts";
import { slowProject, toyProject } from "../../toy.ts";
import { leftovers, rebuildOf } from "./rebuilding.ts";

let project: Project;
afterEach(() => project.dispose());

const never = new AbortController().signal;

test("a rebuild that is stopped takes its process and its folder with it", { timeout: 120_000 }, async () => {
  project = slowProject();
  const stop = new AbortController();
  // Stopped while stages run.
  const heard = (line: string) => {
    if (line.trim().startsWith("ran")) stop.abort();
  };
  await expect(rebuildOf(project, { signal: stop.signal, heard })).rejects.toMatchObject({ kind: "stopped" });
  expect(leftovers(project)).toEqual([]);
  const processes = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout;
  expect(processes).not.toContain(project.root);
});

test("a rebuild that is stopped before it begins leaves nothing", async () => {
  project = toyProject();
  const stop = new AbortController();
  stop.abort();
  await expect(rebuildOf(project, { signal: stop.signal })).rejects.toMatchObject({ kind: "stopped" });
  expect(leftovers(project)).toEqual([]);
});

test("what a killed rebuild left is removed by the next, and that of a living one is not", async () => {
  project = toyProject();
  const place = path.join(project.root, ".candor", "rebuild");
  // A process number that no process has, and a lock that such a process holds.
  project.write(".candor/rebuild/999999999-0badf00d/some project/src/file.ts", "");
  project.write(
    ".candor/rebuild/999999998-0badf00d.lock",
    JSON.stringify({ host: (await import("node:os")).hostname(), pid: 999999998, began: 0, nonce: "ab" }),
  );
  project.write(".candor/rebuild/999999998-0badf00d/x", "");
  // Of a rebuild in another terminal, and of one that is gone while its run goes on.
  mkdirSync(path.join(place, "1-aaaaaaaa"));
  const living = await tryLock(path.join(place, "1-aaaaaaaa.lock"));
  const orphan = await tryLock(path.join(place, "2-bbbbbbbb", "a project", ".candor", "lock"));
  const scratch = await makeScratch(project.root, never);
  const own = path.basename(scratch.folder);
  expect(leftovers(project).sort()).toEqual(
    ["1-aaaaaaaa", "1-aaaaaaaa.lock", "2-bbbbbbbb", own, `${own}.lock`].sort(),
  );
  // Two at once do not meet.
  const other = await makeScratch(project.root, never);
  expect(other.folder).not.toBe(scratch.folder);
  expect(leftovers(project)).toContain(own);
  other.remove();
  scratch.remove();
  for (const release of [living, orphan]) if (typeof release === "function") release();
  (await makeScratch(project.root, never)).remove();
  expect(leftovers(project)).toEqual([]);
});
