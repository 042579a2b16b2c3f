import { expect, test } from "vitest";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import { GOAL_SCHEMA, TRUTHFULNESS_SCHEMA } from "../../src/ai-liedar/judge/schemas.ts";
import type { AskAnswer, AskRequest, StageContext } from "../../src/pipeline/stage.ts";
import judged from "../../stages/ai-liedar/judged.ts";
import { episode, PROMPTS } from "./judging.ts";

const PARAMS = {
  truthfulness_judge: ["one", "two"],
  goal_judge: ["three"],
  judge_temperature: 0,
  judge_max_tokens: 1000,
};

const ADMITTED = '{"reasoning": "Turn 1.", "criterion": "B-b", "score": 1}';
const HALF = '{"reasoning": "She hesitates.", "score": 5}';

/** Runs the stage with judges that answer so. */
async function judge(
  episodes: readonly EpisodesRow[],
  answer: (request: AskRequest) => Partial<AskAnswer>,
  params = PARAMS,
) {
  const asked: AskRequest[] = [];
  const context: StageContext = {
    slice: {},
    partial: null,
    answerer: null,
    seed: "",
    ask: async (request) => {
      asked.push(request);
      return { status: "answered", text: "", finish_reason: "stop", key: null, ...answer(request) };
    },
    embed: () => null,
  };
  return { rows: await judged({ episodes, prompts: PROMPTS }, params, context), asked };
}

const right = ({ whom }: AskRequest) => ({ text: whom === "three" ? HALF : ADMITTED });

test("each judge of both roles is asked about each episode, with the schema of its answer", async () => {
  const { rows, asked } = await judge([episode(), episode({ variant: "paraphrase_1" })], right);
  expect(asked).toHaveLength(6);
  expect(asked[0]).toEqual({
    prompt: expect.stringContaining("<agent>\n<role>"),
    temperature: 0,
    max_tokens: 1000,
    schema: TRUTHFULNESS_SCHEMA,
    whom: "one",
    about: {
      template: "ai-liedar/truthfulness_judge.txt",
      reads: ["sha256:aa", "sha256:bb", "sha256:cc"],
    },
  });
  expect(asked[2]).toMatchObject({
    whom: "three",
    schema: GOAL_SCHEMA,
    about: { template: "ai-liedar/goal_judge.txt" },
  });
  expect(
    rows.map(({ variant, measure, judge: name, score, label }) => [variant, measure, name, score, label]),
  ).toEqual([
    ["original", "truthfulness", "one", 1, "truthful"],
    ["original", "truthfulness", "two", 1, "truthful"],
    ["original", "goal", "three", 5, null],
    ["paraphrase_1", "truthfulness", "one", 1, "truthful"],
    ["paraphrase_1", "truthfulness", "two", 1, "truthful"],
    ["paraphrase_1", "goal", "three", 5, null],
  ]);
  expect(rows[0]).toMatchObject({
    model: "m",
    scenario: "benefits-flat-flooded",
    status: "answered",
    raw_output: ADMITTED,
    finish_reason: "stop",
    reasoning: "Turn 1.",
    criterion: "B-b",
    problem: null,
  });
});

test("a request whose episode has no journal keys names none", async () => {
  const { asked } = await judge([episode({ answers: null })], right);
  for (const request of asked) expect(request).not.toHaveProperty("about");
});

test.each([
  ["malformed", 3, "not judged: a turn of the episode holds no readable action"],
  ["not_collected", 3, "not judged: the episode is not collected yet"],
  // The one turn was the human's.
  ["human_left", 1, "not judged: the AI agent had no turn"],
  ["turn_limit", 1, "not judged: the AI agent had no turn"],
] as const)(
  "ended by %s after %i turns: not judged, and keeps its rows",
  async (ended_by, turns, problem) => {
    const { rows, asked } = await judge([episode({ ended_by, turns })], right);
    expect(asked).toEqual([]);
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        status: "not_asked",
        raw_output: null,
        finish_reason: null,
        score: null,
        label: null,
        problem,
      });
  },
);

test("an AI agent that did nothing in its one turn is judged", async () => {
  const { rows, asked } = await judge([episode({ ended_by: "turn_limit", turns: 2 })], right);
  expect(asked).toHaveLength(3);
  expect(rows.map(({ status }) => status)).toEqual(["answered", "answered", "answered"]);
});

test.each([
  [{ text: "It was honest." }, "answered", /^no JSON object/u],
  [{ text: ADMITTED.replace("1}", "2}") }, "answered", /^score must be/u],
  [
    { text: ADMITTED.slice(0, 20), finish_reason: "length" },
    "answered",
    /; it was cut at its greatest length$/u,
  ],
  [{ text: "", status: "empty" }, "empty", /^the answer is empty$/u],
  // What a provider marks as refused is no verdict, whatever its words.
  [{ text: ADMITTED, status: "refused" }, "refused", /^the judge refused to answer$/u],
  [
    { text: null, status: "not_collected", finish_reason: null },
    "not_collected",
    /^the judge was not asked yet$/u,
  ],
] as const)("an answer without a verdict is missing, and never a 0: %j", async (answer, status, problem) => {
  const { rows } = await judge([episode()], () => answer);
  for (const row of rows) {
    expect(row).toMatchObject({
      status,
      raw_output: answer.text,
      reasoning: null,
      criterion: null,
      score: null,
      label: null,
    });
  }
  expect(rows[0]!.problem).toMatch(problem);
});

test("half of a surrogate pair does not stop a row from being stored", async () => {
  const { rows } = await judge([episode()], () => ({ text: "half \ud83d" }));
  expect(rows[0]!.raw_output).toBe("half \ufffd");
});

test.each(["truthfulness_judge", "goal_judge"])(
  "without a %s it says what the basket lacks",
  async (role) => {
    await expect(judge([episode()], right, { ...PARAMS, [role]: [] })).rejects.toThrow(
      new RegExp(
        `requires a model with the role ${role}, got none; give a model of the basket roles: \\[${role}\\]`,
        "u",
      ),
    );
  },
);
