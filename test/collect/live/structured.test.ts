import { expect, test } from "vitest";
import type { Answered } from "../../../src/advisors/live/ask.ts";
import type { ProviderName, RequestParams } from "../../../src/pipeline/definition.ts";
import type { AnswerSchema, AskRequest } from "../../../src/pipeline/stage.ts";
import { asking, modelAt } from "./asking.ts";
import { chat, gemini, messages, type Reply, sends } from "./server.ts";

// A request that says which JSON object its answer must be: how each protocol is told, and what is read and kept.

const SCHEMA: AnswerSchema = {
  type: "object",
  properties: {
    reasoning: { type: "string" },
    grade: { type: "string", enum: ["good", "bad"] },
    score: { type: "integer", minimum: 0, maximum: 10 },
  },
  required: ["reasoning", "grade", "score"],
  additionalProperties: false,
};
const REQUEST: AskRequest = { prompt: "Judge.", temperature: 0, max_tokens: 64, schema: SCHEMA };
const OBJECT = { reasoning: "Fine.", grade: "good", score: 7 };
const TEXT = JSON.stringify(OBJECT);
const HASH = expect.stringMatching(/^sha256:[0-9a-f]{64}$/u);

/** The body that went out, and the answer. */
async function asked(provider: ProviderName, model: string, reply: Reply, params: RequestParams = {}) {
  const { server, ask } = await asking(reply);
  const outcome = (await ask(modelAt(server.url, provider, { model, params }), REQUEST)) as Answered;
  expect(outcome).toMatchObject({ kind: "answer", attempts: [] });
  return { body: server.received[0]!.body, headers: server.received[0]!.headers, outcome };
}

const ANSWERED = { status: "answered", text: TEXT, vector: null, finish_reason: "stop" };

test.each(["openai", "together", "openai-compatible"] as const)(
  "%s: response_format, strictly",
  async (provider) => {
    const { body, outcome } = await asked(provider, "gpt-4o", sends(200, chat(TEXT)));
    expect(body.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema: SCHEMA },
    });
    // A model writes the members in their order.
    expect(Object.keys(body.response_format.json_schema.schema.properties)).toEqual([
      "reasoning",
      "grade",
      "score",
    ]);
    expect(outcome.answer).toEqual(ANSWERED);
    expect(outcome.record.sent).toEqual({
      model: "gpt-4o",
      max_tokens: 64,
      temperature: 0,
      response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema: HASH } },
    });
    expect(outcome.record.warnings).toEqual([]);
  },
);

test("google: responseSchema, without what its protocol lacks", async () => {
  const { body, outcome } = await asked("google", "gemini-2.5-flash", sends(200, gemini(TEXT)));
  expect(body.generationConfig).toEqual({
    maxOutputTokens: 64,
    temperature: 0,
    responseMimeType: "application/json",
    responseSchema: {
      type: "object",
      required: ["reasoning", "grade", "score"],
      properties: {
        reasoning: { type: "string" },
        grade: { type: "string", enum: ["good", "bad"] },
        score: { type: "integer" },
      },
    },
  });
  expect(outcome.answer).toEqual(ANSWERED);
  expect(outcome.record.sent).toEqual({
    generationConfig: {
      maxOutputTokens: 64,
      temperature: 0,
      responseMimeType: "application/json",
      responseSchema: HASH,
    },
  });
});

test("anthropic: output_config, with limits in words", async () => {
  const { body, outcome } = await asked(
    "anthropic",
    "claude-sonnet-4-5-20250929",
    sends(200, messages(TEXT)),
  );
  expect(body).not.toHaveProperty("tools");
  expect(body.output_config).toEqual({
    format: {
      type: "json_schema",
      schema: {
        ...SCHEMA,
        properties: {
          ...SCHEMA.properties,
          score: { type: "integer", description: "minimum: 0; maximum: 10." },
        },
      },
    },
  });
  expect(outcome.answer).toEqual(ANSWERED);
  expect(outcome.record.sent).toMatchObject({
    output_config: { format: { type: "json_schema", schema: HASH } },
  });
});

/** An answer of an older model, which calls the tool. */
const called = (...content: readonly object[]) => messages("", { content, stop_reason: "tool_use" });
const call = (input: unknown) => ({ type: "tool_use", id: "toolu_1", name: "json", input });

test("anthropic's older models: a tool that must be called, whose input is the answer's text", async () => {
  const { body, outcome } = await asked(
    "anthropic",
    "claude-3-5-haiku-latest",
    sends(200, called(call(OBJECT))),
  );
  expect(body).not.toHaveProperty("output_config");
  expect(body.tools).toEqual([expect.objectContaining({ name: "json", input_schema: SCHEMA })]);
  expect(body.tool_choice).toEqual({ type: "any", disable_parallel_tool_use: true });
  expect(outcome.answer).toEqual(ANSWERED);
  expect(outcome.record).toMatchObject({
    finish_reason_raw: "tool_use",
    reasoning: null,
    sent: { tools: [{ name: "json", input_schema: HASH }] },
  });
});

test.each([
  [
    "words on the way to the tool are kept apart",
    called({ type: "text", text: "Let me see." }, call(OBJECT)),
    TEXT,
    "Let me see.",
  ],
  ["two calls are both kept", called(call(OBJECT), call({ a: 1 })), `${TEXT}\n{"a":1}`, null],
  ["words alone are the answer", messages("I would rather not."), "I would rather not.", null],
  // The package refuses this one, and our own table reads the reason.
  [
    "a call in a body that the package refuses",
    { content: [call(OBJECT)], stop_reason: "tool_use" },
    TEXT,
    null,
  ],
])("anthropic's tool: %s", async (_, reply, text, reasoning) => {
  const { outcome } = await asked("anthropic", "claude-3-5-haiku-latest", sends(200, reply));
  expect(outcome.answer).toEqual({ ...ANSWERED, text });
  expect(outcome.record.reasoning).toBe(reasoning);
});

test.each([
  ["openai", "gpt-4-0613", chat(TEXT)],
  ["openai-compatible", "llama", chat(TEXT)],
  ["anthropic", "claude-3-5-haiku-latest", messages(TEXT)],
  ["google", "gemini-2.5-flash", gemini(TEXT)],
] as const)("%s: a model that takes no schema is sent none", async (provider, model, reply) => {
  const { body, outcome } = await asked(provider, model, sends(200, reply), { structured_output: false });
  expect(JSON.stringify(body)).not.toMatch(/reasoning|json/iu);
  expect(outcome.answer).toEqual(ANSWERED);
});

test("what the package cannot say of a schema is kept as a warning", async () => {
  const params = { temperature: null, options: { thinking: { type: "enabled", budgetTokens: 1024 } } };
  const reply = sends(200, called(call(OBJECT)));
  const { body, outcome } = await asked("anthropic", "claude-3-7-sonnet-20250219", reply, params);
  // A model that thinks cannot be made to call a tool.
  expect(body.tool_choice).toMatchObject({ type: "auto" });
  expect(outcome.record.warnings).toEqual([expect.stringMatching(/tool/iu)]);
});

test("a server that takes only its own form of JSON gets it by the basket's options", async () => {
  const params = { options: { response_format: { type: "json_object" } } };
  const { body } = await asked("openai-compatible", "some-model", sends(200, chat(TEXT)), params);
  expect(body.response_format).toEqual({ type: "json_object" });
});
