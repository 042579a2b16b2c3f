import fc from "fast-check";
import { expect, test } from "vitest";
import { Budget } from "../../src/collect/budget.ts";

/** A request: what it costs at most and really, and whether attempts before the last may have cost as much. */
const request = fc.record({
  worst: fc.double({ min: 0, max: 2, noNaN: true }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  lost: fc.integer({ min: 0, max: 2 }),
});

const plan = fc.record({
  requests: fc.array(request, { maxLength: 40 }),
  limit: fc.double({ min: 0, max: 10, noNaN: true }),
  before: fc.double({ min: 0, max: 3, noNaN: true }),
});

test("what is spent never passes the limit, and nobody waits for ever, in whatever order requests end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plan, async (scheduler, { requests, limit, before }) => {
      const budget = new Budget(limit, before);
      let paid = before;
      let ended = 0;
      const all = requests.map(async ({ worst, share, lost }) => {
        await scheduler.schedule(Promise.resolve(), "comes");
        const reservation = budget.open();
        let cost = 0;
        for (let attempt = 0; attempt <= lost; attempt++) {
          if (!(await reservation.raise((attempt + 1) * worst))) break;
          await scheduler.schedule(Promise.resolve(), "answers");
          cost += attempt < lost ? worst : share * worst;
        }
        reservation.close(cost);
        paid += cost;
        ended++;
        // Rounding of a sum of at most 120 terms.
        expect(paid).toBeLessThanOrEqual(Math.max(limit, before) + 1e-12);
      });
      await scheduler.waitFor(Promise.all(all));
      expect(ended).toBe(requests.length);
      expect(budget.spent).toBeCloseTo(paid, 9);
    }),
    { numRuns: 500 },
  );
});

test("a request waits for what is in flight, and gets the room that its real cost leaves", async () => {
  const budget = new Budget(10, 4);
  const first = budget.open();
  expect(first.raise(5)).toBe(true);
  const second = budget.open();
  const waiting = second.raise(3);
  expect(waiting).toBeInstanceOf(Promise);
  first.close(2);
  expect(await waiting).toBe(true);
  expect(budget.open().raise(1)).toBe(true);
  // Never: 4 + 2 are spent for good.
  expect(budget.open().raise(4.5)).toBe(false);
});

test("where nothing is in flight nobody waits", () => {
  const budget = new Budget(1, 0.5);
  expect(budget.open().raise(0.6)).toBe(false);
  expect(budget.open().raise(0.5)).toBe(true);
});

test("two that hold money and want more do not wait for each other", async () => {
  const budget = new Budget(3, 0);
  const [one, other] = [budget.open(), budget.open()];
  expect([one.raise(1), other.raise(1)]).toEqual([true, true]);
  const [first, second] = [one.raise(3), other.raise(2)];
  expect(await second).toBe(true);
  other.close(2);
  expect(await first).toBe(false);
});

test("a stop denies whoever waits", async () => {
  const budget = new Budget(1, 0);
  budget.open().raise(1);
  const waiting = budget.open().raise(1);
  budget.stop();
  expect(await waiting).toBe(false);
  expect(budget.open().raise(0)).toBe(false);
});
