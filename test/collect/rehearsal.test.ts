import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { entry, journalOf } from "./collecting.ts";
import { EPISODES, echo, episodesProject, REHEARSAL } from "./episodes.ts";

// A dry run of conversations and a judge: scripted agents say what real ones would, and what they are asked is counted.

let server: Providers;
let project: Project;
beforeAll(async () => {
  server = await startProviders({ behaviour: echo });
  const model = (name: string, more: string) =>
    entry({
      name,
      model: name,
      baseUrl: server.openai,
      more: `prices: { input: 1000, output: 2000 }${more}`,
    });
  const models = [
    model("one", ""),
    model("two", ""),
    model("ada", ", roles: [human]"),
    model("eva", ", roles: [judge]"),
  ];
  project = episodesProject(models, "", REHEARSAL);
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const dryRun = (...args: string[]) =>
  project.start(["collect", "--basket", "talks", "--dry-run", ...args]).ended;
const counts = async () => {
  const { code, stdout, stderr } = await dryRun("--json");
  expect(code, stderr).toBe(0);
  const { models, ...rest } = JSON.parse(stdout);
  type Model = { model: string; calls: number; rehearsed_calls: number; recorded: number };
  const told = (models as Model[]).map(({ model, calls, recorded, rehearsed_calls }) => {
    expect(rehearsed_calls).toBe(calls);
    return [model, [recorded, calls]];
  });
  return { ...rest, models, of: Object.fromEntries(told) };
};

test("every turn and verdict is counted, equal requests once, told as an estimate; nothing is asked, kept or written", async () => {
  const { stdout, stderr } = await dryRun("--study", "toy");
  const heads = stdout.split("\n").filter((line) => line.includes(" calls, ") || line.includes(" call, "));
  expect(heads).toEqual([
    "one: about 6 calls, 0 answers there",
    "two: about 6 calls, 0 answers there",
    // The human opens each talk once for both subjects; what follows differs between real ones, though not here.
    "ada: about 9 calls, 0 answers there",
    "eva: about 2 calls, 0 answers there",
  ]);
  // The subject is told "talk 0" and "h0", and then these, "sh0" and "h2".
  const about = EPISODES * (2 + 2 * 16 + 4 + 4 * 16);
  const most = EPISODES * (8 + 2 * 16 + 13 + 4 * 16);
  expect(stdout).toContain(`there\n  tokens about ${about} in (at most ${most}), at most ${6 * 8} out\n`);
  // "judge h0|sh0|h2|sh2": 19 bytes in one turn, an answer of 4 tokens.
  expect(stdout).toContain(
    `tokens about ${2 * (5 + 16)} in (at most ${2 * (19 + 16)}), at most 8 out\n  cost   $0.0420 to $0.0860\n`,
  );
  expect(stdout).toContain(
    "toy is an estimate, rehearsed with scripted agents (script-subject as subject, script-human as human, script-judge as judge): real models make it more or less\n",
  );
  expect(stdout).toMatch(
    /in all at most \$1\.54 as rehearsed; what is really spent is bounded by --max-cost alone\n$/u,
  );
  expect(stderr).toContain("note    toy/squared: rehearsed with scripted agents\n");
  expect(stderr).not.toContain("ran    toy/squared");
  expect(server.requests).toEqual([]);
  for (const left of ["data/journals", "artifacts/talks", ".candor/store"])
    expect(project.has(left), left).toBe(false);
});

test("what is recorded is taken as it was said, and what follows from it is rehearsed", async () => {
  // The three openings, and one answer to one of them.
  const { code } = await project.start(["collect", "--basket", "talks", "--limit", String(EPISODES + 1)])
    .ended;
  expect([code, journalOf(project, "talks").length]).toEqual([1, EPISODES + 1]);
  const { of, more, rehearsals } = await counts();
  expect(of.one[0] + of.two[0]).toBe(1);
  expect(of.ada[0]).toBe(EPISODES);
  // Of each talk the scripted human's second turn; where a real subject spoke, it is one of its own.
  expect([of.one, of.two].map(([recorded, calls]) => recorded + calls)).toEqual([6, 6]);
  expect(of.ada[1]).toBe(2 * EPISODES);
  const standIns = { subject: "script-subject", human: "script-human", judge: "script-judge" };
  expect([more, rehearsals]).toEqual([false, [{ study: "toy", stand_ins: standIns, fault: null }]]);
});

test("what scripted agents cannot do is told, and the first requests are counted as without them", async () => {
  project.remove("data/journals");
  project.write(
    "src/advisors/embedded/script-judge.ts",
    'export default () => { throw new Error("no such episode"); };\n',
  );
  const { code, stdout, stderr } = await dryRun();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^ada: 3 calls, 0 answers there\n(?:.*\n){3}what .* asked once they are there\nin all/u,
    ),
  ]);
  expect(stderr).toContain(
    "no rehearsal  toy could not be rehearsed: stage toy/judged failed: no such episode",
  );
});
