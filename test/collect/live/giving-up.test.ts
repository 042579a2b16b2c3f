import { expect, test } from "vitest";
import type { AskHooks } from "../../../src/advisors/live/ask.ts";
import { asking, modelAt, REQUEST } from "./asking.ts";
import { chat, inTurn, type Reply, sends } from "./server.ts";

const answer = sends(200, chat("0.25"));
const refusedKey = sends(401, { error: { message: "no", code: "invalid_api_key" } });

test("a refused key ends the model after three requests, and the message names the variable", async () => {
  const { server, ask, events } = await asking(refusedKey);
  const model = modelAt(server.url, "openai", { limits: { connections: 1 } });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ask(model)));
  expect(server.received).toHaveLength(3);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual([
    ...Array(3).fill("error"),
    ...Array(7).fill("not-asked"),
  ]);
  expect(outcomes[9]).toEqual({ kind: "not-asked", why: "breaker", attempts: [], maybePaid: 0 });
  expect(events.filter((event) => event.kind === "broken")).toEqual([
    {
      kind: "broken",
      model: "tested",
      message: "the key in TEST_API_KEY was refused (401): no; given up after 3 such errors in a row",
    },
  ]);
  expect(await ask(model)).toMatchObject({ why: "breaker" });
});

test("an unknown model ends, while another model of the same server goes on", async () => {
  const byModel: Reply = (response, request, index) =>
    (request.body.model === "gone"
      ? sends(404, { error: { message: "no such model", code: "model_not_found" } })
      : answer)(response, request, index);
  const { server, ask } = await asking(byModel);
  const limits = { connections: 2 };
  const gone = modelAt(server.url, "openai", { name: "gone", model: "gone", limits });
  const there = modelAt(server.url, "openai", { name: "there", model: "there", limits });
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, async () => [await ask(gone), await ask(there)] as const),
  );
  expect(outcomes.every(([, other]) => other.kind === "answer")).toBe(true);
  expect(outcomes.filter(([one]) => one.kind === "not-asked").length).toBeGreaterThanOrEqual(8);
  const asked = server.received.filter((each) => each.body.model === "gone").length;
  // At most the one that was in flight beside the third.
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(4);
});

const bad = sends(400, { error: { message: "wrong" } });
const page = sends(200, "<html></html>");
const moved = sends(302, "", { location: "https://example.org/" });

test("five wrong requests without an answer between end a model", async () => {
  const { server, ask, events } = await asking(inTurn(bad, page, moved, bad, moved));
  const model = modelAt(server.url, "openai", { limits: { attempts: 1 } });
  for (let i = 0; i < 5; i++) expect(await ask(model)).toMatchObject({ kind: "error" });
  expect(await ask(model)).toMatchObject({ kind: "not-asked", why: "breaker" });
  expect(events).toContainEqual({
    kind: "broken",
    model: "tested",
    message:
      "the address redirects elsewhere (302): https://example.org/; given up after 5 such errors without an answer between",
  });
});

test("an answer between keeps the model", async () => {
  const { server, ask } = await asking(inTurn(bad, bad, bad, bad, answer, bad, bad, bad, bad, answer));
  const kinds: string[] = [];
  for (let i = 0; i < 10; i++) kinds.push((await ask(modelAt(server.url))).kind);
  expect(kinds).toEqual([
    "error",
    "error",
    "error",
    "error",
    "answer",
    "error",
    "error",
    "error",
    "error",
    "answer",
  ]);
});

test("a server that nobody reached is given up, one that answered before is not", async () => {
  const reset: Reply = (response) => response.destroy();
  const { server, ask } = await asking(inTurn(reset, reset, reset, reset, reset, answer));
  const model = modelAt(server.url, "openai", { limits: { attempts: 1 } });
  for (let i = 0; i < 5; i++)
    expect(await ask(model)).toMatchObject({ kind: "error", error: { class: "transport" } });
  expect(await ask(model)).toMatchObject({ kind: "not-asked", why: "breaker" });
  const other = await asking(inTurn(answer, ...Array<Reply>(12).fill(reset)));
  const reached = modelAt(other.server.url, "openai", { limits: { attempts: 1 } });
  expect((await other.ask(reached)).kind).toBe("answer");
  for (let i = 0; i < 12; i++) expect((await other.ask(reached)).kind).toBe("error");
});

test("what passes by itself ends no model that ever answered", async () => {
  const { server, ask } = await asking(inTurn(answer, ...Array<Reply>(12).fill(sends(500, ""))));
  const model = modelAt(server.url, "openai", { limits: { attempts: 1 } });
  expect((await ask(model)).kind).toBe("answer");
  for (let i = 0; i < 12; i++)
    expect(await ask(model)).toMatchObject({ kind: "error", error: { class: "server" } });
});

test("where nothing succeeds, all requests of a model wait, and few attempts are made", async () => {
  const { server, ask } = await asking(sends(500, ""), { baseMs: 20, capMs: 40, random: () => 1 });
  const model = modelAt(server.url, "openai", { limits: { connections: 4, attempts: 3 } });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => ask(model)));
  expect(outcomes.filter(({ kind }) => kind === "not-asked").length).toBeGreaterThan(180);
  // Five requests end with three attempts each; what was in flight beside them comes on top.
  expect(server.received.length).toBeLessThan(60);
});

test("admit is asked before each attempt, and its no ends the request with nothing sent", async () => {
  const { server, asker, kept } = await asking(sends(500, ""));
  let left = 2;
  const hooks: AskHooks = {
    admit: async () => left-- > 0,
    keep: async (outcome) => {
      kept.push(outcome);
    },
  };
  const outcome = await asker.ask(modelAt(server.url, "openai", { limits: { attempts: 9 } }), REQUEST, hooks);
  expect(outcome).toMatchObject({ kind: "not-asked", why: "budget", maybePaid: 0 });
  expect(outcome.attempts).toHaveLength(2);
  expect(server.received).toHaveLength(2);
  expect(kept).toEqual([]);
});

test("what keep awaits is still in flight: no other request is sent on its connection", async () => {
  const { server, asker } = await asking(answer);
  const model = modelAt(server.url, "openai", { limits: { connections: 1 } });
  const order: string[] = [];
  const hooks = (name: string): AskHooks => ({
    admit: () => {
      order.push(`admit ${name}`);
      return true;
    },
    keep: async () => {
      for (let i = 0; i < 20; i++) await new Promise<void>((resolve) => setImmediate(resolve));
      order.push(`kept ${name}`);
    },
  });
  await Promise.all([asker.ask(model, REQUEST, hooks("a")), asker.ask(model, REQUEST, hooks("b"))]);
  expect(order).toEqual(["admit a", "kept a", "admit b", "kept b"]);
});

test("a request that waits to be admitted holds up no other of its model", async () => {
  const { server, asker } = await asking(answer);
  const model = modelAt(server.url, "openai", { limits: { connections: 1 } });
  let admitFirst = (_: boolean) => {};
  const keep = async () => {};
  const first = asker.ask(model, REQUEST, {
    admit: () => new Promise<boolean>((resolve) => (admitFirst = resolve)),
    keep,
  });
  const second = await asker.ask(model, { ...REQUEST, prompt: "second" }, { admit: () => true, keep });
  expect([second.kind, server.received.length]).toEqual(["answer", 1]);
  admitFirst(true);
  expect((await first).kind).toBe("answer");
  expect(server.received).toHaveLength(2);
});

test("a rejection of keep or admit rejects ask, and the connection is given back", async () => {
  const { server, asker, hooks } = await asking(answer);
  const model = modelAt(server.url, "openai", { limits: { connections: 1 } });
  const full = new Error("the disk is full");
  await expect(asker.ask(model, REQUEST, { ...hooks, keep: () => Promise.reject(full) })).rejects.toBe(full);
  await expect(asker.ask(model, REQUEST, { ...hooks, admit: () => Promise.reject(full) })).rejects.toBe(full);
  expect(await asker.ask(model, REQUEST, hooks)).toMatchObject({ kind: "answer" });
});

test("after stop what is in flight goes on to its end, and is kept", async () => {
  let finish = (): void => {};
  const all = await asking((response, request, index) => {
    finish = () => answer(response, request, index);
  });
  const inFlight = all.ask(modelAt(all.server.url, "openai", { limits: { connections: 1 } }));
  const waiting = all.ask(modelAt(all.server.url, "openai", { limits: { connections: 1 } }));
  while (all.server.received.length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  all.asker.stop();
  expect(await waiting).toMatchObject({ kind: "not-asked", why: "stopped" });
  finish();
  expect(await inFlight).toMatchObject({ kind: "answer" });
  expect(all.kept).toHaveLength(1);
  expect(all.server.received).toHaveLength(1);
});

test("abort ends what is in flight too, which may have been paid", async () => {
  const all = await asking(() => {});
  const inFlight = all.ask();
  while (all.server.received.length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  all.asker.abort();
  expect(await inFlight).toEqual({ kind: "not-asked", why: "stopped", attempts: [], maybePaid: 1 });
  expect(all.kept).toEqual([]);
});

test("never more requests at one time than the limit, over all models of a lane", async () => {
  const all = await asking((response, request, index) => {
    setTimeout(() => answer(response, request, index), 3);
  });
  const limits = { connections: 3 };
  const models = ["a", "b", "c"].map((name) => modelAt(all.server.url, "openai", { name, limits }));
  await Promise.all(Array.from({ length: 30 }, (_, i) => all.ask(models[i % 3])));
  expect(all.server.peak()).toBe(3);
});

test("a server that is too busy is asked less at one time, and tells of it", async () => {
  const together: (() => void)[] = [];
  const all = await asking((response, request, index) => {
    if (index >= 8) setImmediate(() => answer(response, request, index));
    else together.push(() => sends(429, "")(response, request, index));
    if (index === 7) for (const refuse of together) refuse();
  });
  const model = modelAt(all.server.url, "openai", { limits: { connections: 8 } });
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => all.ask(model)));
  expect(outcomes.every((outcome) => outcome.kind === "answer")).toBe(true);
  const limits = all.events.flatMap((event) => (event.kind === "connections" ? [event.limit] : []));
  // One cut for all that were refused together, and one by one from there.
  expect(limits.slice(0, 3)).toEqual([4, 5, 6]);
});
