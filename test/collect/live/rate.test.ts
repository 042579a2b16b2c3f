import fc from "fast-check";
import { expect, test } from "vitest";
import { Rate, WINDOW_MS } from "../../../src/advisors/live/rate.ts";

/** Times at which requests of so many tokens go out that come one after the other without a pause. */
function times(rate: Rate, tokens: readonly number[]): number[] {
  let now = 0;
  return tokens.map((each) => {
    now = rate.opensAt(each, now);
    rate.take(each, now);
    return now;
  });
}

test("two requests per minute", () => {
  const rate = new Rate({ requestsPerMinute: 2, tokensPerMinute: null });
  expect(times(rate, [9, 9, 9, 9, 9])).toEqual([0, 0, WINDOW_MS, WINDOW_MS, 2 * WINDOW_MS]);
});

test("a hundred tokens per minute", () => {
  const rate = new Rate({ requestsPerMinute: null, tokensPerMinute: 100 });
  expect(times(rate, [60, 40, 1, 59, 41])).toEqual([0, 0, WINDOW_MS, WINDOW_MS, 2 * WINDOW_MS]);
});

test("no limits, no waits", () => {
  expect(times(new Rate({ requestsPerMinute: null, tokensPerMinute: null }), [1e9, 1e9])).toEqual([0, 0]);
});

test("a request that is larger than the limit goes alone", () => {
  const rate = new Rate({ requestsPerMinute: null, tokensPerMinute: 100 });
  expect(times(rate, [500, 1, 500])).toEqual([0, WINDOW_MS, 2 * WINDOW_MS]);
});

test("what a request did not take is there for the next", () => {
  const rate = new Rate({ requestsPerMinute: null, tokensPerMinute: 100 });
  const first = rate.take(90, 0);
  expect(rate.opensAt(50, 0)).toBe(WINDOW_MS);
  rate.settle(first, 20);
  expect(rate.opensAt(50, 0)).toBe(0);
});

test("a request that is settled after its minute changes nothing", () => {
  const rate = new Rate({ requestsPerMinute: null, tokensPerMinute: 100 });
  const first = rate.take(90, 0);
  expect(rate.opensAt(100, WINDOW_MS)).toBe(WINDOW_MS);
  rate.settle(first, 5);
  rate.take(100, WINDOW_MS);
  expect(rate.opensAt(1, WINDOW_MS)).toBe(2 * WINDOW_MS);
});

test("a pause holds everything, and a shorter one does not shorten it", () => {
  const rate = new Rate({ requestsPerMinute: null, tokensPerMinute: null });
  expect(rate.pauseUntil(5_000)).toBe(true);
  expect(rate.pauseUntil(4_000)).toBe(false);
  expect(rate.opensAt(1, 0)).toBe(5_000);
  expect(rate.opensAt(1, 6_000)).toBe(6_000);
});

const request = fc.record({
  /** Milliseconds until it comes. */
  after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
  estimate: fc.integer({ min: 1, max: 1_000 }),
  /** What it really takes, as a part of the estimate. */
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("no minute has more requests or tokens than the limits, whenever they come and whatever they take", () => {
  fc.assert(
    fc.property(
      fc.array(request, { maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1_000, max: 4_000 }),
      (requests, requestsPerMinute, tokensPerMinute) => {
        const rate = new Rate({ requestsPerMinute, tokensPerMinute });
        const sent: { at: number; tokens: number }[] = [];
        let now = 0;
        for (const { after, estimate, part } of requests) {
          now = rate.opensAt(estimate, now + after);
          const counted = rate.take(estimate, now);
          const tokens = Math.floor(estimate * part);
          rate.settle(counted, tokens);
          sent.push({ at: now, tokens });
        }
        for (const { at: start } of sent) {
          const minute = sent.filter(({ at }) => at >= start && at < start + 60_000);
          expect(minute.length).toBeLessThanOrEqual(requestsPerMinute);
          expect(minute.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(tokensPerMinute);
        }
      },
    ),
  );
});

test("a request waits only where it must: one moment earlier the minute before it is full", () => {
  fc.assert(
    fc.property(
      fc.array(request, { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      (requests, perMinute) => {
        const rate = new Rate({ requestsPerMinute: perMinute, tokensPerMinute: null });
        const sent: number[] = [];
        let now = 0;
        for (const { after, estimate } of requests) {
          const came = now + after;
          now = rate.opensAt(estimate, came);
          rate.take(estimate, now);
          const before = sent.filter((at) => at > now - 1 - WINDOW_MS);
          if (now > came) expect(before.length).toBeGreaterThanOrEqual(perMinute);
          sent.push(now);
        }
      },
    ),
  );
});
