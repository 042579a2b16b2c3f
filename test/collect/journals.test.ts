import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Ended, Project } from "../project.ts";
import { afterMs, answer, byRequest, hang } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, rowsOf } from "./collecting.ts";

// What two processes, a full disk and a wrong file do to a journal: nothing is lost and nothing overwritten.

const CALLS = 20;
const JOURNAL = "data/journals/kept/toy.jsonl";

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

function make(): void {
  const model = entry({ baseUrl: server.openai, more: "limits: { connections: 4 }" });
  project = askingProject(basketOf("kept", "toy", [model], `params: { count: ${CALLS} }\n`));
}
const collect = (...args: string[]): Promise<Ended> =>
  project.start(["collect", "--basket", "kept", ...args]).ended;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("a second collection of one journal is refused and named; the first goes on; a run goes on beside", async () => {
  make();
  let waiting = true;
  server.script(byRequest((request) => (request.number < 5 || !waiting ? answer("0.25") : hang())));
  const first = project.start(["collect", "--basket", "kept"]);
  await until(() => project.has(JOURNAL) && server.requests.length === 9);
  const second = await collect();
  expect([second.code, second.stdout]).toEqual([2, ""]);
  expect(second.stderr).toContain(
    `candor: process ${first.child.pid} writes to ${JOURNAL}; wait until it has ended, or stop it\n`,
  );
  expect(second.stderr).not.toContain("nothing is missing");
  expect(server.requests).toHaveLength(9);

  // What is recorded so far is used, and nothing waits for the collection.
  const dry = await collect("--dry-run");
  expect(dry.stdout).toContain("one: 15 calls, 5 answers there");
  const run = await project.start(["run", "--basket", "kept", "--partial"]).ended;
  expect(run.code, run.stderr).toBe(0);
  expect(rowsOf(project, "kept").filter((row) => row.endsWith("answered: 0.25"))).toHaveLength(5);

  waiting = false;
  first.child.kill("SIGKILL");
  await first.ended;
  // Its lock does not outlive it.
  expect((await collect()).code).toBe(0);
  expect(journalOf(project, "kept")).toHaveLength(CALLS);
});

test("a disk that is full while answers come: it stops and says so; with room it goes on", async () => {
  make();
  server.script(answer("a".repeat(20_000)));
  // All that is not the journal is written before.
  await collect("--limit", "1");
  // A file may have 100 kB.
  const full = await project.start(["collect", "--basket", "kept"], {}, "ulimit -f 100;").ended;
  expect(full.code, full.stderr).toBe(2);
  expect(full.stderr).toMatch(/^candor: cannot append to .*toy\.jsonl: EFBIG, /mu);
  expect(full.stderr).not.toMatch(/fault of candor|\n {4}at /u);
  const text = project.read(JOURNAL);
  expect(text.endsWith("\n")).toBe(true);
  const kept = journalOf(project, "kept").length;
  // Four lines of 20 kB fit; those that were to be written together stay or go together.
  expect(kept).toBeGreaterThanOrEqual(1);
  expect(kept).toBeLessThanOrEqual(4);
  // Nothing was sent any more but what was in flight.
  expect(server.log().answered).toBeLessThanOrEqual(kept + 2 * 4);
  const rest = await collect();
  expect(rest.code, rest.stderr).toBe(0);
  expect(project.read(JOURNAL).startsWith(text)).toBe(true);
  expect(new Set(journalOf(project, "kept").map(({ key }) => key)).size).toBe(CALLS);
});

test.each([
  [
    "a line of another version",
    (line: string) => line.replace('"v":1', '"v":2'),
    /toy\.jsonl, (line [23]|last line): .*version 2/u,
  ],
  [
    "a damaged line",
    (line: string) => line.replace('"answer"', "answer"),
    /toy\.jsonl, (line [23]|last line): /u,
  ],
  [
    "an imported log",
    () => '{"kind":"imported","prompt":"x"}',
    /toy\.jsonl, (line [23]|last line): .*imported/u,
  ],
])("%s stops a collection before the first call, and nothing is overwritten", async (_, spoil, message) => {
  make();
  server.script(answer("0.25"));
  await collect("--limit", "3");
  const [one, two, three] = project.read(JOURNAL).trimEnd().split("\n") as [string, string, string];
  for (const [args, ...lines] of [
    [[], one, spoil(two), three],
    [["--dry-run"], one, spoil(two), three],
    [[], one, three, spoil(two)],
  ] as const) {
    const text = `${lines.join("\n")}\n`;
    project.write(JOURNAL, text);
    server.clear();
    const { code, stderr } = await collect(...args);
    expect([code, server.requests], stderr).toEqual([2, []]);
    expect(stderr).toMatch(/^candor: /mu);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
    expect(project.read(JOURNAL)).toBe(text);
  }
});

test("half a line that a killed process left is cut, and told", async () => {
  make();
  server.script(afterMs(1, answer("0.25")));
  await collect("--limit", "3");
  const text = project.read(JOURNAL);
  project.write(JOURNAL, `${text}{"kind":"answer","v":1,"key":"sha2`);
  const { code, stderr } = await collect();
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    `healed  ${JOURNAL}: 34 bytes of a line that a killed process left were cut off\n`,
  );
  expect(project.read(JOURNAL).startsWith(text)).toBe(true);
  expect(new Set(journalOf(project, "kept").map(({ key }) => key)).size).toBe(CALLS);
});
