import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesBelow } from "../../src/pipeline/files.ts";
import { fromParquet } from "../../src/tables/read-parquet.ts";
import { Project } from "../project.ts";
import { modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { artifactsOf } from "../toy.ts";
import { basketOf, entry, journalOf, QUICK_STUDY, type ReadLine } from "./collecting.ts";

// The whole study with a model of every provider: a part collected, a partial run, the rest, and the same bytes.

const STATES = 8;
/** Five models, 15 cells of 8 messages and a comprehension question each. */
const CALLS = 5 * 15 * (STATES + 1);
const PART = 400;
const BASKET = ["--basket", "study"];

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders();
  project = studyProject();
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const KEYS = { A_KEY: "sk-of-a-test-12345678" };

function studyProject(): Project {
  const bases = {
    openai: server.openai,
    anthropic: server.anthropic,
    google: server.google,
    together: server.openai,
    "openai-compatible": server.openai,
  };
  const models = Object.entries(bases).map(([provider, baseUrl]) =>
    entry({ name: provider, provider, model: `model-of-${provider}`, baseUrl, more: "key_variable: A_KEY" }),
  );
  const whole = Project.whole();
  const params = `params: { state_count: ${STATES}, ${QUICK_STUDY} }\n`;
  whole.write("data/baskets/study.yaml", basketOf("study", "cheap-talk", models, params));
  return whole;
}

test("without answers a run stops and names the command", async () => {
  const { code, stderr } = await project.start(["run", ...BASKET]).ended;
  expect(code).toBe(1);
  expect(stderr).toContain("`candor collect --basket study` gets them");
  expect(stderr).toContain("`candor run --partial --basket study` goes on without");
});

test("a part is collected, from every provider", async () => {
  const { code, stderr } = await project.start(["collect", ...BASKET, "--limit", String(PART)], KEYS).ended;
  expect(code, stderr).toBe(1);
  expect(server.requests).toHaveLength(PART);
  const lines = journalOf(project, "study", "cheap-talk");
  expect(lines.filter(({ answer }) => answer?.status === "answered")).toHaveLength(PART);
});

test("a partial run makes every table and figure of that part, and all of them say so", async () => {
  const { code, stderr } = await project.start(["run", "--partial", ...BASKET]).ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(`answers of cheap-talk/`);
  const rows = await fromParquet(project.bytes("artifacts/study/cheap-talk/responses.parquet"));
  const missing = rows.toArray().filter(({ status }) => status === "not_collected").length;
  expect([rows.numRows, missing > 0]).toEqual([5 * 15 * STATES, true]);
  const { stages } = JSON.parse(project.read("artifacts/study/manifest.json"));
  expect(stages["cheap-talk/responses"]).toMatchObject({
    record: { partial: true },
    missing: { missing, asked: 5 * 15 * STATES },
  });
  const sentence = `Partial: ${missing} of ${5 * 15 * STATES} answers of cheap-talk/responses`;
  const files = Object.entries(artifactsOf(project)).filter(([file]) => /\.(md|tex|svg)$/u.test(file));
  const silent = files.filter(([, text]) => !text.includes("Partial: ")).map(([file]) => file);
  // What depends on no answer has nothing to say.
  expect(silent.filter((file) => !/\/(oracle|calibration)\.\w+$/u.test(file))).toEqual([]);
  const told = files.filter(([, text]) => text.replace(/\s+/gu, " ").includes(sentence));
  expect(told.length).toBeGreaterThan(20);
});

test("with the rest, a plain run gives the bytes of a run that never was partial", async () => {
  const { code, stderr } = await project.start(["collect", ...BASKET], KEYS).ended;
  expect(code, stderr).toBe(0);
  expect(Object.values(server.log().byBody)).toEqual(Array(CALLS).fill(1));
  const asked = journalOf(project, "study", "cheap-talk").map(({ asked }: ReadLine) => asked.provider);
  expect(new Set(asked).size).toBe(5);
  expect(new Set(server.requests.map(modelOf)).size).toBe(5);
  await server.close();

  // A journal alone replays it, without a server and without a key.
  const run = await project.start(["run", ...BASKET]).ended;
  expect(run.code, run.stderr).toBe(0);
  expect(project.status(BASKET).code).toBe(0);
  const other = studyProject();
  try {
    for (const file of filesBelow(path.join(project.root, "data/journals")))
      other.write(`data/journals/${file}`, project.bytes(`data/journals/${file}`));
    expect((await other.start(["run", ...BASKET]).ended).code).toBe(0);
    expect(artifactsOf(project)).toEqual(artifactsOf(other));
    expect(JSON.stringify(artifactsOf(project))).not.toContain("Partial: ");
  } finally {
    other.dispose();
    server = await startProviders();
  }
});
