import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromParquet } from "../../src/tables/read-parquet.ts";
import { Project } from "../project.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { skip } from "../skip.ts";
import { transformers } from "../transformers.ts";
import { basketOf, entry, journalOf, QUICK_STUDY } from "./collecting.ts";
import { DIMENSIONS, unitMeanOf, writeTinyModel } from "./tiny-model.ts";

// A basket with a sentence model: the models are asked, then their answers are embedded, then all is made of both.

const STATES = 8;

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders();
  project = Project.whole();
  writeTinyModel(path.join(project.root, "models", "tiny"));
  const more = `embedding: { model: tiny/sentences, folder: models/tiny }\nparams: { state_count: ${STATES}, ${QUICK_STUDY} }\n`;
  const basket = basketOf("worded", "cheap-talk", [entry({ baseUrl: server.openai })], more);
  project.write("data/baskets/worded.yaml", basket);
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const BASKET = ["--basket", "worded"];
const vectors = () => journalOf(project, "worded", "embeddings");

test("without the package what the models said stays, and it is told how to get the package", async () => {
  const { code, stderr } = await project.start(["collect", ...BASKET], { CANDOR_TRANSFORMERS: "" }).ended;
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(/^candor: .*@huggingface\/transformers.*npm install/mu);
  expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
  expect(journalOf(project, "worded", "cheap-talk")).toHaveLength(15 * (STATES + 1));
  expect(project.has("data/journals/worded/embeddings.jsonl")).toBe(false);
});

test("with it every message is embedded, nobody is asked again, and every table is made", async (context) => {
  const found = transformers();
  if (found.kind === "absent") skip(context, `@huggingface/transformers: ${found.reason}`);
  server.clear();
  const { code, stderr } = await project.start(["collect", ...BASKET], {
    CANDOR_TRANSFORMERS: found.modules,
  }).ended;
  expect(code, stderr).toBe(0);
  expect(server.requests).toEqual([]);
  const told = stderr.split("\n").filter((line) => line.startsWith("note "));
  expect(told).toEqual([
    "note    tiny/sentences: no 1_Pooling/config.json in the folder: a text's vector is taken to be the mean of its tokens' vectors",
    "note    tiny/sentences: no sentence_bert_config.json in the folder: texts are cut at 12 tokens",
  ]);
  // Each text once, however many messages say it.
  const texts = vectors().map(({ request }) => request.embed as string);
  expect(new Set(texts).size).toBe(texts.length);
  const said = await fromParquet(project.bytes("artifacts/worded/cheap-talk/responses.parquet"));
  expect(new Set(texts)).toEqual(new Set(said.toArray().map(({ raw_output }) => raw_output)));
  const bytes = Buffer.from(vectors()[0].answer.vector, "base64");
  expect(bytes).toHaveLength(4 * DIMENSIONS);
  const words = /^The state is (\d)\.(\d{6})\.$/u.exec(texts[0]!)!;
  const tokens = [
    "[CLS]",
    "the",
    "state",
    "is",
    words[1]!,
    ".",
    ...[...words[2]!].map((digit, k) => (k === 0 ? digit : `##${digit}`)),
  ];
  // Twelve tokens with the closing one.
  const expected = unitMeanOf([...tokens.slice(0, 11), "[SEP]"]);
  const vector = expected.map((_, k) => bytes.readFloatLE(4 * k));
  for (const [k, value] of expected.entries()) expect(vector[k]).toBeCloseTo(value, 6);

  const run = await project.start(["run", ...BASKET]).ended;
  expect(run.code, run.stderr).toBe(0);
  expect(project.status(BASKET).code).toBe(0);
  expect(project.read("artifacts/worded/manifest.json")).toContain("tiny/sentences");
});
