import { afterEach, expect, test } from "vitest";
import type { Lock } from "../../../src/prereg/lock.ts";
import { askingProject, basketOf, entry } from "../../collect/collecting.ts";
import type { Project } from "../../project.ts";
import { clone, commitAll, committed, git } from "../checkout.ts";

// When: the commit of the lock beside the times of the answers, and the tree then beside the tree now.

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const LOCK = "prereg/small.lock.json";
const JOURNAL = "data/journals/small/toy.jsonl";
const BASKET = basketOf(
  "small",
  "toy",
  [entry({ baseUrl: "http://127.0.0.1:9/v1" })],
  "params: { count: 2 }\n",
);

function lines(project: Project): Record<string, string> {
  const { stdout } = project.candor(["verify", LOCK]);
  return Object.fromEntries(stdout.split("\n").map((line) => [line.slice(0, 9).trimEnd(), line.slice(9)]));
}

const answer = (key: string, at: string) =>
  `${JSON.stringify({ kind: "answer", v: 1, key, answer: { status: "answered", text: "x", vector: null, finish_reason: "stop" }, repeat: 0, at, request: {} })}\n`;

test("the lock's first commit and the answers' times side by side; an older answer is said plainly", () => {
  const project = committed(askingProject(BASKET));
  projects.push(project);
  const frozenAt = git(project.root, "rev-parse", "HEAD").trim();
  expect(project.candor(["freeze", "--basket", "small"]).code).toBe(0);
  const keys = Object.values((JSON.parse(project.read(LOCK)) as Lock).design.requests).flat();
  expect(lines(project)).toMatchObject({
    dates: "the lock was never committed",
    tree: `frozen from commit ${frozenAt}, everything as committed then`,
    today: "the same commit, everything as committed",
  });

  commitAll(project);
  const committedAt = new Date(git(project.root, "log", "-1", "--format=%cI").trim());
  const first = `lock first committed ${committedAt.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  expect(lines(project).dates).toBe(first);
  project.write(
    JOURNAL,
    answer(keys[0]!, "2199-01-01T00:00:00.000Z") + answer(keys[1]!, "2199-01-02T10:20:30.456Z"),
  );
  const answers = "first answer 2199-01-01 00:00:00 UTC, last 2199-01-02 10:20:30 UTC";
  expect(lines(project)).toMatchObject({
    dates: `${first}; ${answers}`,
    today: `the same commit, with 1 path not as committed: ${JOURNAL}`,
  });

  // Later commits leave the date of the lock as it is, under another name too.
  commitAll(project);
  git(project.root, "mv", LOCK, "prereg/kept.lock.json");
  commitAll(project);
  git(project.root, "mv", "prereg/kept.lock.json", LOCK);
  project.write(JOURNAL, answer(keys[0]!, "2001-01-01T00:00:00Z") + answer(keys[1]!, "no time\u001b[2J"));
  commitAll(project);
  const told = lines(project);
  expect(told.dates).toBe(
    `${first}; first answer 2001-01-01 00:00:00 UTC, last 2001-01-01 00:00:00 UTC; the first answer is older than the lock's commit`,
  );
  expect(told.today).toMatch(/^commit [0-9a-f]{40}, everything as committed$/u);
  expect(told.tree).toContain(`frozen from commit ${frozenAt}`);

  const shallow = clone(project, "--depth", "1");
  projects.push(shallow);
  expect(lines(shallow).dates).toContain(
    "when the lock was committed is not known (this clone is shallow); first answer",
  );
  project.remove(".git");
  const without = lines(project);
  expect(without.dates).toContain("is not known (no git repository is here)");
  expect(without.today).toBeUndefined();
});
