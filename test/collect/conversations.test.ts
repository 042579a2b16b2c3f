import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { afterMs, answer, byRequest } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, rowsOf, TALKS } from "./collecting.ts";

// A program of three turns, each of which holds the answers before it: collected, killed, resumed, replayed.

/** An answer that depends on all that was said before. */
const echo = byRequest(({ text }) => answer(createHash("sha256").update(text).digest("hex").slice(0, 6)));

let server: Providers;
let project: Project | null = null;
beforeEach(async () => {
  server = await startProviders({ behaviour: echo });
});
afterEach(async () => {
  await server.close();
  project?.dispose();
  project = null;
});

const talks = (limits = "") =>
  askingProject(basketOf("talks", "toy", [entry({ baseUrl: server.openai, more: limits })]), TALKS);
const collect = (of: Project, ...args: string[]) => of.start(["collect", "--basket", "talks", ...args]).ended;

test("turns are asked in order, each with the answers before it, and each once", async () => {
  project = talks();
  const { code, stderr } = await collect(project);
  expect(code, stderr).toBe(0);
  expect(server.requests).toHaveLength(12);
  expect(Object.values(server.log().byBody)).toEqual(Array(12).fill(1));
  const turns = server.requests.map(({ text }) =>
    (JSON.parse(text).messages as { role: string }[]).map(({ role }) => role),
  );
  expect(turns.filter(({ length }) => length === 6)).toEqual(
    Array(4).fill(["system", "user", "assistant", "user", "assistant", "user"]),
  );
  expect(project.candor(["run", "--basket", "talks"]).code).toBe(0);
  for (const row of rowsOf(project, "talks"))
    expect(row).toMatch(/3\.0,first \| \w{6} \| second \| \w{6} \| third \| \w{6}$/u);
});

test("a later turn's line says its hash and its last turn, and no text stands twice", async () => {
  project = talks();
  await collect(project);
  const lines = journalOf(project, "talks");
  const later = lines.filter(({ request }) => request.hash !== undefined);
  expect(lines).toHaveLength(12);
  expect(later).toHaveLength(8);
  for (const { request } of later)
    expect(request).toEqual({
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u),
      turns: request.last === "second" ? 3 : 5,
      last: expect.stringMatching(/^(second|third)$/u),
      temperature: 0,
      max_tokens: 8,
    });
});

test("killed in the middle, it goes on where it was, and asks nothing again but what was in flight", async () => {
  server.script(afterMs(60, echo));
  project = talks("limits: { connections: 2 }");
  const { child, ended } = project.start(["collect", "--basket", "talks"]);
  while (server.requests.length < 6) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill("SIGKILL");
  await ended;
  const { code, stderr } = await collect(project);
  expect(code, stderr).toBe(0);
  const counts = Object.values(server.log().byBody);
  expect(counts).toHaveLength(12);
  // Two connections: two requests at most were in flight.
  expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(new Set(journalOf(project, "talks").map(({ key }) => key)).size).toBe(12);
});

test("a journal alone replays it: no server, no key, the same bytes", async () => {
  project = talks("key_variable: A_KEY");
  const { ended } = project.start(["collect", "--basket", "talks"], { A_KEY: "sk-of-a-test-1234" });
  expect((await ended).code).toBe(0);
  expect(project.candor(["run", "--basket", "talks"]).code).toBe(0);
  const before = project.bytes("artifacts/talks/toy/squared.parquet");
  await server.close();
  const other = talks("key_variable: A_KEY");
  try {
    other.write("data/journals/talks/toy.jsonl", project.bytes("data/journals/talks/toy.jsonl"));
    expect(other.candor(["run", "--basket", "talks"]).code).toBe(0);
    expect(other.bytes("artifacts/talks/toy/squared.parquet").equals(before)).toBe(true);
  } finally {
    other.dispose();
  }
  server = await startProviders();
});

test("a missing turn stops the stage, and a partial run keeps what was said until then", async () => {
  project = talks();
  await collect(project, "--limit", "7");
  expect(journalOf(project, "talks")).toHaveLength(7);
  const whole = project.candor(["run", "--basket", "talks"]);
  expect(whole.code).toBe(1);
  expect(whole.stderr).toContain("answers that it looks up are not in data/journals/talks/toy.jsonl yet");
  const partial = project.candor(["run", "--partial", "--basket", "talks"]);
  expect(partial.code, partial.stderr).toBe(0);
  const turns = rowsOf(project, "talks").map((row) => Number(row.split(",")[2]));
  expect(turns.reduce((a, b) => a + b)).toBe(7);
  expect(Math.min(...turns)).toBeLessThan(3);
});

test("where nothing is missing a partial run is a whole one", async () => {
  project = talks();
  await collect(project);
  expect(project.candor(["run", "--basket", "talks"]).code).toBe(0);
  const { stages } = project.run(["--partial", "--basket", "talks"]);
  expect(Object.values(stages).map(({ state }) => state)).toEqual(["fresh", "fresh"]);
  expect(project.status(["--basket", "talks"]).code).toBe(0);
  // And the other way round: what a partial run made of all answers is what a whole one makes.
  project.remove("artifacts/talks");
  project.remove(".candor/store");
  expect(project.candor(["run", "--partial", "--basket", "talks"]).code).toBe(0);
  expect(project.status(["--basket", "talks"]).code).toBe(0);
});
