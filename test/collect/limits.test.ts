import seedrandom from "seedrandom";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { answer, byRequest, cutJson, hang, noUsage, rateLimit, status } from "../providers/behaviours.ts";
import { modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, type ReadLine } from "./collecting.ts";

// How much may be asked, and what it may cost.

let server: Providers;
let project: Project | null = null;
beforeAll(async () => {
  server = await startProviders();
});
afterEach(() => {
  server.clear();
  project?.dispose();
  project = null;
});
afterAll(() => server.close());

/** Models "cheap" and "dear", with this many requests each. */
function twoModels(count: number, more = ""): Project {
  const prices = { cheap: "{ input: 100, output: 400 }", dear: "{ input: 1000, output: 2000 }" };
  const models = Object.entries(prices).map(([name, price]) =>
    entry({ name, model: name, baseUrl: server.openai, more: `prices: ${price}${more}` }),
  );
  return askingProject(basketOf("limited", "toy", models, `params: { count: ${count} }\n`));
}
const collect = (of: Project, ...args: string[]) =>
  of.start(["collect", "--basket", "limited", ...args]).ended;

test("--limit asks so many over all models, every time", async () => {
  server.script(answer("0.25"));
  project = twoModels(4);
  const first = await collect(project, "--limit", "5");
  expect([first.code, server.requests.length]).toEqual([1, 5]);
  expect(first.stderr).toContain("halted  as many requests were asked as --limit allows\n");
  expect(first.stderr).toContain("3 missing");
  // Both models had their turn.
  expect(new Set(server.requests.map(modelOf))).toEqual(new Set(["cheap", "dear"]));
  const second = await collect(project, "--limit", "3");
  expect([second.code, server.requests.length]).toEqual([0, 8]);
});

/** Dollars per token by model. */
const PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  cheap: { input: 0.0001, output: 0.0004 },
  dear: { input: 0.001, output: 0.002 },
};
/** A prompt has at most 9 bytes and a turn, an answer at most 8 tokens. */
const WORST = 25 * 0.001 + 8 * 0.002;

/** Tokens of an answer, by its request alone: no more than a request can have. */
function usageOf(text: string) {
  const random = seedrandom.alea(text);
  return { input: Math.ceil(random() * 24), output: Math.ceil(random() * 8) };
}

const costOf = (model: string, { input, output }: { input: number; output: number }) =>
  input * PRICES[model]!.input + output * PRICES[model]!.output;

test("--max-cost is never passed, uses up what there is, and counts what was recorded before", async () => {
  // Whatever the server answered must be paid, whether it came or not.
  let paid = 0;
  let cut = 0;
  server.script(
    byRequest((request) => {
      const random = seedrandom.alea(`${request.hash} ${request.attempt}`);
      if (request.attempt === 0 && random() < 0.05) return status(500);
      const usage = usageOf(request.text);
      const cost = costOf(modelOf(request), usage);
      paid += cost;
      if (request.attempt === 0 && random() < 0.05) {
        cut += cost;
        return cutJson("length");
      }
      return answer("0.25", { usage });
    }),
  );
  project = twoModels(60, ", limits: { connections: 20 }");
  for (const limit of [0.5, 0.5, 0.9]) {
    const { code, stderr } = await collect(project, "--max-cost", String(limit));
    expect(code, stderr).toBe(1);
    expect(stderr).toContain("halted  the next request could pass --max-cost, so no more are asked\n");
    expect(paid).toBeLessThanOrEqual(limit);
    // What is there is used up to the worst of one request; a cut answer counts at its worst.
    expect(paid).toBeGreaterThan(limit - 8 * WORST);
    // The journal keeps nothing of what a cut answer may have cost.
    paid -= cut;
    cut = 0;
  }
  const lines = journalOf(project, "limited");
  expect(new Set(lines.map(({ key }: ReadLine) => key)).size).toBe(lines.length);
});

test("the summary's costs are usage × prices", async () => {
  server.script(byRequest(({ text }) => answer("0.25", { usage: usageOf(text) })));
  project = twoModels(10);
  const { stdout } = await collect(project, "--json");
  const { models } = JSON.parse(stdout);
  for (const name of ["cheap", "dear"]) {
    const used = server.requests.filter((each) => modelOf(each) === name).map(({ text }) => usageOf(text));
    const sum = used.reduce((total, each) => total + costOf(name, each), 0);
    expect(models.find((each: ReadLine) => each.model === name)).toMatchObject({
      answered: 10,
      tokens_in: used.reduce((total, { input }) => total + input, 0),
      tokens_out: used.reduce((total, { output }) => total + output, 0),
      cost_usd: expect.closeTo(sum, 12),
    });
  }
});

test("answers without a count of tokens are taken at their worst, now and when they are there already", async () => {
  server.script(noUsage());
  project = twoModels(20, ", limits: { connections: 1 }");
  // "number 0" has 8 bytes and a turn, an answer at most 8 tokens.
  const worst = (name: string) => costOf(name, { input: 24, output: 8 });
  const room = 2 * (worst("cheap") + worst("dear")) + 0.000001;
  await collect(project, "--max-cost", String(room));
  const asked = server.requests.length;
  const cost = server.requests.map(modelOf).reduce((sum, name) => sum + worst(name), 0);
  expect(cost).toBeLessThanOrEqual(room);
  expect(room - cost).toBeLessThan(worst("cheap") * 1.1);
  const again = await collect(project, "--max-cost", String(room));
  expect([again.code, server.requests.length]).toEqual([1, asked]);
});

test("attempts that may have been charged count in later runs too", async () => {
  server.script(hang());
  const limits = ", limits: { attempts: 1, timeout_seconds: 0.3, connections: 1 }";
  project = twoModels(3, limits);
  const worst = (name: string) => costOf(name, { input: 24, output: 8 });
  const room = worst("cheap") + worst("dear") + 1e-6;
  const spent = () => server.requests.map(modelOf).reduce((sum, name) => sum + worst(name), 0);
  for (let run = 0; run < 3; run++) await collect(project, "--max-cost", String(room));
  expect(spent()).toBeGreaterThan(0);
  expect(spent()).toBeLessThanOrEqual(room);
});

test("one model's long wait does not hold the money that others could spend", async () => {
  server.script(
    byRequest((request) => (modelOf(request) === "cheap" ? rateLimit({ retryAfter: 3600 }) : answer("0.25"))),
  );
  project = twoModels(6);
  // Cheap ones alone would take it up, were it held while they wait.
  const room = 6 * costOf("cheap", { input: 24, output: 8 }) + 6 * costOf("dear", { input: 24, output: 8 });
  const { child, ended } = project.start([
    "collect",
    "--basket",
    "limited",
    "--max-cost",
    String(room * 0.9),
  ]);
  const dear = () => server.requests.filter((request) => modelOf(request) === "dear").length;
  while (dear() < 6) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
});

test("without prices there is no --max-cost, and nothing is asked", async () => {
  project = askingProject(basketOf("limited", "toy", [entry({ baseUrl: server.openai })]));
  const { code, stderr } = await collect(project, "--max-cost", "1");
  expect([code, server.requests]).toEqual([2, []]);
  expect(stderr).toContain(
    "candor: --max-cost needs the prices of every model, and basket limited has none for one; add prices: { input: …, output: … } (US dollars per million tokens)\n",
  );
});

test.each([
  ["--limit", "0"],
  ["--limit", "1.5"],
  ["--max-cost", "-1"],
  ["--max-cost", "much"],
  ["--repeat-check", "none"],
])("%s %s is refused", (option, value) => {
  project = twoModels(1);
  const { code, stderr } = project.candor(["collect", "--basket", "limited", option, value]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`argument '${value}' is invalid`)]);
});
