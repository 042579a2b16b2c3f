import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { answer, byRequest, status } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf } from "./collecting.ts";

// Some requests are asked again, to see how far the same request has the same answer.

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders({ behaviour: answer("first") });
  const models = ["one", "two"].map((name) =>
    entry({ name, model: name, baseUrl: server.openai, more: "limits: { attempts: 1 }" }),
  );
  project = askingProject(basketOf("again", "toy", models));
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const collect = (...args: string[]) => project.start(["collect", "--basket", "again", ...args]).ended;
const repeats = () => journalOf(project, "again").map(({ repeat }) => repeat as number);

test("before anything is answered nothing is asked again", async () => {
  const { code, stdout } = await collect("--repeat-check", "2");
  expect([code, stdout, server.requests]).toEqual([
    0,
    "nothing was answered before, so nothing can be asked again\n",
    [],
  ]);
});

test("as many requests as wanted, in turn by model, each recorded as the first repetition", async () => {
  expect((await collect()).code).toBe(0);
  expect(project.candor(["run", "--basket", "again"]).code).toBe(0);
  const first = server.requests.map(({ text }) => text);
  server.clear();
  let again = 0;
  server.script(byRequest(() => answer(again++ === 0 ? "second" : "first")));
  const { code, stdout, stderr } = await collect("--repeat-check", "3");
  expect(code, stderr).toBe(0);
  // The same bodies as before, two of one model and one of the other.
  expect(server.requests).toHaveLength(3);
  expect(server.requests.every(({ text }) => first.includes(text))).toBe(true);
  expect(new Set(server.requests.map(({ text }) => text)).size).toBe(3);
  expect(repeats()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  const told = stdout.split("\n").slice(0, -1);
  // Which of the models is asked twice depends on the keys, and these on the server's address.
  const counts = told.flatMap((line) => {
    const [, differing, compared] =
      /^(?:one|two): (\d) of (\d) answers differ \(.+ %\) from the first ones, temperature 0$/u.exec(line) ??
      [];
    return differing === undefined ? [] : [{ differing: Number(differing), compared: Number(compared) }];
  });
  expect(counts.map(({ compared }) => compared).sort()).toEqual([1, 2]);
  expect(counts.reduce((sum, { differing }) => sum + differing, 0)).toBe(1);
  expect(told.filter((line) => line.startsWith("  "))).toEqual(['  first "first", again "second"']);
});

test("what is made of the answers stays as it is", () => {
  const { code, stages } = project.status(["--basket", "again"]);
  expect([code, stages["toy/squared"]!.state]).toEqual([0, "fresh"]);
});

test("the next time it is the second repetition of the same requests, and errors are told apart", async () => {
  const before = server.requests.map(({ text }) => text).sort();
  server.clear();
  let again = 0;
  server.script(byRequest(() => (again++ === 0 ? status(500) : answer("first"))));
  const { code, stdout } = await collect("--repeat-check", "3", "--json");
  expect(code).toBe(1);
  expect(server.requests.map(({ text }) => text).sort()).toEqual(before);
  const { repeat_check: drifts } = JSON.parse(stdout);
  const sum = (name: string) =>
    drifts.reduce((all: number, each: Record<string, number>) => all + each[name]!, 0);
  expect([sum("compared"), sum("differing"), sum("unanswered")]).toEqual([2, 0, 1]);
  expect(repeats().filter((repeat) => repeat === 2)).toHaveLength(3);
  expect(project.status(["--basket", "again"]).code).toBe(0);
});
