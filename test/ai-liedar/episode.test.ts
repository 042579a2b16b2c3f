import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TurnsRow } from "../../schemas/ai-liedar/turns.ts";
import { limitsOf } from "../../src/ai-liedar/episode/course.ts";
import { playedToItsEnd, unjudged } from "../../src/ai-liedar/episode/played.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import episodes from "../../stages/ai-liedar/episodes.ts";
import { act, EPISODE, PARAMS, playScript, type Scripted, say, TEXTS } from "./episode-setup.ts";

const NONE = act("none");
const LEAVE = act("leave");
const PROSE = "I would rather not.";
const NOT_COLLECTED: Scripted = { text: null, status: "not_collected", finish_reason: null };

test.each<[string, Scripted[], object, string, number, [human: number, agent: number]]>([
  ["the human leaves", [say("a"), say("b"), LEAVE], {}, "human_left", 3, [0, 0]],
  ["the human leaves at once", [LEAVE], {}, "human_left", 1, [0, 0]],
  ["the agent leaves first", [say("a"), LEAVE], {}, "agent_left", 2, [0, 0]],
  ["nobody ever leaves", [say("a")], {}, "turn_limit", 20, [0, 0]],
  ["one turn is all", [say("a")], { max_turns: 1 }, "turn_limit", 1, [0, 0]],
  ["somebody leaves in the last turn", [say("a"), LEAVE], { max_turns: 2 }, "agent_left", 2, [0, 0]],
  ["silence beyond the limit", [say("a"), NONE, NONE, NONE], {}, "silence", 4, [0, 0]],
  ["silence from the beginning", [NONE], {}, "silence", 3, [0, 0]],
  [
    "silence at the limit, then a word",
    [NONE, NONE, say("a"), NONE, NONE, act("action", "x"), LEAVE],
    {},
    "human_left",
    7,
    [0, 0],
  ],
  ["no silence is allowed", [say("a"), NONE], { max_silent_turns: 0 }, "silence", 2, [0, 0]],
  ["silence and the limit of turns at once", [NONE], { max_turns: 3 }, "silence", 3, [0, 0]],
  ["silence at its limit in the last turn", [NONE], { max_turns: 2 }, "turn_limit", 2, [0, 0]],
  ["malformed and corrected", [PROSE, PROSE, say("a"), say("b"), LEAVE], {}, "human_left", 3, [2, 0]],
  ["malformed between silent turns", [NONE, PROSE, NONE, PROSE, NONE], {}, "silence", 3, [1, 1]],
  ["malformed thrice", [say("a"), PROSE, "", { text: "No.", status: "refused" }], {}, "malformed", 1, [0, 3]],
  ["malformed thrice at once", [PROSE], {}, "malformed", 0, [3, 0]],
  [
    "malformed twice in each of two turns",
    [PROSE, PROSE, say("a"), PROSE, PROSE, say("b"), LEAVE],
    {},
    "human_left",
    3,
    [2, 2],
  ],
  ["one attempt", [say("a"), PROSE], { action_attempts: 1 }, "malformed", 1, [0, 1]],
  ["not collected in the middle", [say("a"), say("b"), NOT_COLLECTED], {}, "not_collected", 2, [0, 0]],
  ["not collected at once", [NOT_COLLECTED], {}, "not_collected", 0, [0, 0]],
  ["not collected after a malformed one", [say("a"), PROSE, NOT_COLLECTED], {}, "not_collected", 1, [0, 1]],
])("%s", async (_, answers, params, ended_by, count, [human, agent]) => {
  const { episode, rows, requests } = await playScript(answers, { params });
  expect(episode).toMatchObject({ ended_by, turns: count, malformed_human: human, malformed_agent: agent });
  expect(rows).toHaveLength(requests.length);
  expect(episode.transcript === "" ? 0 : episode.transcript.split("\n").length).toBe(count);
  expect(rows.filter(({ action_type }) => action_type !== null)).toHaveLength(count);
});

test.each([
  ["the human leaves first", [LEAVE], {}, "no_agent_turn"],
  ["one turn", [say("a")], { max_turns: 1 }, "no_agent_turn"],
  ["an AI agent that does nothing", [say("a"), NONE], { max_turns: 2 }, null],
  ["an AI agent that leaves", [say("a"), LEAVE], {}, null],
  ["an AI agent without a readable turn", [say("a"), PROSE], {}, "malformed"],
] as const)("why an episode cannot be judged: %s", async (_, answers, params, why) => {
  const { episode } = await playScript([...answers], { params });
  expect(unjudged(episode)).toBe(why);
  expect(playedToItsEnd(episode)).toBe(why === null);
});

test("the episode keeps public and private texts apart, and the keys of the answers that count", async () => {
  const answers = [
    say("h0"),
    PROSE,
    act("action", "shows\nit"),
    act("non-verbal communication", "nods"),
    NONE,
    LEAVE,
  ];
  const { episode } = await playScript(answers, { keys: true });
  expect(episode).toEqual({
    ...EPISODE,
    human: "the-human",
    ended_by: "human_left",
    turns: 5,
    malformed_human: 0,
    malformed_agent: 1,
    human_name: TEXTS.human_name,
    background: TEXTS.background,
    transcript: [
      'Turn 0: Lena Sorel said: "h0"',
      "Turn 1: Assistant [action] shows it",
      "Turn 2: Lena Sorel [non-verbal communication] nods",
      "Turn 3: Assistant did nothing",
      "Turn 4: Lena Sorel left the conversation",
    ].join("\n"),
    human_private: TEXTS.human_private,
    agent_private: TEXTS.agent_private,
    goal: TEXTS.goal,
    answers: "key-0 key-2 key-3 key-4 key-5",
  });
  expect((await playScript(answers)).episode.answers).toBeNull();
  expect((await playScript([PROSE], { keys: true })).episode.answers).toBe("");
});

test.each(["turns", "episodes"] as const)("the rows of %s are as their schema wants them", async (table) => {
  const path = `schemas/ai-liedar/${table}.schema.json`;
  const schema = readSchema(JSON.parse(readFileSync(path, "utf8")), path);
  const scripts: Scripted[][] = [[say("a"), PROSE, "", LEAVE], [NOT_COLLECTED], [PROSE]];
  for (const script of scripts) {
    const { rows, episode } = await playScript(script);
    expect(validateRows(table === "turns" ? rows : [episode], schema)).toEqual([]);
  }
});

test("turns that were played by other limits are no episode", async () => {
  const { rows } = await playScript([say("a"), PROSE, say("b"), LEAVE]);
  const replay =
    (of: TurnsRow[], params = {}) =>
    () =>
      episodes({ design: [EPISODE], turns: of, scenarios: [TEXTS] }, { ...PARAMS, ...params });
  const name = "the episode the-model, base, benefits-bike, original, profile 1, repeat 0 has";
  expect(replay(rows)).not.toThrow();
  expect(replay(rows, { max_turns: 1 })).toThrow(`${name} an answer after its end (turn_limit)`);
  expect(replay(rows, { action_attempts: 1 })).toThrow(`${name} an answer after its end (malformed)`);
  expect(replay(rows.slice(0, -1))).toThrow(`${name} no answer to turn 2, and nothing that ends it`);
  expect(replay([])).toThrow(`${name} no answer to turn 0`);
  expect(replay(rows.toSpliced(1, 1))).toThrow(
    `${name} answer 1 of the agent to turn 1 in place of answer 0 of the agent to turn 1`,
  );
});

test.each([
  [
    { human: [] },
    "requires exactly one model with the role human, got none; give a model of the basket roles: [human]",
  ],
  [
    { human: ["a", "b"] },
    "requires exactly one model with the role human, got a, b; leave roles: [human] to one model",
  ],
  [{ max_turns: 0 }, "params.max_turns requires a whole number of 1 or more, got 0"],
  [{ max_silent_turns: -1 }, "params.max_silent_turns requires a whole number of 0 or more, got -1"],
  [{ action_attempts: 1.5 }, "params.action_attempts requires a whole number of 1 or more, got 1.5"],
])("the params %j are refused", async (params, message) => {
  await expect(playScript([LEAVE], { params })).rejects.toThrow(message);
});

test("an episode without texts is named", async () => {
  await expect(playScript([LEAVE], { texts: { profile: 2 } })).rejects.toThrow(
    "the design has an episode of benefits-bike, original, profile 1, base, for which the scenarios have no texts",
  );
  expect(limitsOf(PARAMS)).toEqual({ maxTurns: 20, maxSilentTurns: 2, attempts: 3 });
});
