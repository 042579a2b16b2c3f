import { afterAll, beforeAll, expect, test } from "vitest";
import { worstTokens } from "../../src/advisors/live/request.ts";
import { LARGEST_HASHED_SCHEMA, likelyInput, worstOfLine } from "../../src/collect/cost.ts";
import { requestOfLine } from "../../src/collect/request-line.ts";
import { keyOfAsk, requestKey } from "../../src/pipeline/answer-lines.ts";
import type { Json } from "../../src/pipeline/canonical.ts";
import type { Asked } from "../../src/pipeline/definition.ts";
import { schemaBytes, sizeOf } from "../../src/pipeline/request-size.ts";
import type { AnswerSchema, AskRequest } from "../../src/pipeline/stage.ts";
import type { Project } from "../project.ts";
import { answer } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, rowsOf } from "./collecting.ts";

// A request that says which object its answer must be: its key, its journal line, what it may cost, and the whole way
// from a stage to the journal and back.

const members = { reasoning: { type: "string" }, score: { type: "integer" } };
const SCHEMA: AnswerSchema = {
  type: "object",
  properties: members,
  required: ["reasoning", "score"],
  additionalProperties: false,
};
const PLAIN: AskRequest = { prompt: "Judge.", temperature: 0, max_tokens: 64 };
const HELD: AskRequest = { ...PLAIN, schema: SCHEMA };
const WHO = { model: "m" };
const HASH = expect.stringMatching(/^sha256:[0-9a-f]{64}$/u);

test("a schema is part of the key, the order of its members too; without one keys are what they were", () => {
  const { score, reasoning } = members;
  const turned = { ...SCHEMA, properties: { score, reasoning } };
  const keys = [PLAIN, HELD, { ...PLAIN, schema: turned }].map((request) => keyOfAsk(WHO, request));
  expect(new Set(keys).size).toBe(3);
  expect(keys[0]).toBe(requestKey(WHO, { prompt: "Judge.", temperature: 0, max_tokens: 64 }));
  expect(keyOfAsk(WHO, structuredClone(HELD))).toBe(keys[1]);
  // Where its text stands already changes no answer.
  expect(keyOfAsk(WHO, { ...HELD, about: { template: "t", reads: ["k"] } })).toBe(keys[1]);
});

test("a line holds the schema of a request that it tells in full, and its hash in any other", () => {
  expect(requestOfLine(HELD)).toEqual({ prompt: "Judge.", temperature: 0, max_tokens: 64, schema: SCHEMA });
  expect(requestOfLine({ ...HELD, about: { template: "t", reads: ["k"] } })).toEqual({
    hash: HASH,
    template: "t",
    reads: ["k"],
    temperature: 0,
    max_tokens: 64,
    schema: HASH,
  });
  const before = [{ role: "assistant", content: "Yes?" }] as const;
  expect(requestOfLine({ ...HELD, before })).toMatchObject({ turns: 1, last: "Judge.", schema: HASH });
  expect(requestOfLine({ ...PLAIN, before })).not.toHaveProperty("schema");
});

const asked = (params: Asked["params"] = {}): Asked => ({
  provider: "openai",
  model: "m",
  base_url: "http://127.0.0.1/v1",
  params,
});

test("what a schema may cost is counted, unless the basket says that it is not sent", () => {
  const bytes = schemaBytes(SCHEMA);
  expect(bytes).toBe(JSON.stringify(SCHEMA).length);
  const more = worstTokens(asked(), HELD).input - worstTokens(asked(), PLAIN).input;
  expect(more).toBe(2 * bytes + 1_000);
  expect(likelyInput(asked(), sizeOf(HELD)) - likelyInput(asked(), sizeOf(PLAIN))).toBeCloseTo(bytes / 4, -1);
  const none = asked({ structured_output: false });
  expect(worstTokens(none, HELD)).toEqual(worstTokens(none, PLAIN));
  expect(likelyInput(none, sizeOf(HELD))).toBe(likelyInput(none, sizeOf(PLAIN)));
});

test("an answer without a count of tokens is counted with the schema of its line", () => {
  const ofLine = (request: AskRequest) => worstOfLine(asked(), requestOfLine(request) as Json);
  expect(ofLine(HELD)).toEqual(worstTokens(asked(), HELD));
  const about = { template: "t", reads: ["k", "l"] };
  const hashed = ofLine({ ...HELD, about }).input - ofLine({ ...PLAIN, about }).input;
  expect(hashed).toBe(2 * LARGEST_HASHED_SCHEMA + 1_000);
});

/** Each number is judged by an object. */
const JUDGES = `const schema = ${JSON.stringify(SCHEMA)};
export default async ({ numbers }: any, _: object, context: any) =>
  Promise.all(numbers.map(async ({ group, index }: any) => {
    const about = { template: "t.txt", reads: ["k" + index] };
    const request = { prompt: "judge " + index, temperature: 0, max_tokens: 64, schema, about };
    const { status, text } = await context.ask(request);
    return { group, index, y: text === null ? -1 : JSON.parse(text).score, seed: status };
  }));
`;

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders({ behaviour: answer('{"reasoning":"Fine.","score":7}') });
  const models = [
    { name: "local", provider: "openai-compatible", model: "llama", baseUrl: server.openai },
    { name: "older", provider: "anthropic", model: "claude-3-5-haiku-latest", baseUrl: server.anthropic },
    { name: "other", provider: "google", model: "gemini-2.5-flash", baseUrl: server.google },
    {
      name: "plain",
      provider: "openai",
      model: "gpt-4-0613",
      baseUrl: server.openai,
      params: "structured_output: false",
    },
  ].map(({ params, ...model }) =>
    entry({ ...model, more: `key_variable: A_KEY${params === undefined ? "" : `, params: { ${params} }`}` }),
  );
  project = askingProject(basketOf("judges", "toy", models, "params: { count: 1 }\n"), JUDGES);
});
afterAll(async () => {
  await server.close();
  project.dispose();
});

test("objects are collected from every protocol, told in short in the journal, and replayed", async () => {
  const { code, stderr } = await project.start(["collect", "--basket", "judges"], {
    A_KEY: "sk-of-a-test-1234",
  }).ended;
  expect(code, stderr).toBe(0);
  const lines = journalOf(project, "judges");
  expect(lines).toHaveLength(4);
  for (const { answer: kept, request, record } of lines) {
    expect(kept).toMatchObject({
      status: "answered",
      text: '{"reasoning":"Fine.","score":7}',
      finish_reason: "stop",
    });
    expect(request).toMatchObject({ template: "t.txt", reads: ["k0"], schema: HASH });
    expect(record.warnings).toEqual([]);
    // Neither what was sent nor what was asked holds the schema itself.
    expect(JSON.stringify([record.sent, request])).not.toContain("additionalProperties");
  }
  expect(project.candor(["run", "--basket", "judges"]).code).toBe(0);
  expect(rowsOf(project, "judges").map((row) => row.split(",").slice(2).join())).toEqual(
    Array(4).fill("7.0,answered"),
  );
});
