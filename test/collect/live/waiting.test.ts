import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backoffMs, DEFAULT_POLICY } from "../../../src/advisors/live/policy.ts";
import { type Asking, asking, modelAt, REQUEST } from "./asking.ts";
import { chat, inTurn, messages, sends } from "./server.ts";

// Waits run on a clock that the tests move; the network runs on its own.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets everything happen that happens without a clock. */
async function calm(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise<void>((resolve) => setImmediate(resolve));
}

const answer = sends(200, chat("0.25"));
const failedOnce =
  ({ events }: Asking) =>
  () =>
    events.some((event) => event.kind === "attempt-failed");
const DAY = 24 * 3600;

test.each([
  ["90 seconds", 90],
  ["three days", 3 * DAY],
  ["forty days, longer than a timer takes", 40 * DAY],
])("Retry-After is honoured: %s", async (_how, seconds) => {
  const all = await asking(inTurn(sends(429, "", { "retry-after": String(seconds) }), answer));
  const outcome = all.ask();
  await until(failedOnce(all));
  await calm();
  await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000);
  await calm();
  expect(all.server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  await until(() => all.server.received.length === 2);
  const { attempts } = await outcome;
  expect(attempts).toHaveLength(1);
  expect(attempts[0]!.waited_ms).toBeGreaterThanOrEqual(seconds * 1_000 - 1);
  expect(all.events).toContainEqual({
    kind: "waiting",
    model: "tested",
    seconds,
    reason: "too many requests or tokens for now (429)",
  });
});

test("a date is read by the server's clock, and jumps of this machine's clock move nothing", async () => {
  const headers = { date: "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:30:00 GMT" };
  const all = await asking(inTurn(sends(503, "", headers), answer));
  const outcome = all.ask();
  await until(failedOnce(all));
  await calm();
  vi.setSystemTime(new Date("2040-01-01"));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.setSystemTime(new Date("1990-01-01"));
  await vi.advanceTimersByTimeAsync(59_000);
  await calm();
  expect(all.server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await outcome).toMatchObject({ kind: "answer" });
});

test("while a model waits it holds no connection: another model of the same lane is asked", async () => {
  const all = await asking(inTurn(sends(429, "", { "retry-after": "600" }), answer));
  const limits = { connections: 1 };
  const slow = all.ask(modelAt(all.server.url, "openai", { name: "slow", limits }));
  await until(failedOnce(all));
  const other = await all.ask(modelAt(all.server.url, "openai", { name: "other", limits }));
  expect(other).toMatchObject({ kind: "answer" });
  await vi.advanceTimersByTimeAsync(600_001);
  expect(await slow).toMatchObject({ kind: "answer" });
});

test("an answer that says that nothing is left delays the next request, and is kept", async () => {
  const headers = { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s" };
  const all = await asking(inTurn(sends(200, chat("0.25"), headers), answer));
  expect(await all.ask()).toMatchObject({ kind: "answer", attempts: [] });
  const next = all.ask();
  await vi.advanceTimersByTimeAsync(359_000);
  await calm();
  expect(all.server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await next).toMatchObject({ kind: "answer", attempts: [] });
});

test("Anthropic's overloaded answer waits as its header says", async () => {
  const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  const all = await asking(
    inTurn(sends(529, overloaded, { "retry-after": "30" }), sends(200, messages("0.25"))),
  );
  const outcome = all.ask(modelAt(all.server.url, "anthropic"));
  await until(failedOnce(all));
  await calm();
  await vi.advanceTimersByTimeAsync(29_000);
  await calm();
  expect(all.server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await outcome).toMatchObject({ kind: "answer" });
});

test("Google's RetryInfo is honoured", async () => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }];
  const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "slow", details } };
  const all = await asking(
    inTurn(sends(429, body), sends(200, { candidates: [{ content: { parts: [{ text: "x" }] } }] })),
  );
  const outcome = all.ask(modelAt(all.server.url, "google"));
  await until(failedOnce(all));
  await calm();
  await vi.advanceTimersByTimeAsync(34_000);
  await calm();
  expect(all.server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(501);
  expect(await outcome).toMatchObject({ kind: "answer" });
});

test("failures without a word of when wait longer and longer, up to the cap, as chance has it", async () => {
  const all = await asking(sends(500, ""), { baseMs: 1_000, capMs: 3_000, random: () => 0.5 });
  const outcome = all.ask(modelAt(all.server.url, "openai", { limits: { attempts: 5 } }));
  for (const [i, wait] of [500, 1_000, 1_500, 1_500].entries()) {
    await until(() => all.events.filter((event) => event.kind === "attempt-failed").length === i + 1);
    await calm();
    await vi.advanceTimersByTimeAsync(wait - 1);
    await calm();
    expect(all.server.received).toHaveLength(i + 1);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect((await outcome).attempts.map((attempt) => attempt.waited_ms)).toEqual([500, 1_000, 1_500, 1_500, 0]);
});

test("the most of a wait doubles from one second to one minute", () => {
  const most = { ...DEFAULT_POLICY, random: () => 1 };
  expect([1, 2, 3, 6, 7, 8, 2_000].map((n) => backoffMs(most, n))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000,
  ]);
  expect(backoffMs({ ...most, random: () => 0 }, 7)).toBe(0);
});

test("no more requests go out than the model's rate allows", async () => {
  const all = await asking(answer);
  const model = modelAt(all.server.url, "openai", { limits: { requestsPerMinute: 2 } });
  const outcomes = Array.from({ length: 5 }, () => all.ask(model));
  await until(() => all.kept.length === 2);
  await calm();
  expect(all.server.received).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_600);
  await until(() => all.kept.length === 4);
  await calm();
  expect(all.server.received).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(60_600);
  expect(await Promise.all(outcomes)).toHaveLength(5);
});

test("tokens are counted at their worst until the answer tells, and then as they are", async () => {
  const all = await asking(answer);
  // The prompt has 13 bytes, and 16 tokens are for what is around it; with 64 for the answer that is 93. The
  // answer says 11 + 7 = 18.
  const model = modelAt(all.server.url, "openai", { limits: { tokensPerMinute: 129 } });
  for (let i = 0; i < 3; i++) expect(await all.ask(model)).toMatchObject({ kind: "answer" });
  // 3 · 18 + 93 = 147 are too many.
  const next = all.ask(model);
  await calm();
  expect(all.server.received).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_600);
  expect(await next).toMatchObject({ kind: "answer" });
});

test("an attempt that gets no answer ends after the model's time", async () => {
  const all = await asking(() => {});
  const outcome = all.ask(
    modelAt(all.server.url, "openai", { limits: { attempts: 1, timeoutSeconds: 600 } }),
  );
  await until(() => all.server.received.length === 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await outcome).toMatchObject({
    kind: "error",
    error: { class: "timeout", status: null, message: "no answer came in time: none within 600 s" },
    maybePaid: 1,
  });
});

test("stopping ends every wait at once", async () => {
  const all = await asking(sends(429, "", { "retry-after": "600" }));
  const waiting = Array.from({ length: 4 }, () => all.ask(modelAt(all.server.url), REQUEST));
  await until(failedOnce(all));
  await calm();
  all.asker.stop();
  for (const outcome of await Promise.all(waiting))
    expect(outcome).toMatchObject({ kind: "not-asked", why: "stopped", maybePaid: 0 });
  expect(await all.ask(modelAt(all.server.url, "openai", { name: "new" }))).toMatchObject({ why: "stopped" });
  expect(vi.getTimerCount()).toBe(0);
});
