import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import { firstNumber } from "../../src/cheap-talk/numbers.ts";
import { FRAMES, renderPrompt } from "../../src/cheap-talk/templates.ts";
import {
  answer,
  byRequest,
  eachInTurn,
  echoKey,
  emptyChoices,
  hugeAnswer,
  inTurn,
  loneSurrogate,
  noUsage,
  nullContent,
  rateLimit,
  refusal,
  status,
  withHeaders,
  wrongServedModel,
} from "../providers/behaviours.ts";
import { finishOf, KEY, MODEL, messageOf, SPOKEN, say, textOf } from "../providers/client.ts";
import { startProvidersProcess } from "../providers/process.ts";
import { keyOf, modelOf, promptOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
});
afterAll(() => providers.close());
afterEach(() => {
  providers.script(answer());
  providers.clear();
});

test.each(SPOKEN)(
  "%s: the answer is in the protocol's form and depends on the prompt alone",
  async (spoken) => {
    const [first, second] = [await say(providers, spoken), await say(providers, spoken)];
    expect(first.status).toBe(200);
    expect(textOf(spoken, first.body)).toBe("The state is 0.250000.");
    expect(textOf(spoken, second.body)).toBe("The state is 0.250000.");
    expect(finishOf(spoken, first.body)).toBe(
      { openai: "stop", anthropic: "end_turn", google: "STOP" }[spoken],
    );
    const { model, modelVersion, usage, usageMetadata } = first.body;
    expect(spoken === "google" ? modelVersion : model).toBe(MODEL);
    // 22 letters are 6 tokens at four letters each.
    const output = {
      openai: usage?.completion_tokens,
      anthropic: usage?.output_tokens,
      google: usageMetadata?.candidatesTokenCount,
    };
    expect(output[spoken]).toBe(6);

    expect(providers.requests.map(({ number, attempt, protocol }) => [number, attempt, protocol])).toEqual([
      [0, 0, spoken],
      [1, 1, spoken],
    ]);
    const [kept] = providers.requests;
    expect([promptOf(kept!), modelOf(kept!), keyOf(kept!)]).toEqual(["The state is 0.250000.", MODEL, KEY]);
    expect(kept!.text).toBe(messageOf(providers, spoken).init.body);
  },
);

test("the study's own prompts are answered truly, and comprehension is passed", async () => {
  const prompt = (name: string) => {
    const file = `data/prompts/cheap-talk/${name}.txt`;
    return renderPrompt(file, readFileSync(file, "utf8"), { omega: 0.3, bias: 0.12 });
  };
  for (const frame of FRAMES) {
    const { body } = await say(providers, "openai", prompt(frame));
    expect(textOf("openai", body)).toBe("The state is 0.300000.");
    expect(firstNumber(textOf("openai", body)!)).toBe(0.3);
  }
  const { body } = await say(providers, "anthropic", prompt("comprehension"));
  expect(textOf("anthropic", body)).toBe("0.300000, 0.420000");
  expect(namesBothIdeals(textOf("anthropic", body)!, 0.3, 0.42)).toBe(true);
});

test.each([
  ["Round 12. Omega = 0.75, b = 0.1", "The state is 0.75."],
  ["The true state: .5 of 7", "The state is .5."],
  ["Of 12 numbers 0.4 is the last", "The state is 0.4."],
  ["Say something", "I know no number."],
])("a prompt without a printed state: %s", async (prompt, said) => {
  expect(textOf("google", (await say(providers, "google", prompt)).body)).toBe(said);
});

test.each(SPOKEN)("%s: finish, usage, model, reasoning and headers as scripted", async (spoken) => {
  const usage = { input: 100, output: 30, reasoning: 20, cached: 40 };
  const headers = { "x-ratelimit-remaining-requests": "0" };
  providers.script(
    answer("Hm", { finish: "length", usage, model: "served-2", reasoning: "I think", headers }),
  );
  const { body, headers: sent } = await say(providers, spoken);
  expect(textOf(spoken, body)).toBe("Hm");
  expect(sent.get("x-ratelimit-remaining-requests")).toBe("0");
  expect(finishOf(spoken, body)).toBe(
    { openai: "length", anthropic: "max_tokens", google: "MAX_TOKENS" }[spoken],
  );
  expect(body.model ?? body.modelVersion).toBe("served-2");
  if (spoken === "openai") {
    expect(body.choices[0].message.reasoning_content).toBe("I think");
    expect(body.system_fingerprint).toBe("fp_loopback");
    expect(body.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 30, total_tokens: 130 });
  } else if (spoken === "anthropic") {
    expect(body.content[0]).toMatchObject({ type: "thinking", thinking: "I think" });
    // Anthropic counts cached input apart.
    expect(body.usage).toMatchObject({ input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 30 });
  } else {
    expect(body.candidates[0].content.parts[0]).toEqual({ text: "I think", thought: true });
    // Google counts thoughts apart.
    expect(body.usageMetadata).toMatchObject({ candidatesTokenCount: 10, thoughtsTokenCount: 20 });
  }
});

test("a refusal is marked in the protocol's way", async () => {
  providers.script(refusal("No."));
  const { message } = (await say(providers, "openai")).body.choices[0];
  expect([message.content, message.refusal]).toEqual([null, "No."]);
  const anthropic = (await say(providers, "anthropic")).body;
  expect([anthropic.stop_reason, textOf("anthropic", anthropic)]).toEqual(["refusal", "No."]);
  expect(finishOf("google", (await say(providers, "google")).body)).toBe("SAFETY");
  providers.script(refusal(""));
  const blocked = (await say(providers, "google")).body;
  expect([blocked.promptFeedback, blocked.candidates]).toEqual([
    { blockReason: "PROHIBITED_CONTENT" },
    undefined,
  ]);
  providers.script(answer("Cut", { finish: "content-filter" }));
  expect(finishOf("openai", (await say(providers, "openai")).body)).toBe("content_filter");
});

test("no text, no choices, no usage, another model or none", async () => {
  providers.script(nullContent());
  const [openai, anthropic, google] = [
    await say(providers, "openai"),
    await say(providers, "anthropic"),
    await say(providers, "google"),
  ];
  expect([textOf("openai", openai.body), finishOf("openai", openai.body)]).toEqual([null, "length"]);
  expect(anthropic.body.content).toEqual([]);
  expect(google.body.candidates[0].content).toEqual({ role: "model" });
  providers.script(emptyChoices());
  expect((await say(providers, "openai")).body.choices).toEqual([]);
  expect((await say(providers, "google")).body.candidates).toEqual([]);
  providers.script(noUsage());
  for (const spoken of SPOKEN) {
    const { body } = await say(providers, spoken);
    expect([body.usage, body.usageMetadata]).toEqual([undefined, undefined]);
  }
  providers.script(inTurn(wrongServedModel(), wrongServedModel(null)));
  expect((await say(providers, "openai")).body.model).toBe("another-model");
  expect("model" in (await say(providers, "openai")).body).toBe(false);
});

test("texts that are hard to carry", async () => {
  providers.script(hugeAnswer(3_000_000));
  expect(textOf("openai", (await say(providers, "openai")).body)).toHaveLength(3_000_000);
  providers.script(loneSurrogate());
  for (const spoken of SPOKEN) {
    const { text, body } = await say(providers, spoken);
    expect(text).toContain("\\ud83d");
    expect(textOf(spoken, body)).toBe("half \ud83d of a pair");
  }
});

test.each(SPOKEN)("%s: the key is quoted, as it is and URL-encoded", async (spoken) => {
  providers.script(echoKey());
  const refused = await say(providers, spoken);
  expect([refused.status, refused.headers.get("x-echo")]).toEqual([401, KEY]);
  expect(refused.body.error.message).toBe(`Your key is ${KEY}, in a query ${encodeURIComponent(KEY)}`);
  providers.script(echoKey("answer"));
  expect(textOf(spoken, (await say(providers, spoken)).body)).toContain(KEY);
});

test("behaviours in turn: over all requests, for each body, by what is asked", async () => {
  const codes = async (...prompts: string[]) => {
    const found: number[] = [];
    for (const prompt of prompts) found.push((await say(providers, "openai", prompt)).status);
    return found;
  };
  providers.script(inTurn(status(500), rateLimit(), answer()));
  expect(await codes("a", "b", "a", "b")).toEqual([500, 429, 200, 200]);
  providers.clear();
  providers.script(eachInTurn(status(500), rateLimit(), answer()));
  expect(await codes("a", "b", "a", "b", "a", "b")).toEqual([500, 500, 429, 429, 200, 200]);
  providers.script(byRequest((request) => (promptOf(request) === "b" ? status(404) : answer())));
  expect(await codes("a", "b", "a")).toEqual([200, 404, 200]);
  providers.script(withHeaders(status(503), { "retry-after": "3" }));
  expect((await say(providers, "anthropic")).headers.get("retry-after")).toBe("3");
});

test("the log counts what was asked and what was answered, by body", async () => {
  providers.script(eachInTurn(status(500), answer()));
  await Promise.all(["a", "b", "c"].map((prompt) => say(providers, "openai", prompt)));
  await Promise.all(["a", "b"].map((prompt) => say(providers, "openai", prompt)));
  const log = providers.log();
  expect([log.total, log.answered, log.mostInFlight > 0]).toEqual([5, 2, true]);
  expect(Object.values(log.byBody).sort()).toEqual([1, 2, 2]);
  const hashes = providers.requests.map(({ hash }) => hash);
  expect(Object.keys(log.answeredByBody).sort()).toEqual([...new Set(hashes.slice(3))].sort());
  expect(log.firstAt).toBe(providers.requests[0]!.at);
  expect(log.lastAnsweredAt).toBeGreaterThan(providers.requests[3]!.at);
  expect(await (await fetch(`${providers.url}/log`)).json()).toMatchObject({ total: 5, answered: 2 });
});

test("an unknown path is answered like OpenAI's and marked", async () => {
  providers.script(status(404));
  const response = await fetch(`${providers.url}/elsewhere`, { method: "POST", body: "no JSON" });
  expect(response.status).toBe(404);
  expect(providers.requests[0]).toMatchObject({ protocol: "other", body: null, text: "no JSON" });
});

test("a server of its own process outlives its client, counts and can be told to forget", async () => {
  const other = await startProvidersProcess({ latencyMs: 200, faults: "seed:0" });
  try {
    const { url, init } = messageOf(other, "openai", "The state is 0.5.");
    await expect(fetch(url, { ...init, signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/u);
    expect(textOf("google", (await say(other, "google", "The state is 0.5.")).body)).toBe(
      "The state is 0.5.",
    );
    const log = await other.log();
    expect([log.total, log.answered, Object.values(log.byBody)]).toEqual([2, 1, [1, 1]]);
    expect(log.lastAnsweredAt! - log.firstAt!).toBeGreaterThan(198);
    await other.clear();
    expect(await other.log()).toMatchObject({ total: 0, answered: 0, byBody: {}, firstAt: null });
  } finally {
    await other.close();
  }
});
