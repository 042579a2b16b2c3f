import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { answer } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry } from "./collecting.ts";

// What a collection takes is told before it is made, without a key and without a call.

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders({ behaviour: answer("0.25", { usage: { input: 20, output: 3 } }) });
  const models = [
    entry({
      name: "priced",
      baseUrl: server.openai,
      // 0.001 and 0.002 dollars per token.
      more: "key_variable: A_KEY, prices: { input: 1000, output: 2000 }, limits: { connections: 1 }",
    }),
    entry({
      name: "unpriced",
      model: "other",
      baseUrl: server.openai,
      more: "params: { max_tokens: 100 }, limits: { requests_per_minute: 2 }",
    }),
  ];
  project = askingProject(basketOf("dry", "toy", models));
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

// A prompt "number 0" has 8 bytes: 2 tokens or 8 at most, and 16 for its turn; an answer at most 8.
const ABOUT = 2 + 16;
const MOST = 8 + 16;

const dryRun = async () => {
  const { code, stdout, stderr } = await project.start(["collect", "--basket", "dry", "--dry-run", "--json"])
    .ended;
  expect(code, stderr).toBe(0);
  // biome-ignore lint/suspicious/noExplicitAny: a document as a program reads it
  return JSON.parse(stdout) as any;
};

test("calls, tokens, cost and time of each model, and nothing is asked", async () => {
  const { basket, models, embeddings, more } = await dryRun();
  expect([basket, embeddings, more]).toEqual(["dry", 0, false]);
  expect(models).toEqual([
    {
      model: "priced",
      calls: 4,
      rehearsed_calls: 0,
      recorded: 0,
      tokens_in: { about: 4 * ABOUT, most: 4 * MOST },
      tokens_out: { most: 4 * 8 },
      cost_usd: {
        low: expect.closeTo(4 * ABOUT * 0.001, 12),
        likely: null,
        high: expect.closeTo(4 * (MOST * 0.001 + 8 * 0.002), 12),
      },
      // One at a time, 2 s each.
      seconds: 8,
    },
    {
      model: "unpriced",
      calls: 4,
      rehearsed_calls: 0,
      recorded: 0,
      tokens_in: { about: 4 * ABOUT, most: 4 * MOST },
      tokens_out: { most: 4 * 100 },
      cost_usd: null,
      // The fourth may go out 90 s after the first.
      seconds: 90,
    },
  ]);
  expect(server.requests).toEqual([]);
  expect(project.has("data/journals/dry/toy.jsonl")).toBe(false);
});

test("in words", async () => {
  const { stdout } = await project.start(["collect", "--basket", "dry", "--dry-run"]).ended;
  expect(stdout).toBe(`priced: 4 calls, 0 answers there
  tokens about 72 in (at most 96), at most 32 out
  cost   $0.0720 to $0.1600
  time   about 8 s, if an answer takes 2 s
unpriced: 4 calls, 0 answers there
  tokens about 72 in (at most 96), at most 400 out
  cost   unknown: no prices in the basket
  time   about 2 min, if an answer takes 2 s
in all at most $0.1600, which is what --max-cost counts with, beside the models without prices
`);
});

test("with a part recorded, the rest is counted, and the cost is judged by what the answers cost", async () => {
  const environment = { A_KEY: "sk-of-a-test-1" };
  // One model has its key, the other is not asked.
  project.edit("data/baskets/dry.yaml", "model: other,", "model: other, key_variable: ANOTHER_KEY,");
  await project.start(["collect", "--basket", "dry", "--limit", "2"], environment).ended;
  expect(server.requests).toHaveLength(2);
  const { models } = await dryRun();
  const [priced, unpriced] = models;
  expect([priced.recorded, unpriced.recorded, priced.calls, unpriced.calls]).toEqual([2, 0, 2, 4]);
  expect(priced.cost_usd.likely).toBeCloseTo(2 * (20 * 0.001 + 3 * 0.002), 12);
  expect(server.requests).toHaveLength(2);
});
