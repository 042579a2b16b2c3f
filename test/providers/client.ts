import type { Providers } from "./server.ts";

export type Spoken = "openai" | "anthropic" | "google";
export const SPOKEN: readonly Spoken[] = ["openai", "anthropic", "google"];

/** What the requests below send as key and model. */
export const KEY = "sk-test/of+a key";
export const MODEL = "model-1";

/** A prompt that the server answers with "The state is 0.250000." */
export const PROMPT = "The state is 0.250000.";

/** Base URLs of a server. */
export type Base = Pick<Providers, Spoken>;

/** The request as each provider's documents have it. */
export function messageOf(base: Base, spoken: Spoken, prompt = PROMPT) {
  const messages = [{ role: "user", content: prompt }];
  const [url, headers, body] = {
    openai: [
      `${base.openai}/chat/completions`,
      { authorization: `Bearer ${KEY}` },
      { model: MODEL, messages, max_tokens: 64 },
    ],
    anthropic: [
      `${base.anthropic}/messages`,
      { "x-api-key": KEY, "anthropic-version": "2023-06-01" },
      { model: MODEL, messages, max_tokens: 64 },
    ],
    google: [
      `${base.google}/models/${MODEL}:generateContent`,
      { "x-goog-api-key": KEY },
      { contents: [{ role: "user", parts: [{ text: prompt }] }] },
    ],
  }[spoken] as [string, Record<string, string>, object];
  return {
    url,
    init: {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual" as const,
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of three protocols, looked into by the tests
export type Body = any;

/** Sends one request and reads the whole response; `body` is null where that is not JSON. */
export async function say(base: Base, spoken: Spoken, prompt = PROMPT) {
  const { url, init } = messageOf(base, spoken, prompt);
  const response = await fetch(url, init);
  const text = await response.text();
  const json = /^application\/json/u.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (json ? JSON.parse(text) : null) as Body,
  };
}

/** The words of an answer, where the protocol has them. */
export function textOf(spoken: Spoken, body: Body): string | null | undefined {
  if (spoken === "openai") return body.choices[0].message.content;
  if (spoken === "anthropic") return body.content.find(({ type }: Body) => type === "text")?.text;
  return body.candidates[0].content.parts?.find(({ thought }: Body) => !thought).text;
}

/** The finish reason, in the protocol's own words. */
export function finishOf(spoken: Spoken, body: Body): string {
  if (spoken === "openai") return body.choices[0].finish_reason;
  return spoken === "anthropic" ? body.stop_reason : body.candidates[0].finishReason;
}
