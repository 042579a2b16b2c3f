import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { answer, byRequest, refusedKey, status } from "../providers/behaviours.ts";
import { keyOf, modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf } from "./collecting.ts";

// Keys come from the environment; a model without its key, or with a wrong one, stops no other.

const KEY = "sk-of-a-test-12345678";
const good = answer("0.25");

let server: Providers;
let project: Project | null = null;
beforeAll(async () => {
  server = await startProviders();
});
afterEach(() => {
  server.clear();
  project?.dispose();
  project = null;
});
afterAll(() => server.close());

const withKey = (name: string, variable: string) =>
  entry({ name, model: name, baseUrl: server.openai, more: `key_variable: ${variable}` });
const collect = (of: Project, environment: Record<string, string> = {}, ...args: string[]) =>
  of.start(["collect", "--basket", "keyed", ...args], environment).ended;
const asked = () => [...new Set(server.requests.map(modelOf))].sort();

test("every missing key is named before the first call; who has a key is asked; later no key is needed", async () => {
  server.script(good);
  const models = [
    withKey("first", "FIRST_KEY"),
    withKey("second", "SECOND_KEY"),
    withKey("third", "SECOND_KEY"),
    withKey("fourth", "FOURTH_KEY"),
    entry({ name: "free", model: "free", baseUrl: server.openai }),
  ];
  project = askingProject(basketOf("keyed", "toy", models, "params: { count: 2 }\n"));
  const part = await collect(project, { FIRST_KEY: KEY, FOURTH_KEY: " " });
  expect(part.code, part.stderr).toBe(1);
  const [firstLine, secondLine] = part.stderr.split("\n");
  expect([firstLine, secondLine]).toEqual([
    "no key  SECOND_KEY is not set: second, third cannot be asked; set it in the environment",
    "no key  FOURTH_KEY is not set: fourth cannot be asked; set it in the environment",
  ]);
  expect(part.stderr).toContain("second: 0 of 2 answers recorded\n  not asked: SECOND_KEY is not set\n");
  expect(asked()).toEqual(["first", "free"]);
  expect(server.requests.filter((each) => modelOf(each) === "first").map(keyOf)).toEqual([KEY, KEY]);

  const rest = await collect(project, { SECOND_KEY: KEY, FOURTH_KEY: KEY });
  // FIRST_KEY is not set now, and nothing of its model is missing.
  expect(rest.code, rest.stderr).toBe(0);
  server.clear();
  const none = await collect(project);
  expect([none.code, server.requests]).toEqual([0, []]);
  expect(none.stderr).toContain("0 answers in");
  expect(none.stderr).not.toContain("not asked");
  expect(project.candor(["run", "--basket", "keyed"]).code).toBe(0);
});

test("a wrong key, and a model that is not there, stop their model after three calls and no other", async () => {
  const behaviours = { refused: refusedKey(), unknown: status(404), sound: good } as const;
  server.script(byRequest((request) => behaviours[modelOf(request) as keyof typeof behaviours]));
  const one = (name: string) =>
    entry({
      name,
      model: name,
      baseUrl: server.openai,
      // A lane of its own each, and one request at a time.
      more: `key_variable: ${name.toUpperCase()}_KEY, limits: { connections: 1 }`,
    });
  const models = [one("refused"), one("unknown"), one("sound")];
  project = askingProject(basketOf("keyed", "toy", models, "params: { count: 20 }\n"));
  const { code, stderr } = await collect(project, {
    REFUSED_KEY: KEY,
    UNKNOWN_KEY: KEY,
    SOUND_KEY: KEY,
  });
  expect(code, stderr).toBe(1);
  const calls = server.requests.map(modelOf);
  expect(calls.filter((name) => name === "refused")).toHaveLength(3);
  expect(calls.filter((name) => name === "unknown")).toHaveLength(3);
  expect(calls.filter((name) => name === "sound")).toHaveLength(20);
  expect(stderr).toMatch(/^stopped refused: the key in REFUSED_KEY was refused \(401\): .*; given up/mu);
  expect(stderr).toMatch(/^stopped unknown: there is no model "unknown" at http:.* \(404\): .*; given up/mu);
  expect(stderr).toContain("sound: 20 of 20 answers recorded");
  const kinds = journalOf(project, "keyed").map(({ asked, kind }) => `${asked.model} ${kind}`);
  expect(new Set(kinds)).toEqual(new Set(["refused error", "unknown error", "sound answer"]));
});
