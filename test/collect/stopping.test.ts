import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { afterMs, answer, byRequest, hang, rateLimit } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf } from "./collecting.ts";

// Ctrl-C once takes in what is in flight, twice leaves at once; the next collection goes on from there.

const CALLS = 40;
const good = answer("0.25");

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders();
});
afterEach(() => {
  server.clear();
  project.dispose();
});
afterAll(() => server.close());

function start() {
  const model = entry({ baseUrl: server.openai, more: "limits: { connections: 4 }" });
  project = askingProject(basketOf("stopped", "toy", [model], `params: { count: ${CALLS} }\n`));
  return project.start(["collect", "--basket", "stopped"]);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const recorded = () => journalOf(project, "stopped").map(({ kind, key }) => `${kind} ${key}`);

/** What candor says of the journal: nothing where nothing is wrong with it. */
const faults = () => project.candor(["journal", "check", "--basket", "stopped"]);

/** Collects the rest; every request must have been answered once but `again` of them. */
async function completes(again: number): Promise<void> {
  server.script(good);
  const { code, stderr } = await project.start(["collect", "--basket", "stopped"]).ended;
  expect(code, stderr).toBe(0);
  expect(new Set(recorded()).size).toBe(CALLS);
  const { total, byBody } = server.log();
  expect([total, Object.keys(byBody).length]).toEqual([CALLS + again, CALLS]);
}

test("once: what is in flight is recorded, and nothing new is sent", async () => {
  server.script(afterMs(150, good));
  const { child, ended } = start();
  await until(() => server.requests.length >= 8);
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(130);
  expect(stderr).toContain("stopping once what is in flight is taken in; Ctrl-C once more stops at once\n");
  expect(stderr).toContain("missing: the same command goes on\n");
  const sent = server.requests.length;
  expect(sent).toBeLessThan(CALLS);
  expect(server.log().answered).toBe(sent);
  expect(recorded()).toHaveLength(sent);
  expect(faults()).toMatchObject({ code: 0, stderr: "" });
  await completes(0);
});

test("once while all waits for a rate limit of ten minutes: the wait ends", async () => {
  server.script(rateLimit({ retryAfter: 600 }));
  const run = start();
  await until(() => /^waiting one for 10 min/mu.test(run.stderr()));
  run.child.kill("SIGINT");
  const { code, stderr } = await run.ended;
  expect(code, stderr).toBe(130);
  expect(project.has("data/journals/stopped/toy.jsonl")).toBe(false);
  await completes(server.requests.length);
});

test("twice: it leaves at once, and what was recorded is whole", async () => {
  let came = 0;
  server.script(byRequest(() => (came++ < 6 ? good : hang())));
  const run = start();
  await until(() => server.requests.length === 10);
  run.child.kill("SIGINT");
  await until(() => run.stderr().includes("stopping"));
  run.child.kill("SIGINT");
  const { code, stderr } = await run.ended;
  expect(code, stderr).toBe(130);
  expect(recorded()).toHaveLength(6);
  expect(faults()).toMatchObject({ code: 0, stderr: "" });
  await completes(4);
});
