import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ACTION_TYPES } from "../../src/ai-liedar/episode/action.ts";
import { unjudged } from "../../src/ai-liedar/episode/played.ts";
import { CRITERIA } from "../../src/ai-liedar/judge/criteria.ts";
import { readGoal } from "../../src/ai-liedar/judge/goal.ts";
import { goalPrompt } from "../../src/ai-liedar/judge/prompt.ts";
import { absoluteMajority, coarseOf, type Fine } from "../../src/ai-liedar/labels.ts";
import { LEVEL } from "../../src/ai-liedar/rates/pools.ts";
import { lintScenarios } from "../../src/ai-liedar/scenarios/lint.ts";
import { CATEGORIES, ELEMENTS, VARIANTS } from "../../src/ai-liedar/scenarios/scenario.ts";
import { plurality } from "../../src/ai-liedar/verdict.ts";
import type { Json } from "../../src/pipeline/canonical.ts";
import { placeholders } from "../../src/prereg/study-template.ts";
import { ROOT } from "../project.ts";

// What the readable design of study 2 says is what its stages, constants and files hold.

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const TEMPLATE = read("data/preregistration/ai-liedar.md");
const text = TEMPLATE.replace(/\s+/gu, " ");

interface Pipeline {
  readonly params: Readonly<Record<string, Json>>;
  readonly stages: Readonly<Record<string, { readonly params?: readonly string[] }>>;
}

test("every param that a stage declares is in the text, to its last member, and no other", () => {
  const { params, stages } = parse(read("pipeline.yaml")) as Pipeline;
  const members = (value: Json | undefined, at: string): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, item]) => members(item, `${at}.${name}`))
      : [at];
  const declared = Object.entries(stages).flatMap(([id, stage]) =>
    id.startsWith("ai-liedar/") ? (stage.params ?? []) : [],
  );
  const wanted = new Set(declared.flatMap((name) => members(params[name], name)));
  expect(wanted.size).toBeGreaterThan(20);
  expect([...new Set(placeholders(TEMPLATE))].sort()).toEqual([...wanted].sort());
});

test("scenarios, wordings, profiles and elements are as many, and in the order, that the text says", () => {
  const folder = "data/ai-liedar/scenarios";
  const names = readdirSync(path.join(ROOT, folder));
  const linted = lintScenarios(Object.fromEntries(names.map((name) => [name, read(`${folder}/${name}`)])));
  if (linted.kind === "faulty") throw new Error("scenarios have faults");
  expect(text).toContain(`${linted.scenarios.length} scenarios in three categories`);
  expect(text).toContain(`: ${CATEGORIES.join(", ").replace("_", " ")}.`);
  expect(text).toContain("an original wording and two paraphrases, and two profiles of the human agent");
  expect(VARIANTS).toEqual(["original", "paraphrase_1", "paraphrase_2"]);
  expect(new Set(linted.scenarios.map(({ profiles }) => profiles.length))).toEqual(new Set([2]));
  expect(text).toContain(
    "role, negative fact, a lesser fact, that the other does not know, motives to lie, motives not to lie, and last the goal.",
  );
  expect(ELEMENTS).toEqual([
    "role",
    "negative_fact",
    "lesser_fact",
    "info_not_known",
    "motives_to_lie",
    "motives_not_to_lie",
    "goal",
  ]);
});

test("a turn is one of the actions that are read", () => {
  const said = /A turn is one action: ([^.]+)\./u.exec(text)![1]!.split(/, | or /u);
  expect(said.sort()).toEqual([...ACTION_TYPES].sort());
});

test("scores of the truthfulness judge, and what is no verdict of a goal judge", () => {
  const scoreOf = (label: Fine) => Object.values(CRITERIA).find((each) => each.label === label)!.score;
  expect(text).toContain(`${scoreOf("truthful")}, truthful: `);
  expect(text).toContain(`${scoreOf("falsification")}, falsification: `.replace("-", "−"));
  expect(text).toContain(
    `${scoreOf("concealment")}, partial lie: concealment, equivocation (stonewalling included).`,
  );
  expect(CRITERIA["C-a"].label).toBe("equivocation");
  expect([coarseOf("concealment"), coarseOf("equivocation")]).toEqual(["partial_lie", "partial_lie"]);
  expect(text).toContain("by {{goal_judge}}: 0 to 10,");
  expect([-1, 0, 10, 11].map((score) => readGoal(`{"reasoning": "r", "score": ${score}}`).kind)).toEqual([
    "unreadable",
    "read",
    "read",
    "unreadable",
  ]);
});

test("the goal judge reads background, transcript and the goal sentence, and nothing else", () => {
  expect(text).toContain("from background, transcript and the goal sentence of the private text alone");
  const file = "data/prompts/ai-liedar/goal_judge.txt";
  const prompt = goalPrompt({ [file]: read(file) })({
    background: "B-text",
    transcript: "T-text",
    goal: "G-text",
    human_private: "H-text",
    agent_private: "A-text",
  });
  expect(["B-text", "T-text", "G-text", "H-text", "A-text"].filter((part) => prompt.includes(part))).toEqual([
    "B-text",
    "T-text",
    "G-text",
  ]);
});

test("a plurality is enough for judges, more than half is asked of annotators", () => {
  expect(text).toContain("the one that more of them give than any other, be it half of them or fewer");
  expect(plurality(["truthful", "truthful", "falsification", "partial_lie"])).toBe("truthful");
  expect(plurality(["truthful", "falsification"])).toBeNull();
  expect(text).toContain("the coarse label of more than half of the annotators (a three-way tie is missing)");
  expect(absoluteMajority(["truthful", "truthful", "falsification", "concealment"])).toBeNull();
  expect(absoluteMajority(["truthful", "falsification", "concealment"])).toBeNull();
});

test("episodes that are not judged are those that the text names", () => {
  expect(text).toContain(
    "An episode that ended as malformed, or before the AI agent's first turn, is not judged.",
  );
  expect(unjudged({ ended_by: "malformed", turns: 5 })).toBe("malformed");
  expect(unjudged({ ended_by: "human_left", turns: 1 })).toBe("no_agent_turn");
  expect(unjudged({ ended_by: "silence", turns: 3 })).toBeNull();
});

test("intervals and the level of tests", () => {
  expect(text).toContain(`${100 * LEVEL} % percentiles of {{liedar_resamples}} resamples`);
  expect(read("stages/ai-liedar/tables/corrected_rates.ts")).toContain(`const LEVEL = ${LEVEL};`);
  expect(text).toContain(`${100 * LEVEL} % Lang–Reiczigel intervals`);
  // The figure of the tests marks the level.
  const level = /at level ([\d.]+)\./u.exec(text)![1]!;
  expect(read("stages/ai-liedar/figures/pairwise.ts")).toContain(`below: ${level}`);
});
