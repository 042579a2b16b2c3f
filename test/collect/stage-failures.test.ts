import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { answer, byRequest } from "../providers/behaviours.ts";
import { modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, MESSAGES } from "./collecting.ts";

// A stage whose code fails on one model's answers does not keep the others from being asked.

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders({ behaviour: byRequest((request) => answer(modelOf(request))) });
  const models = ["good", "odd", "other"].map((name) =>
    entry({ name, model: name, baseUrl: server.openai, more: "limits: { connections: 1 }" }),
  );
  const stage = MESSAGES.replace(
    "return { group",
    'if (text === "odd") throw new Error("an odd answer"); return { group',
  );
  project = askingProject(basketOf("failing", "toy", models), stage);
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

test("every model is asked to its end, and the failure is told then", async () => {
  const { code, stderr } = await project.start(["collect", "--basket", "failing"]).ended;
  expect(code).toBe(2);
  expect(stderr).toContain("stage toy/squared failed: an odd answer");
  expect(stderr).toContain("good: 4 of 4 answers recorded");
  expect(stderr).toContain("other: 4 of 4 answers recorded");
  const answered = journalOf(project, "failing").map(({ asked }) => asked.model);
  expect([...answered].sort()).toEqual(["good", "odd", "other"].flatMap((name) => Array(4).fill(name)));
  // Nothing is asked again; the failure stays.
  expect((await project.start(["collect", "--basket", "failing"]).ended).code).toBe(2);
  expect(server.requests).toHaveLength(12);
});
