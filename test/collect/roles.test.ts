import { afterEach, beforeEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { afterMs, byRequest, refusedKey } from "../providers/behaviours.ts";
import { modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { entry, journalOf } from "./collecting.ts";
import { EPISODES, echo, episodesProject, REHEARSAL, TURNS } from "./episodes.ts";

// Two models in one conversation, and a third one that judges it.

let server: Providers;
let project: Project | null = null;
beforeEach(async () => {
  server = await startProviders({ behaviour: echo });
});
afterEach(async () => {
  await server.close();
  project?.dispose();
  project = null;
});

const live = (name: string, more = "", provider = "openai-compatible") =>
  entry({
    name,
    model: name,
    provider,
    baseUrl: provider === "google" ? server.google : server.openai,
    more: `prices: { input: 1000, output: 1000 }${more === "" ? "" : `, ${more}`}`,
  });
const human = (more = "", provider?: string) => live("ada", `roles: [human]${more}`, provider);
const judge = (more = "") => live("eva", `roles: [judge]${more}`);
const computed = (name: string, role: string, strategy: string) =>
  `  - { name: ${name}, roles: [${role}], embedded: { strategy: ${strategy} } }\n`;
const collect = (...args: string[]) =>
  project!.start(["collect", "--basket", "talks", ...args], { A_KEY: "sk-of-a-test-1" }).ended;
const rows = (stage: string) =>
  project!.read(`artifacts/talks/toy/${stage}.csv`).trimEnd().split("\n").slice(1);
const count = (name: string) => server.requests.filter((request) => modelOf(request) === name).length;
/** Requests by whom they ask: the human's opening is the same for both subjects. */
const OWN = TURNS / 2;
const ALL = { one: EPISODES * OWN, two: EPISODES * OWN, ada: EPISODES * (2 * OWN - 1), eva: 2 * EPISODES };

test("limits hold over all models of a slice, each is asked by its own protocol and once, and again as it was asked", async () => {
  const models = [live("one"), live("two"), human(", key_variable: A_KEY", "google"), judge()];
  project = episodesProject(models, "", REHEARSAL);
  const limited = await collect("--limit", String(EPISODES + 1));
  expect([limited.code, count("ada"), count("one") + count("two")]).toEqual([1, EPISODES, 1]);
  // Each token is 0.001 dollars, and no more are spent than are allowed.
  const spent = () =>
    journalOf(project!, "talks").reduce(
      (sum, { record: { usage } }) => sum + 0.001 * (usage.input + usage.output),
      0,
    );
  const bound = spent() + 0.3;
  const bounded = await collect("--max-cost", String(bound));
  expect([bounded.code, bounded.stderr]).toEqual([1, expect.stringContaining("--max-cost")]);
  expect(server.requests.length).toBeGreaterThan(EPISODES + 1);
  expect(spent()).toBeLessThanOrEqual(bound);
  const { code, stderr } = await collect();
  expect(code, stderr).toBe(0);
  expect(Object.fromEntries(Object.keys(ALL).map((name) => [name, count(name)]))).toEqual(ALL);
  expect(Object.values(server.log().byBody).every((times) => times === 1)).toBe(true);
  const lines = journalOf(project, "talks");
  expect(lines).toHaveLength(Object.values(ALL).reduce((a, b) => a + b));
  expect(new Set(lines.map(({ asked }) => asked.provider))).toEqual(new Set(["google", "openai-compatible"]));
  const ran = project.candor(["run", "--basket", "talks"]);
  expect(ran.code, ran.stderr).toBe(0);
  expect(rows("squared")[0]).toMatch(/^one,0,4\.0,\w{6}(?:\|\w{6}){3}$/u);
  expect(rows("judged").at(-1)).toMatch(/^two,2,4\.0,\w{6}$/u);
  // Where nothing is missing nothing is an estimate.
  const { models: told, rehearsals } = JSON.parse((await collect("--dry-run", "--json")).stdout);
  expect(rehearsals).toEqual([]);
  expect(told.map(({ calls }: { calls: number }) => calls)).toEqual([0, 0, 0, 0]);

  server.clear();
  const checked = await collect("--repeat-check", "4");
  expect(checked.code, checked.stderr).toBe(0);
  const names = Object.keys(ALL).sort();
  expect(names.map(count)).toEqual([1, 1, 1, 1]);
  expect(checked.stdout.trimEnd().split("\n").sort()).toEqual(
    names.map((name) => `${name}: 0 of 1 answers differ (0.0 %) from the first ones, temperature 0`),
  );
  const again = journalOf(project, "talks").filter(({ repeat }) => repeat === 1);
  expect(again.map(({ asked }) => asked.model).sort()).toEqual(names);
});

test("one computes and one is recorded: the journal holds the one, and the code of the other is in the key", async () => {
  project = episodesProject([
    live("one"),
    computed("ada", "human", "script-human"),
    computed("eva", "judge", "script-judge"),
  ]);
  const { code, stderr } = await collect();
  expect(code, stderr).toBe(0);
  expect(server.requests.map(modelOf)).toEqual(Array(ALL.one).fill("one"));
  expect(project.candor(["run", "--basket", "talks"]).code).toBe(0);
  expect(rows("squared")[0]).toMatch(/^one,0,4\.0,h0\|\w{6}\|h2\|\w{6}$/u);
  project.edit("src/advisors/embedded/script-judge.ts", "ok", "no");
  const { stages } = project.run(["--basket", "talks"]);
  expect([stages["toy/squared"]!.state, stages["toy/judged"]!.slices.ran]).toEqual(["fresh", 1]);
});

test("killed in the middle of conversations it goes on there, and asks nothing again but what was in flight", async () => {
  server.script(afterMs(40, echo));
  project = episodesProject([
    live("one", "limits: { connections: 2 }"),
    human(", limits: { connections: 2 }"),
    judge(),
  ]);
  const { child, ended } = project.start(["collect", "--basket", "talks"]);
  while (server.requests.length < 7) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill("SIGKILL");
  await ended;
  server.script(echo);
  const { code, stderr } = await collect();
  expect(code, stderr).toBe(0);
  const counts = Object.values(server.log().byBody);
  expect(counts).toHaveLength(EPISODES * (TURNS + 1));
  expect(counts.filter((times) => times > 1).length).toBeLessThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(new Set(journalOf(project, "talks").map(({ key }) => key)).size).toBe(counts.length);
});

test("a model that is down stops what depends on it alone, and the table counts by model", async () => {
  server.script(byRequest((request) => (modelOf(request) === "two" ? refusedKey() : echo)));
  project = episodesProject([live("one"), live("two", "key_variable: A_KEY"), human(), judge()]);
  const { code, stdout } = await collect("--json");
  expect(code).toBe(1);
  const { models } = JSON.parse(stdout);
  const counted = Object.fromEntries(
    models.map((each: { model: string; needed: number; answered: number }) => [
      each.model,
      [each.answered, each.needed],
    ]),
  );
  // Of the other subject's episodes the opening alone is known, which both share.
  expect(counted).toEqual({
    one: [ALL.one, ALL.one],
    two: [0, EPISODES],
    ada: [EPISODES * OWN, EPISODES * OWN],
    eva: [counted.eva[1], counted.eva[1]],
  });
  expect(counted.eva[0]).toBeGreaterThan(0);
  expect(models.find(({ model }: { model: string }) => model === "two").given_up).toContain("A_KEY");
  // Once it is mended, what waited for it is asked, and nothing else.
  server.clear();
  server.script(echo);
  const again = await collect();
  expect(again.code, again.stderr).toBe(0);
  expect([count("one"), count("two"), count("ada")]).toEqual([0, ALL.two, EPISODES * (OWN - 1)]);
  expect(again.stderr).toContain(`two: ${ALL.two} of ${ALL.two} answers recorded, ${ALL.two} of them now`);
  expect(again.stderr).toContain(
    `ada: ${ALL.ada} of ${ALL.ada} answers recorded, ${EPISODES * (OWN - 1)} of them now`,
  );
});

test("of two models in one conversation the opening is planned, by whom; what they say then is no deviation", async () => {
  const two = computed("two", "subject", "script-subject");
  project = episodesProject([live("one"), two, human(), computed("eva", "judge", "script-judge")]);
  // Nobody judges: nothing but the conversations asks.
  project.write("pipeline.yaml", project.read("pipeline.yaml").replace(/ {2}toy\/judged: .*\n/u, ""));
  const frozen = project.candor(["freeze", "--basket", "talks"]);
  expect(frozen.code, frozen.stderr).toBe(0);
  const { design } = JSON.parse(project.read("prereg/talks.lock.json"));
  expect(Object.entries(design.requests).map(([slice, keys]) => [slice, (keys as string[]).length])).toEqual([
    ['toy/squared {"asks":"ada","group":"one"}', EPISODES],
    ['toy/squared {"asks":"ada","group":"two"}', EPISODES],
  ]);
  expect((await collect()).code).toBe(0);
  const { stdout, stderr } = project.candor(["verify", "prereg/talks.lock.json", "--json"]);
  expect(stderr).toBe("");
  const [lock] = JSON.parse(stdout).locks;
  // What the human says to the computed subject is recorded; their openings are the same.
  const answers = EPISODES * (TURNS + OWN - 1);
  expect(lock.journals).toMatchObject([
    { planned: EPISODES, answered: EPISODES, answers, unplanned: answers - EPISODES, outside: [] },
  ]);
  expect(lock.leaves).toEqual([]);
});
