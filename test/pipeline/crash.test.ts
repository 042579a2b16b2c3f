import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { filesBelow } from "../../src/pipeline/files.ts";
import { acquireLock } from "../../src/pipeline/lock.ts";
import type { Project } from "../project.ts";
import { artifactsOf, slowProject } from "../toy.ts";

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

function slow(): Project {
  const project = slowProject();
  projects.push(project);
  return project;
}

/** Lock files and half-written files, which no ended run may leave. */
function leftovers(project: Project): string[] {
  const locks = readdirSync(path.join(project.root, ".candor")).filter((name) => name.startsWith("lock"));
  const all = [".candor", "artifacts"].flatMap((folder) => filesBelow(path.join(project.root, folder)));
  return [...locks, ...all.filter((file) => /candor-tmp|\.own$/u.test(file))];
}

test("killed at twenty moments in a row, then run: the bytes of an undisturbed run and nothing else", async () => {
  const calm = slow();
  expect(calm.run().code).toBe(0);
  const began = performance.now();
  calm.candor(["run", "--force"]);
  let whole = performance.now() - began;

  const project = slow();
  for (let killed = 0; killed < 20; ) {
    // Moments spread over the length of a run, in mixed order.
    const { child, ended } = project.start(["run", "--force"]);
    await sleep((whole * ((killed * 7) % 20) + whole / 2) / 20);
    child.kill("SIGKILL");
    const { signal } = await ended;
    if (signal === "SIGKILL") killed++;
    else whole *= 0.8;
    if (killed % 5 === 4) rmSync(path.join(project.root, "artifacts"), { recursive: true, force: true });
    if (killed === 12) rmSync(path.join(project.root, ".candor", "store"), { recursive: true, force: true });
  }

  const last = project.run();
  expect([last.code, last.stderr.includes("waiting")]).toEqual([0, false]);
  expect(artifactsOf(project)).toEqual(artifactsOf(calm));
  expect(leftovers(project)).toEqual([]);
  expect(project.status().code).toBe(0);
});

test("two runs at once: one waits, both succeed, each stage runs once, same bytes", async () => {
  const calm = slow();
  expect(calm.run().code).toBe(0);

  const project = slow();
  // Both wait for a lock that the test holds, so that both are there when it is free.
  const release = await acquireLock(path.join(project.root, ".candor", "lock"), () => {});
  const two = [0, 1].map(() => project.start(["run", "--json"]));
  const waits = (stderr: string) =>
    stderr.includes(`waiting for another run (process ${process.pid}) to end`);
  while (!two.every(({ stderr }) => waits(stderr()))) await sleep(10);
  release();
  const ended = await Promise.all(two.map(({ ended: end }) => end));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  const ran = ended.map(({ stdout }) => {
    const { stages } = JSON.parse(stdout) as { stages: { stage: string; state: string }[] };
    return stages.filter(({ state }) => state === "ran").length;
  });
  expect(ran.sort()).toEqual([0, 4]);
  expect(artifactsOf(project)).toEqual(artifactsOf(calm));
  expect(leftovers(project)).toEqual([]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s stops cleanly: exit code 130, no lock, done slices kept",
  async (signal) => {
    const project = slow();
    const { child, ended, stderr } = project.start(["run", "--jobs", "1"]);
    const results = () => filesBelow(path.join(project.root, ".candor", "store", "results")).length;
    // The result of toy/numbers and those of two slices.
    while (results() < 3) await sleep(5);
    child.kill(signal);
    const { code } = await ended;
    expect(code).toBe(130);
    expect(stderr()).toMatch(/^stopped; what was done is kept: 1 ran, /mu);
    expect(stderr()).not.toMatch(/fault of candor|\(\)/u);
    expect(leftovers(project)).toEqual([]);
    expect(Object.keys(artifactsOf(project))).toEqual([
      "embedded/manifest.json",
      "embedded/toy/numbers.parquet",
    ]);

    const next = project.run();
    const { ran, fresh } = next.stages["toy/squared"]!.slices;
    expect([next.code, ran + fresh, fresh >= 2]).toEqual([0, 8, true]);
    expect(next.stages["toy/numbers"]?.state).toBe("fresh");
  },
);

test("a file that changes while its stage runs is named, and nothing is recorded", async () => {
  const project = slow();
  const { ended, stderr } = project.start(["run"]);
  while (!stderr().includes("ran    toy/numbers")) await sleep(5);
  project.write("data/notes/first.txt", "another note\n");
  project.edit("stages/toy/figures/sketch.ts", '" points', '" dots');
  const { code } = await ended;
  expect(code).toBe(2);
  expect(stderr()).toContain(
    "failed toy/tables/total: data/notes/first.txt changed while stage toy/tables/total ran; its result was not recorded: run again",
  );
  expect(stderr()).toContain(
    "failed toy/figures/sketch: stages/toy/figures/sketch.ts changed while stage toy/figures/sketch ran",
  );
  expect(Object.keys(artifactsOf(project))).toEqual([
    "embedded/manifest.json",
    "embedded/toy/numbers.parquet",
    "embedded/toy/squared.parquet",
  ]);
  const next = project.run();
  expect(next.code).toBe(0);
  expect(next.stages["toy/squared"]?.state).toBe("fresh");
  expect(project.read("artifacts/embedded/toy/figures/sketch.svg")).toContain("dots");
});

test("what a killed process left in the caches is swept, and what a living one is writing is not", () => {
  const project = slow();
  expect(project.run().code).toBe(0);
  // No process has the largest number that there is.
  const file = (pid: number) => `.candor/cache/yaml/x.json.${pid}-0123abcd.candor-tmp`;
  project.write(file(process.pid), "half");
  project.write(file(4_194_303), "half");
  expect(project.run().code).toBe(0);
  expect([project.has(file(process.pid)), project.has(file(4_194_303))]).toEqual([true, false]);
});
