import { expect, test } from "vitest";
import type { AskRequest } from "../../../src/pipeline/stage.ts";
import { asking, KEY, modelAt } from "./asking.ts";
import { chat, gemini, messages, sends } from "./server.ts";

const TALK: AskRequest = {
  before: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hi." },
  ],
  prompt: "A number?",
  temperature: 0.7,
  max_tokens: 64,
};
const PARAMS = { seed: 5, top_p: 0.9, stop: ["END"], frequency_penalty: 0.1, presence_penalty: 0.2 };

test("a request to OpenAI is one of chat completions", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  await ask(modelAt(server.url, "openai", { model: "gpt-4o", params: PARAMS }), TALK);
  expect(server.received).toHaveLength(1);
  const { url, headers, body } = server.received[0]!;
  expect(url).toBe("/v1/chat/completions");
  expect(headers.authorization).toBe(`Bearer ${KEY}`);
  expect(headers["content-type"]).toBe("application/json");
  expect(body).toEqual({
    model: "gpt-4o",
    max_tokens: 64,
    temperature: 0.7,
    top_p: 0.9,
    frequency_penalty: 0.1,
    presence_penalty: 0.2,
    stop: ["END"],
    seed: 5,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello." },
      { role: "assistant", content: "Hi." },
      { role: "user", content: "A number?" },
    ],
  });
});

test("OpenAI's reasoning models get max_completion_tokens and no temperature, and the record says so", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  const outcome = await ask(modelAt(server.url, "openai", { model: "gpt-5-mini" }), TALK);
  expect(server.received[0]!.body).toMatchObject({ model: "gpt-5-mini", max_completion_tokens: 64 });
  expect(server.received[0]!.body).not.toHaveProperty("temperature");
  expect(outcome).toMatchObject({
    record: {
      sent: { model: "gpt-5-mini", max_completion_tokens: 64 },
      warnings: ["unsupported temperature: temperature is not supported for reasoning models"],
    },
  });
});

test("a request to Anthropic is one of the messages API", async () => {
  const { server, ask } = await asking(sends(200, messages("0.25")));
  const params = { seed: 5, top_k: 40, stop: ["END"] };
  const outcome = await ask(
    modelAt(server.url, "anthropic", { model: "claude-3-5-haiku-latest", params }),
    TALK,
  );
  const { url, headers, body } = server.received[0]!;
  expect(url).toBe("/v1/messages");
  expect(headers["x-api-key"]).toBe(KEY);
  expect(headers["anthropic-version"]).toBe("2023-06-01");
  expect(headers).not.toHaveProperty("authorization");
  expect(body).toEqual({
    model: "claude-3-5-haiku-latest",
    max_tokens: 64,
    temperature: 0.7,
    top_k: 40,
    stop_sequences: ["END"],
    system: [{ type: "text", text: "Be brief." }],
    messages: [
      { role: "user", content: [{ type: "text", text: "Hello." }] },
      { role: "assistant", content: [{ type: "text", text: "Hi." }] },
      { role: "user", content: [{ type: "text", text: "A number?" }] },
    ],
  });
  expect(outcome).toMatchObject({ record: { warnings: ["unsupported seed"] } });
});

test("a request to Google is one of generateContent", async () => {
  const { server, ask } = await asking(sends(200, gemini("0.25")));
  const params = { seed: 5, top_k: 40, stop: ["END"], options: { thinkingConfig: { thinkingBudget: 0 } } };
  await ask(modelAt(server.url, "google", { model: "gemini-2.5-flash", params }), TALK);
  const { url, headers, body } = server.received[0]!;
  expect(url).toBe("/v1beta/models/gemini-2.5-flash:generateContent");
  expect(headers["x-goog-api-key"]).toBe(KEY);
  expect(body).toEqual({
    generationConfig: {
      maxOutputTokens: 64,
      temperature: 0.7,
      topK: 40,
      stopSequences: ["END"],
      seed: 5,
      thinkingConfig: { thinkingBudget: 0 },
    },
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [
      { role: "user", parts: [{ text: "Hello." }] },
      { role: "model", parts: [{ text: "Hi." }] },
      { role: "user", parts: [{ text: "A number?" }] },
    ],
  });
});

test.each(["together", "openai-compatible"] as const)(
  "options of %s go into the body as they stand",
  async (provider) => {
    const { server, ask } = await asking(sends(200, chat("0.25")));
    const params = { options: { min_p: 0.1, reasoningEffort: "low" } };
    await ask(modelAt(server.url, provider, { params }), TALK);
    expect(server.received[0]!.url).toBe("/v1/chat/completions");
    expect(server.received[0]!.body).toMatchObject({ min_p: 0.1, reasoning_effort: "low", max_tokens: 64 });
  },
);

test("the basket's params win over the request's", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  await ask(modelAt(server.url, "openai", { model: "gpt-4o", params: { temperature: null, max_tokens: 9 } }));
  await ask(modelAt(server.url, "openai", { name: "b", model: "gpt-4o", params: { temperature: 0 } }));
  expect(server.received[0]!.body).toMatchObject({ max_tokens: 9 });
  expect(server.received[0]!.body).not.toHaveProperty("temperature");
  expect(server.received[1]!.body).toMatchObject({ temperature: 0, max_tokens: 64 });
});

test.each([
  ["openai", chat("0.25")],
  ["anthropic", messages("0.25")],
  ["google", gemini("0.25")],
  ["openai-compatible", chat("0.25")],
] as const)(
  "a server of %s that wants no key gets none, whatever the environment holds",
  async (provider, body) => {
    const before = { ...process.env };
    for (const name of ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"])
      process.env[name] = "from-the-environment";
    try {
      const { server, ask } = await asking(sends(200, body));
      expect(await ask(modelAt(server.url, provider, { key: null }))).toMatchObject({ kind: "answer" });
      const { headers } = server.received[0]!;
      for (const name of ["authorization", "x-api-key", "x-goog-api-key"])
        expect(headers).not.toHaveProperty(name);
      expect(JSON.stringify(headers)).not.toContain("from-the-environment");
    } finally {
      process.env = before;
    }
  },
);

test("what was said is not kept in the record of what was sent", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  const outcome = await ask(modelAt(server.url, "openai", { model: "gpt-4o" }), TALK);
  expect(outcome).toMatchObject({ record: { sent: { model: "gpt-4o", max_tokens: 64, temperature: 0.7 } } });
  expect(JSON.stringify(outcome)).not.toContain("Be brief.");
});

test("connections stay open between requests", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  const sockets = new Set<unknown>();
  const { reply } = server;
  server.reply = (response, request, index) => {
    sockets.add(response.socket);
    reply(response, request, index);
  };
  for (let i = 0; i < 3; i++) await ask();
  expect(sockets.size).toBe(1);
});
