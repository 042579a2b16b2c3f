import { expect, test } from "vitest";
import { askedWaits } from "../../../src/advisors/live/asked-waits.ts";

const DATE = "Wed, 21 Oct 2015 07:28:00 GMT";
/** This machine's clock, a year behind the server's. */
const NOW = Date.parse("2014-10-21T00:00:00Z");

test.each([
  ["seconds", { "retry-after": "20" }, 20_000],
  ["parts of a second", { "retry-after": "0.5" }, 500],
  ["forty days", { "retry-after": "3456000" }, 3_456_000_000],
  ["milliseconds", { "retry-after-ms": "1500" }, 1_500],
  ["both, of which the longer counts", { "retry-after-ms": "1500", "retry-after": "2" }, 2_000],
  ["a date, by the server's clock", { "retry-after": "Wed, 21 Oct 2015 07:29:30 GMT", date: DATE }, 90_000],
  ["a date without a clock of the server", { "retry-after": "Tue, 21 Oct 2014 00:00:07 GMT" }, 7_000],
  ["a date that is over", { "retry-after": "Wed, 21 Oct 2015 07:27:00 GMT", date: DATE }, 0],
  ["a duration", { "retry-after": "1m30s" }, 90_000],
  ["a negative number", { "retry-after": "-5" }, null],
  ["words", { "retry-after": "soon" }, null],
  ["nothing", {}, null],
] as const)("Retry-After: %s", (_how, headers, ms) => {
  expect(askedWaits(headers, null, NOW)).toEqual({ retryMs: ms, exhaustedMs: null });
});

test.each([
  ["34s", 34_000],
  ["34.5s", 34_500],
  ["1h", 3_600_000],
  [null, null],
])("Google's RetryInfo: %s", (delay, ms) => {
  expect(askedWaits({}, delay, NOW).retryMs).toBe(ms);
});

test.each([
  // OpenAI's own examples of durations.
  ["requests", "0", "1s", 1_000],
  ["tokens", "0", "6m0s", 360_000],
  ["requests", "0", "20ms", 20],
  ["tokens", "0", "1.5s", 1_500],
  ["requests", "0", "1h2m3.5s", 3_723_500],
  ["requests", "0", "12", 12_000],
  ["requests", "0", "0.25", 250],
  ["requests", "0", "1445412540", 60_000],
  ["requests", "0", "1445412540000", 60_000],
  ["requests", "0", "2015-10-21T07:28:05Z", 5_000],
  ["requests", "0", "whenever", null],
  ["requests", "1", "6m0s", null],
  ["requests", "59", "6m0s", null],
])("x-ratelimit-…-%s: %s left, reset %s", (of, remaining, reset, ms) => {
  const headers = {
    [`x-ratelimit-remaining-${of}`]: remaining,
    [`x-ratelimit-reset-${of}`]: reset,
    date: DATE,
  };
  expect(askedWaits(headers, null, NOW)).toEqual({ retryMs: null, exhaustedMs: ms });
});

test.each(["requests", "tokens", "input-tokens", "output-tokens"])("anthropic-ratelimit-%s", (of) => {
  const headers = {
    [`anthropic-ratelimit-${of}-remaining`]: "0",
    [`anthropic-ratelimit-${of}-reset`]: "2015-10-21T07:28:42Z",
    date: DATE,
  };
  expect(askedWaits(headers, null, NOW).exhaustedMs).toBe(42_000);
  expect(
    askedWaits({ ...headers, [`anthropic-ratelimit-${of}-remaining`]: "3" }, null, NOW).exhaustedMs,
  ).toBeNull();
});

test("of several budgets that are used up the last to come back counts", () => {
  const headers = {
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "2s",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "9s",
    "x-ratelimit-remaining": "5",
    "x-ratelimit-reset": "99",
  };
  expect(askedWaits(headers, null, NOW).exhaustedMs).toBe(9_000);
});
