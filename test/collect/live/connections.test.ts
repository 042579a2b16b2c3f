import fc from "fast-check";
import { expect, test } from "vitest";
import { type Connection, Connections, type Verdict } from "../../../src/advisors/live/connections.ts";
import { Halt } from "../../../src/advisors/live/halt.ts";

/** Connections that many requests wait for, so that each one given back is taken at once. */
async function crowded(most: number) {
  const limits: number[] = [];
  const connections = new Connections(most, (limit) => limits.push(limit));
  const held: Connection[] = [];
  for (let i = 0; i < 5_000; i++)
    void connections.take(new Halt()).then((connection) => {
      held.push(connection!);
    });
  await settled();
  const give = async (count: number, verdict: Verdict): Promise<void> => {
    for (let i = 0; i < count; i++) {
      connections.give(held.shift()!, verdict);
      await settled();
    }
  };
  return { connections, limits, held, give };
}

async function settled(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

test("twenty at first, or as many as are allowed", async () => {
  expect((await crowded(100)).held).toHaveLength(20);
  expect((await crowded(3)).held).toHaveLength(3);
});

test("the limit doubles after as many successes as it allows, up to the most", async () => {
  const { limits, give, connections } = await crowded(100);
  await give(19, "success");
  expect(connections.limit).toBe(20);
  await give(1, "success");
  expect(limits).toEqual([40]);
  await give(40, "success");
  await give(80, "success");
  await give(500, "success");
  expect(limits).toEqual([40, 80, 100]);
});

test("requests that were sent before a cut do not cut again; later ones do", async () => {
  const { limits, held, give, connections } = await crowded(100);
  await give(20, "too-much");
  expect(limits).toEqual([10]);
  expect(held).toHaveLength(10);
  await give(10, "too-much");
  expect(limits).toEqual([10, 5]);
  expect(connections.inUse).toBe(5);
});

test("after a cut the limit grows by one", async () => {
  const { limits, give } = await crowded(100);
  await give(20, "too-much");
  await give(10, "success");
  await give(11, "success");
  expect(limits).toEqual([10, 11, 12]);
});

test("never under one", async () => {
  const { limits, give, held } = await crowded(100);
  for (let i = 0; i < 12; i++) await give(held.length, "too-much");
  expect(limits).toEqual([10, 5, 2, 1]);
  expect(held).toHaveLength(1);
});

test("failures of the server stop the growth and cut nothing", async () => {
  const { limits, give } = await crowded(100);
  await give(19, "success");
  await give(1, "failure");
  await give(19, "success");
  expect(limits).toEqual([]);
  await give(1, "success");
  expect(limits).toEqual([40]);
});

test("a limit that nobody reaches does not grow", async () => {
  const connections = new Connections(100, () => {});
  for (let i = 0; i < 100; i++) connections.give((await connections.take(new Halt()))!, "success");
  expect(connections.limit).toBe(20);
});

test("one that stops waiting leaves its place to the next", async () => {
  const connections = new Connections(1, () => {});
  const first = await connections.take(new Halt());
  const halt = new Halt();
  const second = connections.take(halt);
  const third = connections.take(new Halt());
  halt.halt("breaker");
  expect(await second).toBeNull();
  connections.give(first!, "none");
  expect(await third).toEqual({ order: 1 });
  expect(connections.inUse).toBe(1);
});

test("the lowest of the limits of models with the same server and key holds", () => {
  const connections = new Connections(50, () => {});
  connections.atMost(5);
  connections.atMost(30);
  expect(connections.limit).toBe(5);
});

test("never more in flight than the limit lets in, and no request is forgotten", async () => {
  const verdict = fc.constantFrom<Verdict>("success", "success", "success", "too-much", "failure", "none");
  await fc.assert(
    fc.asyncProperty(
      fc.array(verdict, { maxLength: 80 }),
      fc.integer({ min: 1, max: 40 }),
      async (verdicts, most) => {
        const connections = new Connections(most, () => {});
        const held: Connection[] = [];
        for (let i = 0; i < verdicts.length; i++)
          void connections.take(new Halt()).then((connection) => {
            held.push(connection!);
          });
        await settled();
        for (const each of verdicts) {
          expect(held.length).toBeGreaterThan(0);
          const before = held.length;
          connections.give(held.shift()!, each);
          await settled();
          // Those that are in flight at a cut go on; none comes to them.
          expect(held.length).toBeLessThanOrEqual(Math.max(before - 1, connections.limit));
          expect(connections.limit).toBeGreaterThanOrEqual(1);
          expect(connections.limit).toBeLessThanOrEqual(most);
          expect(connections.inUse).toBe(held.length);
        }
        expect(held).toHaveLength(0);
      },
    ),
    { numRuns: 50 },
  );
});
