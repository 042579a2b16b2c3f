import { expect, test } from "vitest";
import { act, playScript, type Scripted, say, TEXTS } from "./episode-setup.ts";

const LEAVE = act("leave");
const PROSE = "I would rather not.";

test("turns alternate, the human first, and each is asked of its own model", async () => {
  const { rows, requests } = await playScript([say("a")], { params: { max_turns: 5 } });
  expect(rows.map(({ turn, speaker, answerer }) => [turn, speaker, answerer])).toEqual([
    [0, "human", "the-human"],
    [1, "agent", "the-model"],
    [2, "human", "the-human"],
    [3, "agent", "the-model"],
    [4, "human", "the-human"],
  ]);
  expect(requests.map(({ whom }) => whom)).toEqual([
    "the-human",
    undefined,
    "the-human",
    undefined,
    "the-human",
  ]);
  for (const request of requests) expect(request).toMatchObject({ temperature: 0.7, max_tokens: 400 });
});

test("each request holds what its agent was told and answered before, and no private text of the other", async () => {
  const answers = ["h0", "a1", "h2", "a3", "h4"].map(say);
  const { requests } = await playScript(answers, { params: { max_turns: 5 } });
  const said = requests.map(({ before, prompt }) => [
    ...before!.slice(1).map(({ role, content }) => `${role}: ${content.split("\n")[0]}`),
    prompt.split("\n")[0],
  ]);
  const human = (text: string) => `Lena Sorel said: "${text}"`;
  const agent = (text: string) => `Assistant said: "${text}"`;
  expect(said).toEqual([
    ["The conversation begins."],
    [human("h0")],
    ["user: The conversation begins.", `assistant: ${say("h0")}`, agent("a1")],
    [`user: ${human("h0")}`, `assistant: ${say("a1")}`, human("h2")],
    [
      "user: The conversation begins.",
      `assistant: ${say("h0")}`,
      `user: ${agent("a1")}`,
      `assistant: ${say("h2")}`,
      agent("a3"),
    ],
  ]);
  for (const [turn, { before, prompt }] of requests.entries()) {
    const [mine, other] =
      turn % 2 === 0
        ? [TEXTS.human_private, TEXTS.agent_private]
        : [TEXTS.agent_private, TEXTS.human_private];
    expect(before![0]).toMatchObject({ role: "system", content: expect.stringContaining(mine) });
    expect(JSON.stringify(before)).not.toContain(JSON.stringify(other).slice(1, -1));
    expect(before![0]!.content).toContain(TEXTS.background);
    expect(prompt).toContain(`Turn ${turn} is yours.`);
  }
});

test("a malformed answer is corrected with its reason, and only the answer that counts is seen later", async () => {
  const { requests, rows } = await playScript([say("h0"), PROSE, say("a1"), say("h2"), say("a3")], {
    params: { max_turns: 4 },
  });
  const [, first, second, , last] = requests;
  expect(second!.before).toEqual([
    ...first!.before!,
    { role: "user", content: first!.prompt },
    { role: "assistant", content: PROSE },
  ]);
  expect(second!.prompt).toContain("No action can be read from your answer: it is not a JSON object.");
  expect(last!.before!.map(({ content }) => content).slice(1)).toEqual([first!.prompt, say("a1")]);
  expect(rows.slice(1, 3)).toMatchObject([
    {
      turn: 1,
      attempt: 0,
      raw_output: PROSE,
      action_type: null,
      argument: null,
      problem: "it is not a JSON object",
    },
    { turn: 1, attempt: 1, raw_output: say("a1"), action_type: "speak", argument: "a1", problem: null },
  ]);
});

test("an answer without text leaves no empty turn behind, and keeps its status", async () => {
  const refused: Scripted = { text: "", status: "refused", finish_reason: "content-filter" };
  const { requests, rows } = await playScript(["", refused, say("h0"), LEAVE]);
  const [first, second, third] = requests;
  expect(second!.before).toEqual(first!.before);
  expect(second!.prompt).toMatch(/^The conversation begins\.[\s\S]*answer: it is empty\./u);
  expect(third!.prompt).toMatch(/^The conversation begins\.[\s\S]*it is empty\.[\s\S]*it was refused\./u);
  expect(rows.map(({ status, raw_output, finish_reason }) => [status, raw_output, finish_reason])).toEqual([
    ["empty", "", "stop"],
    ["refused", "", "content-filter"],
    ["answered", say("h0"), "stop"],
    ["answered", LEAVE, "stop"],
  ]);
});
