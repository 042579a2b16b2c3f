import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Answered } from "../../../src/advisors/live/ask.ts";
import type { ProviderName } from "../../../src/pipeline/definition.ts";
import { asking, modelAt } from "./asking.ts";
import { chat, gemini, inTurn, messages, type Reply, sends } from "./server.ts";

/** Asks once, and expects an answer at the first attempt. */
async function answerOf(provider: ProviderName, reply: Reply): Promise<Answered> {
  const { server, ask, kept } = await asking(reply);
  const outcome = await ask(modelAt(server.url, provider));
  expect(server.received).toHaveLength(1);
  expect(outcome).toMatchObject({ kind: "answer", attempts: [], maybePaid: 0 });
  expect(kept).toEqual([outcome]);
  return outcome as Answered;
}

const OPENAI_USAGE = { input: 11, input_cached: 4, output: 7, reasoning: 2 };

test.each([
  ["openai", chat("0.25"), "served-model", "fp_1", "chatcmpl-1", "stop", OPENAI_USAGE],
  ["together", chat("0.25"), "served-model", "fp_1", "chatcmpl-1", "stop", OPENAI_USAGE],
  // What comes from the cache and what goes there is counted apart from the rest: 11 + 4 + 3.
  [
    "anthropic",
    messages("0.25"),
    "served-claude",
    null,
    "msg_1",
    "end_turn",
    { input: 18, input_cached: 4, output: 7, reasoning: null },
  ],
  // Thoughts are counted apart from the answer: 5 + 2.
  ["google", gemini("0.25"), "served-gemini", null, "resp-1", "STOP", OPENAI_USAGE],
] as const)(
  "an answer of %s is read in full",
  async (provider, body, served, fingerprint, id, raw, usage) => {
    const { answer, record } = await answerOf(provider, sends(200, body));
    expect(answer).toEqual({ status: "answered", text: "0.25", vector: null, finish_reason: "stop" });
    expect(record).toMatchObject({
      served_model: served,
      fingerprint,
      id,
      finish_reason_raw: raw,
      usage,
      refusal: null,
      reasoning: null,
    });
    expect(record.latency_ms).toBeGreaterThanOrEqual(0);
  },
);

test("what a body does not say is null", async () => {
  const bare = { choices: [{ index: 0, message: { role: "assistant", content: "0.25" } }] };
  const { answer, record } = await answerOf("openai", sends(200, bare));
  expect(answer).toEqual({ status: "answered", text: "0.25", vector: null, finish_reason: null });
  expect(record).toMatchObject({
    served_model: null,
    fingerprint: null,
    id: null,
    finish_reason_raw: null,
    usage: { input: null, input_cached: null, output: null, reasoning: null },
  });
});

// learn.microsoft.com/azure/ai-services/openai/concepts/content-filter: the prompt was filtered.
test("a prompt that the provider's filter keeps back is a refusal, though it comes as an error", async () => {
  const message = "The response was filtered due to the prompt triggering the content management policy.";
  const error = { message, type: null, param: "prompt", code: "content_filter", status: 400 };
  const { server, ask, events } = await asking(sends(400, { error }));
  expect(await ask(modelAt(server.url, "openai-compatible"))).toMatchObject({
    kind: "answer",
    answer: { status: "refused", text: "", finish_reason: "content-filter" },
    record: { refusal: message, finish_reason_raw: "content_filter", usage: { input: null, output: null } },
    attempts: [],
    maybePaid: 0,
  });
  expect([server.received.length, events]).toEqual([1, []]);
});

const blocked = {
  promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
  usageMetadata: { promptTokenCount: 3 },
};
const cutByGoogle = (finishReason: string, text?: string) =>
  gemini("", {
    candidates: [{ content: text === undefined ? {} : { parts: [{ text }] }, finishReason, index: 0 }],
  });

test.each([
  [
    "openai",
    "in words",
    chat(null, { message: { refusal: "I will not." } }),
    "I will not.",
    "content-filter",
    "I will not.",
  ],
  [
    "together",
    "in words",
    chat(null, { message: { refusal: "I will not." } }),
    "I will not.",
    "content-filter",
    "I will not.",
  ],
  [
    "openai",
    "by the filter",
    chat("Half of", { finish: "content_filter" }),
    "Half of",
    "content-filter",
    null,
  ],
  [
    "openai",
    "by the filter, without words",
    chat(null, { finish: "content_filter" }),
    "",
    "content-filter",
    null,
  ],
  [
    "anthropic",
    "by its stop reason",
    messages("I can't", { stop_reason: "refusal" }),
    "I can't",
    "content-filter",
    null,
  ],
  [
    "anthropic",
    "without words",
    messages("", { content: [], stop_reason: "refusal" }),
    "",
    "content-filter",
    null,
  ],
  ["google", "for safety", cutByGoogle("SAFETY", "Half"), "Half", "content-filter", null],
  ["google", "for its content", cutByGoogle("PROHIBITED_CONTENT"), "", "content-filter", null],
  ["google", "of the prompt", blocked, "", "content-filter", null],
] as const)("a refusal of %s %s is an answer", async (provider, _how, body, text, finish, refusal) => {
  const { answer, record } = await answerOf(provider, sends(200, body));
  expect(answer).toEqual({ status: "refused", text, vector: null, finish_reason: finish });
  expect(record.refusal).toBe(refusal);
});

test.each([
  ["openai", "null content", chat(null), "stop"],
  ["openai", "no content", chat(null, { message: { content: undefined } }), "stop"],
  ["openai", "empty content", chat(""), "stop"],
  ["openai", "no choices", chat("", { body: { choices: [] } }), null],
  ["openai-compatible", "no choices", chat("", { body: { choices: [] } }), null],
  ["openai", "a budget eaten by thoughts", chat(null, { finish: "length" }), "length"],
  ["anthropic", "no blocks", messages("", { content: [] }), "stop"],
  ["google", "no candidates", gemini("", { candidates: [] }), null],
  ["google", "no parts", cutByGoogle("MAX_TOKENS"), "length"],
] as const)("%s: %s is an empty answer", async (provider, _what, body, finish) => {
  const { answer } = await answerOf(provider, sends(200, body));
  expect(answer).toEqual({ status: "empty", text: "", vector: null, finish_reason: finish });
});

test.each([
  ["openai", chat("0.2", { finish: "length" }), "length"],
  ["anthropic", messages("0.2", { stop_reason: "max_tokens" }), "max_tokens"],
  ["google", cutByGoogle("MAX_TOKENS", "0.2"), "MAX_TOKENS"],
] as const)("an answer of %s that was cut at its length is an answer", async (provider, body, raw) => {
  const { answer, record } = await answerOf(provider, sends(200, body));
  expect(answer).toEqual({ status: "answered", text: "0.2", vector: null, finish_reason: "length" });
  expect(record.finish_reason_raw).toBe(raw);
});

test.each([
  ["openai", chat("0.25", { message: { reasoning_content: "Hm." } })],
  ["openai-compatible", chat("0.25", { message: { reasoning: "Hm." } })],
  [
    "openai-compatible",
    chat(null, {
      message: {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
          { type: "text", text: "0.25" },
        ],
      },
    }),
  ],
  [
    "anthropic",
    messages("", {
      content: [
        { type: "thinking", thinking: "Hm.", signature: "s" },
        { type: "text", text: "0.25" },
      ],
    }),
  ],
  [
    "google",
    gemini("", {
      candidates: [
        { content: { parts: [{ text: "Hm.", thought: true }, { text: "0.25" }] }, finishReason: "STOP" },
      ],
    }),
  ],
] as const)("thoughts of %s are kept apart from the answer", async (provider, body) => {
  const { answer, record } = await answerOf(provider, sends(200, body));
  expect(answer.text).toBe("0.25");
  expect(record.reasoning).toBe("Hm.");
});

test("text is kept exactly: lone surrogates, white space, control characters, tags", async () => {
  const text = " \ud83d \udc00\u0000\r\n<think>0.5</think>\u2028é\u0301\ufeff ";
  const { answer } = await answerOf("openai", sends(200, chat(text)));
  expect(answer.text).toBe(text);
});

test("an answer of two million characters is an answer", async () => {
  const { answer } = await answerOf("openai", sends(200, chat("x".repeat(2_000_000))));
  expect(answer.text).toHaveLength(2_000_000);
});

test("an answer that was compressed unasked is read", async () => {
  const { answer } = await answerOf("openai", (response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync(JSON.stringify(chat("0.25"))));
  });
  expect(answer.text).toBe("0.25");
});

test.each([
  ["openai", "no index", { choices: [{ message: { content: "0.25" }, finish_reason: "stop" }] }],
  [
    "openai",
    "a tool of another kind",
    chat("0.25", { message: { tool_calls: [{ id: 7, type: "custom" }] } }),
  ],
  ["openai-compatible", "usage in words", chat("0.25", { body: { usage: "some" } })],
  [
    "anthropic",
    "no type and no usage",
    { content: [{ type: "text", text: "0.25" }], stop_reason: "end_turn" },
  ],
  [
    "anthropic",
    "a block that nobody knows",
    messages("", { content: [{ type: "novel" }, { type: "text", text: "0.25" }] }),
  ],
  ["google", "ratings in words", gemini("0.25", { promptFeedback: { safetyRatings: "good" } })],
] as const)(
  "a paid answer of %s that its package refuses (%s) is kept all the same",
  async (provider, _how, body) => {
    const { answer, record } = await answerOf(provider, sends(200, body));
    expect(answer).toEqual({ status: "answered", text: "0.25", vector: null, finish_reason: "stop" });
    expect(record.warnings).toEqual([expect.stringMatching(/^the provider's package refused the answer: /u)]);
  },
);

test.each([
  { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "0s" },
  { "retry-after": "3600" },
  { "content-type": "text/html" },
  { "x-should-retry": "true" },
])("a paid answer is kept whatever its headers say: %j", async (headers) => {
  const { answer } = await answerOf("openai", sends(200, chat("0.25"), headers));
  expect(answer.text).toBe("0.25");
});

test.each([
  ["a choice that ends with an error", { finish_reason: "error" }, {}],
  [
    "an error beside words without an end",
    { finish_reason: null },
    { error: { message: "late", code: 529 } },
  ],
  ["a choice without a message", { message: undefined }, {}],
])("%s is asked again", async (_, choice, body) => {
  const broken = { ...chat("The state is 0.7 so I"), ...body };
  const [first] = broken.choices;
  const { server, ask } = await asking(
    inTurn(sends(200, { ...broken, choices: [{ ...first, ...choice }] }), sends(200, chat("0.25"))),
  );
  const outcome = await ask(modelAt(server.url, "openai"));
  if (outcome.kind === "answer") {
    expect(outcome.answer.text).toBe("0.25");
    expect(outcome.attempts).toHaveLength(1);
  } else expect(outcome).toMatchObject({ kind: "error", error: { class: "no-answer" } });
});

test("an answer that came to its end beside an error is an answer", async () => {
  const { answer } = await answerOf(
    "openai",
    sends(200, chat("0.25", { body: { error: { message: "late" } } })),
  );
  expect(answer.text).toBe("0.25");
});

test("Google's answer in several pieces is cut at the first, since only one request was admitted", async () => {
  const body = gemini("", {
    candidates: [
      { content: { parts: [{ text: "0.2" }] }, finishReason: "CONTINUATION", continuationToken: "t" },
    ],
  });
  const { answer } = await answerOf("google", sends(200, body));
  expect(answer).toEqual({ status: "answered", text: "0.2", vector: null, finish_reason: "length" });
});

// The raw reasons that the providers document, read by our own table where a package refuses the body, and by the
// package where it does not: both agree.
test.each([
  ["openai", ["stop", "length", "content_filter", "tool_calls", "function_call", "novel"]],
  [
    "anthropic",
    [
      "end_turn",
      "max_tokens",
      "stop_sequence",
      "tool_use",
      "pause_turn",
      "refusal",
      "model_context_window_exceeded",
      "novel",
    ],
  ],
  [
    "google",
    [
      "STOP",
      "MAX_TOKENS",
      "SAFETY",
      "RECITATION",
      "BLOCKLIST",
      "PROHIBITED_CONTENT",
      "SPII",
      "IMAGE_SAFETY",
      "MALFORMED_FUNCTION_CALL",
      "OTHER",
      "NOVEL",
    ],
  ],
] as const)("finish reasons of %s are the same by both readings", async (provider, reasons) => {
  for (const reason of reasons) {
    const sound =
      provider === "openai"
        ? chat("x", { finish: reason })
        : provider === "anthropic"
          ? messages("x", { stop_reason: reason })
          : cutByGoogle(reason, "x");
    const { usage: _usage, ...unsound } = {
      ...sound,
      ...(provider === "anthropic" ? { type: "novel" } : { id: 7, responseId: 7 }),
    } as { usage?: unknown };
    const byPackage = await answerOf(provider, sends(200, sound));
    const byTable = await answerOf(provider, sends(200, unsound));
    expect(byPackage.record.warnings).toEqual([]);
    expect(byTable.record.warnings).toHaveLength(1);
    expect([reason, byTable.answer.finish_reason]).toEqual([reason, byPackage.answer.finish_reason]);
  }
});
