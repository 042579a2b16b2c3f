import { request as httpRequest } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  afterMs,
  answer,
  cutJson,
  errorBody200,
  hang,
  html200,
  quota,
  rateLimit,
  redirect,
  refusedKey,
  resetAfterHeaders,
  resetBefore,
  slowDrip,
  status,
} from "../providers/behaviours.ts";
import { messageOf, SPOKEN, type Spoken, say, textOf } from "../providers/client.ts";
import { faultMix } from "../providers/faults.ts";
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

/** What fetch says of a connection that breaks: a TypeError whose cause has a code. */
async function broken(spoken: Spoken): Promise<string> {
  try {
    await say(providers, spoken);
  } catch (error) {
    return ((error as Error).cause as { code: string }).code;
  }
  throw new Error("the response came whole");
}

/** Status and headers of a response, and how its body ends. */
function raw(spoken: Spoken): Promise<{ status: number; length: number; error: string | null }> {
  const { url, init } = messageOf(providers, spoken);
  return new Promise((resolve, reject) => {
    let came = false;
    const sent = httpRequest(url, { method: "POST", headers: init.headers }, (response) => {
      came = true;
      let length = 0;
      const end = (error: string | null) => resolve({ status: response.statusCode!, length, error });
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on("error", (error: NodeJS.ErrnoException) => end(error.code!));
      response.on("end", () => end(null));
    });
    // Of a reset after the headers both request and response tell.
    sent.on("error", (error) => {
      if (!came) reject(error);
    });
    sent.end(init.body);
  });
}

test("rate limits and quotas differ as they do at the providers", async () => {
  providers.script(rateLimit({ retryAfter: 7 }));
  const openai = await say(providers, "openai");
  expect([openai.status, openai.headers.get("retry-after"), openai.body.error.code]).toEqual([
    429,
    "7",
    "rate_limit_exceeded",
  ]);
  const anthropic = await say(providers, "anthropic");
  expect([anthropic.status, anthropic.body.error.type]).toEqual([429, "rate_limit_error"]);
  const google = await say(providers, "google");
  expect([google.status, google.headers.get("retry-after"), google.body.error.status]).toEqual([
    429,
    null,
    "RESOURCE_EXHAUSTED",
  ]);
  expect(google.body.error.details.at(-1).retryDelay).toBe("7s");
  expect(google.body.error.details[0].violations[0].quotaId).toContain("PerMinute");

  const date = "Wed, 21 Oct 2026 07:28:00 GMT";
  providers.script(rateLimit({ retryAfter: date, headers: { "x-ratelimit-reset-tokens": "6m0s" } }));
  const dated = await say(providers, "google");
  expect([dated.headers.get("retry-after"), dated.headers.get("x-ratelimit-reset-tokens")]).toEqual([
    date,
    "6m0s",
  ]);

  providers.script(quota());
  expect((await say(providers, "openai")).body.error.code).toBe("insufficient_quota");
  const credit = await say(providers, "anthropic");
  expect([credit.status, credit.body.error.message.slice(0, 32)]).toEqual([
    400,
    "Your credit balance is too low t",
  ]);
  expect((await say(providers, "google")).body.error.details[0].violations[0].quotaId).toContain("PerDay");

  providers.script(refusedKey());
  const [first, second, third] = [
    await say(providers, "openai"),
    await say(providers, "anthropic"),
    await say(providers, "google"),
  ];
  expect([first.status, second.status, third.status]).toEqual([401, 401, 400]);
  expect(third.body.error.details[0].reason).toBe("API_KEY_INVALID");
});

test.each([400, 401, 403, 404, 408, 409, 422, 429, 500, 503, 529])(
  "status %i in each protocol",
  async (code) => {
    providers.script(status(code));
    for (const spoken of SPOKEN) {
      const { status: sent, body } = await say(providers, spoken);
      expect([sent, typeof body.error.message]).toEqual([code, "string"]);
      if (spoken === "anthropic") expect(body.type).toBe("error");
      if (spoken === "google") expect(body.error.code).toBe(code);
    }
  },
);

test("connections that break, before and after the headers", async () => {
  providers.script(resetBefore());
  expect(await broken("openai")).toBe("ECONNRESET");
  await expect(raw("openai")).rejects.toMatchObject({ code: "ECONNRESET" });
  providers.script(resetAfterHeaders());
  expect(await raw("anthropic")).toEqual({ status: 200, length: 0, error: "ECONNRESET" });
  providers.script(cutJson());
  expect(await broken("google")).toBe("UND_ERR_SOCKET");
  const half = await raw("google");
  expect([half.status, half.length > 50, half.error]).toEqual([200, true, "ECONNRESET"]);
  providers.script(cutJson("chunked"));
  expect(await raw("openai")).toMatchObject({ status: 200, error: "ECONNRESET" });
  providers.script(cutJson("clean"));
  expect(await raw("openai")).toMatchObject({ status: 200, error: null });
  await expect(say(providers, "openai")).rejects.toThrow(SyntaxError);
  expect(providers.log()).toMatchObject({ total: 8, answered: 0 });
});

test("nothing comes, or slowly, or later", async () => {
  providers.script(hang());
  const { url, init } = messageOf(providers, "openai", "x");
  await expect(fetch(url, { ...init, signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/u);
  for (const slow of [slowDrip(100), afterMs(100)]) {
    providers.script(slow);
    const began = performance.now();
    expect(textOf("openai", (await say(providers, "openai")).body)).toBe("The state is 0.250000.");
    // Timers may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(98);
  }
  expect(providers.log()).toMatchObject({ total: 3, answered: 2 });
});

test("200 that is no answer", async () => {
  providers.script(html200());
  const page = await say(providers, "openai");
  expect([page.status, page.text.slice(0, 15)]).toEqual([200, "<!doctype html>"]);
  providers.script(errorBody200("overloaded"));
  const overloaded = await say(providers, "anthropic");
  expect([overloaded.status, overloaded.body.error.type]).toEqual([200, "overloaded_error"]);
  providers.script(redirect("http://127.0.0.1:1/elsewhere?key=1"));
  const moved = await say(providers, "openai");
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "http://127.0.0.1:1/elsewhere?key=1"]);
  expect(providers.log()).toMatchObject({ total: 3, answered: 0 });
});

test("a mix of faults depends on seed and body, not on the order of requests", async () => {
  const prompts = Array.from({ length: 60 }, (_, index) => `prompt ${index}`);
  const outcomes = async (order: readonly string[]) => {
    providers.clear();
    providers.script(faultMix("seed", 0.5));
    const found = new Map<string, string>();
    for (const prompt of order) {
      found.set(
        prompt,
        await say(providers, "openai", prompt).then(
          ({ status }) => String(status),
          () => "broken",
        ),
      );
    }
    return prompts.map((prompt) => found.get(prompt));
  };
  const first = await outcomes(prompts);
  expect(await outcomes([...prompts].reverse())).toEqual(first);
  expect(new Set(first)).toEqual(new Set(["200", "429", "500", "503", "529", "broken"]));
  // 30 are expected of 60 draws; 4 standard deviations are 15.5.
  expect(Math.abs(first.filter((outcome) => outcome === "200").length - 30)).toBeLessThanOrEqual(15);

  // Even where every request fails, each body is answered in the end.
  providers.script(faultMix("seed", 1));
  providers.clear();
  const attempts = await Promise.all(
    prompts.map(async (prompt) => {
      let count = 1;
      while (
        (await say(providers, "openai", prompt).then(
          ({ status }) => status,
          () => 0,
        )) !== 200
      )
        count++;
      return count;
    }),
  );
  expect(new Set(attempts)).toEqual(new Set([5]));
});
