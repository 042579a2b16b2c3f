import { expect, test } from "vitest";
import type { Failed } from "../../../src/advisors/live/ask.ts";
import { FAULTS, type FaultClass } from "../../../src/advisors/live/faults.ts";
import type { ProviderName } from "../../../src/pipeline/definition.ts";
import { asking, modelAt } from "./asking.ts";
import { chat, inTurn, type Reply, sends } from "./server.ts";

/** Errors as the providers document them. */
const openai = (message: string, code: string | null, type = "invalid_request_error") => ({
  error: { message, type, param: null, code },
});
const anthropic = (type: string, message: string) => ({
  type: "error",
  error: { type, message },
  request_id: "r",
});
const google = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, status, message, details },
});
const perDay = {
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [
    {
      quotaMetric: "generate_content_free_tier_requests",
      quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
    },
  ],
};
const perMinute = {
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [
    { quotaMetric: "generate_content_requests", quotaId: "GenerateRequestsPerMinutePerProjectPerModel" },
  ],
};
const badKey = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" };

const page = "<html><head><style>b{}</style></head><body><h1>Bad gateway</h1></body></html>";
const reset: Reply = (response) => response.socket!.resetAndDestroy();
const hang: Reply = () => {};
const cut: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write(JSON.stringify(chat("0.25")).slice(0, 80));
  setTimeout(() => response.socket!.destroy(), 5);
};
const endless: Reply = (response) => {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
  };
  response.on("drain", more);
  more();
};
const cutButEnded: Reply = sends(200, JSON.stringify(chat("0.25")).slice(0, 80));

type Case = readonly [FaultClass, ProviderName, string, Reply, number | null];
const CASES: readonly Case[] = [
  [
    "rate-limit",
    "openai",
    "429",
    sends(429, openai("Rate limit reached", "rate_limit_exceeded", "requests")),
    429,
  ],
  ["rate-limit", "openai", "429 without a body", sends(429, ""), 429],
  ["rate-limit", "anthropic", "429", sends(429, anthropic("rate_limit_error", "Slow down")), 429],
  [
    "rate-limit",
    "google",
    "429 by the minute",
    sends(
      429,
      google(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [perMinute],
      ),
    ),
    429,
  ],
  [
    "rate-limit",
    "google",
    "503 that is one",
    sends(503, google(503, "RESOURCE_EXHAUSTED", "No capacity")),
    503,
  ],
  [
    "rate-limit",
    "openai-compatible",
    "200 with the status inside",
    sends(200, { error: { code: 429, message: "slow" } }),
    200,
  ],
  [
    "quota",
    "openai",
    "429 without credit",
    sends(
      429,
      openai(
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
        "insufficient_quota",
      ),
    ),
    429,
  ],
  [
    "quota",
    "openai",
    "400 at the hard limit",
    sends(400, openai("Billing hard limit has been reached", "billing_hard_limit_reached")),
    400,
  ],
  [
    "quota",
    "anthropic",
    "400 without credit",
    sends(
      400,
      anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    ),
    400,
  ],
  [
    "quota",
    "google",
    "429 by the day",
    sends(429, google(429, "RESOURCE_EXHAUSTED", "Quota exceeded", [perDay])),
    429,
  ],
  [
    "quota",
    "openai-compatible",
    "402",
    sends(402, { error: { code: 402, message: "Insufficient credits" } }),
    402,
  ],
  ["overloaded", "anthropic", "529", sends(529, anthropic("overloaded_error", "Overloaded")), 529],
  [
    "overloaded",
    "anthropic",
    "overloaded with another status",
    sends(500, anthropic("overloaded_error", "Overloaded")),
    500,
  ],
  [
    "overloaded",
    "anthropic",
    "overloaded with 200",
    sends(200, anthropic("overloaded_error", "Overloaded")),
    200,
  ],
  [
    "overloaded",
    "google",
    "503 of an overloaded model",
    sends(503, google(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")),
    503,
  ],
  ["server", "openai", "500", sends(500, openai("The server had an error", null, "server_error")), 500],
  ["server", "anthropic", "500", sends(500, anthropic("api_error", "Internal")), 500],
  ["server", "google", "503", sends(503, google(503, "UNAVAILABLE", "Unavailable")), 503],
  ["server", "openai", "502 with a page", sends(502, page), 502],
  [
    "server",
    "openai",
    "an error of the server with 200",
    sends(200, openai("The server had an error", null, "server_error")),
    200,
  ],
  ["timeout", "openai", "408", sends(408, openai("Timeout", null)), 408],
  ["timeout", "openai", "504", sends(504, page), 504],
  ["timeout", "openai", "no answer", hang, null],
  ["transport", "openai", "a connection that breaks", reset, null],
  ["cut-body", "openai", "a body cut by the connection", cut, 200],
  ["cut-body", "openai", "a body cut by the server", cutButEnded, 200],
  ["cut-body", "openai", "no body", sends(200, ""), 200],
  ["not-json", "openai", "a page with 200", sends(200, page, { "content-type": "text/html" }), 200],
  ["error-body", "openai", "an error with 200", sends(200, { error: { message: "something" } }), 200],
  [
    "error-body",
    "openai-compatible",
    "an error inside a choice",
    sends(200, {
      choices: [{ error: { message: "upstream" }, message: { content: "" }, finish_reason: "error" }],
    }),
    200,
  ],
  ["no-answer", "openai", "JSON that is no answer", sends(200, { hello: "world" }), 200],
  ["no-answer", "openai", "a body without an end", endless, 200],
  ["no-answer", "anthropic", "a list", sends(200, [1, 2]), 200],
  [
    "bad-request",
    "openai",
    "400",
    sends(400, openai("Unsupported value: 'temperature'", "unsupported_value")),
    400,
  ],
  [
    "bad-request",
    "openai-compatible",
    "422",
    sends(422, { detail: [{ loc: ["body"], msg: "field required" }] }),
    422,
  ],
  ["bad-request", "openai", "a request that the package refuses", sends(200, chat("0.25")), null],
  [
    "auth",
    "openai",
    "401",
    sends(401, openai("Incorrect API key provided: sk-ab***************wxyz.", "invalid_api_key")),
    401,
  ],
  ["auth", "anthropic", "403", sends(403, anthropic("permission_error", "No access")), 403],
  [
    "auth",
    "google",
    "400 for the key",
    sends(400, google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [badKey])),
    400,
  ],
  [
    "unknown-model",
    "openai",
    "404",
    sends(404, openai("The model `some-model` does not exist", "model_not_found")),
    404,
  ],
  ["unknown-model", "anthropic", "404", sends(404, anthropic("not_found_error", "model: some-model")), 404],
  ["unknown-model", "openai", "404 with a page", sends(404, page), 404],
  [
    "too-large",
    "openai",
    "400",
    sends(400, openai("This model's maximum context length is 8192 tokens.", "context_length_exceeded")),
    400,
  ],
  [
    "too-large",
    "anthropic",
    "400",
    sends(400, anthropic("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")),
    400,
  ],
  ["too-large", "anthropic", "413", sends(413, anthropic("request_too_large", "Too large")), 413],
  ["conflict", "openai", "409", sends(409, openai("Conflict", null)), 409],
  ["redirect", "openai", "302", sends(302, "", { location: "/login?token=secret" }), 302],
];

test.each(CASES)("%s: %s, %s", async (kind, provider, _how, reply, status) => {
  const { server, ask, kept, events } = await asking(reply, { baseMs: 1, capMs: 1, rateLimitedAttempts: 2 });
  const unsendable = _how === "a request that the package refuses";
  const model = modelAt(server.url, provider, {
    limits: { attempts: 2, timeoutSeconds: reply === hang ? 0.05 : 30 },
    ...(unsendable ? { params: { options: { logitBias: "wrong" } } } : {}),
  });
  const outcome = (await ask(model)) as Failed;
  const { retry, maybePaid } = FAULTS[kind];
  expect(outcome).toMatchObject({ kind: "error", error: { class: kind, status } });
  expect(outcome.attempts.map((attempt) => [attempt.class, attempt.status])).toEqual(
    Array.from({ length: retry ? 2 : 1 }, () => [kind, status]),
  );
  expect(server.received).toHaveLength(unsendable ? 0 : retry ? 2 : 1);
  expect(outcome.maybePaid).toBe(maybePaid ? (retry ? 2 : 1) : 0);
  expect(outcome.error.message).not.toBe("");
  expect(outcome.error.message.length).toBeLessThanOrEqual(300);
  expect(kept).toEqual([outcome]);
  expect(events.filter((event) => event.kind === "attempt-failed")).toHaveLength(retry ? 2 : 1);
});

test("every class is seen above but that for what nobody foresaw", () => {
  const seen = new Set(CASES.map(([kind]) => kind));
  expect(Object.keys(FAULTS).filter((kind) => !seen.has(kind as FaultClass))).toEqual(["other"]);
});

test.each([
  [
    "openai",
    sends(401, openai("Wrong key", "invalid_api_key")),
    "the key in TEST_API_KEY was refused (401): Wrong key",
  ],
  [
    "openai",
    sends(401, openai("Incorrect API key provided: sk-ab***************wxyz.", "invalid_api_key")),
    "the key in TEST_API_KEY was refused (401): Incorrect API key provided: [masked].",
  ],
  [
    "openai",
    sends(404, page),
    /^nothing is at this path of http:\/\/127\.0\.0\.1:\d+\/v1 \(404\): Bad gateway; is base_url right/u,
  ],
  [
    "openai",
    sends(302, "", { location: "/login?token=secret" }),
    /^the address redirects elsewhere \(302\): http:\/\/127\.0\.0\.1:\d+\/login$/u,
  ],
  ["openai", sends(500, "a\u0007b\nc"), "the server failed (500): a\\u0007b c"],
  ["openai", sends(500, ""), "the server failed (500)"],
  [
    "openai-compatible",
    sends(422, { detail: [{ msg: "field required" }] }),
    "the request was refused as wrong (422): field required",
  ],
  ["openai", cutButEnded, "the answer broke off (200): the body ends in the middle"],
] as const)("the message of an error of %s tells what happened (%#)", async (provider, reply, message) => {
  const { server, ask } = await asking(reply);
  const outcome = (await ask(modelAt(server.url, provider, { limits: { attempts: 1 } }))) as Failed;
  if (typeof message === "string") expect(outcome.error.message).toBe(message);
  else expect(outcome.error.message).toMatch(message);
});

test("nothing was paid where no connection came about", async () => {
  const { server, ask } = await asking(sends(200, chat("0.25")));
  const model = modelAt(server.url);
  await server.close();
  expect(await ask(model)).toMatchObject({
    kind: "error",
    error: { class: "transport", status: null },
    maybePaid: 0,
  });
});

test("an answer after failures tells of them", async () => {
  const { ask, server } = await asking(inTurn(sends(500, ""), cut, sends(429, ""), sends(200, chat("0.25"))));
  const outcome = await ask();
  expect(outcome).toMatchObject({ kind: "answer", answer: { text: "0.25" }, maybePaid: 1 });
  expect(outcome.attempts.map((attempt) => attempt.class)).toEqual(["server", "cut-body", "rate-limit"]);
  expect(server.received).toHaveLength(4);
});

test("rate limits use up no attempts", async () => {
  const limits = Array.from({ length: 10 }, () => sends(429, ""));
  const { ask, server } = await asking(inTurn(...limits, sends(500, ""), sends(200, chat("0.25"))));
  expect(await ask(modelAt(server.url, "openai", { limits: { attempts: 2 } }))).toMatchObject({
    kind: "answer",
  });
});

test("a rate limit that never ends ends the request after as many attempts as the policy says", async () => {
  const { ask, server } = await asking(sends(429, ""), { baseMs: 1, capMs: 1, rateLimitedAttempts: 7 });
  expect(await ask()).toMatchObject({ kind: "error", error: { class: "rate-limit" } });
  expect(server.received).toHaveLength(7);
});

test.each([
  [undefined, "TEST_API_KEY is not set, or empty: put the key into it"],
  [" \n", "TEST_API_KEY is not set, or empty: put the key into it"],
  ["two words", "the value of TEST_API_KEY is no key: it holds spaces or other characters that no key has"],
] as const)("a key that cannot be sent (%j) is told without quoting it", async (value, message) => {
  const { server, hooks } = await asking(sends(200, chat("0.25")));
  const { LiveAsker } = await import("../../../src/advisors/live/ask.ts");
  const secrets = new Map(value === undefined ? [] : [["TEST_API_KEY", value]]);
  const outcome = await new LiveAsker({ secrets }).ask(
    modelAt(server.url),
    { prompt: "?", temperature: 0, max_tokens: 9 },
    hooks,
  );
  expect(outcome).toMatchObject({ kind: "error", error: { class: "auth", status: null, message } });
  expect(server.received).toHaveLength(0);
});
