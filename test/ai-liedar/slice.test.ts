import { expect, test } from "vitest";
import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { AskAnswer, AskRequest } from "../../src/pipeline/stage.ts";
import episodes from "../../stages/ai-liedar/episodes.ts";
import turns from "../../stages/ai-liedar/turns.ts";
import { act, answerOf, contextOf, EPISODE, PARAMS, PROMPTS, say, TEXTS } from "./episode-setup.ts";

const LEAVE = act("leave");

const SLICE: DesignRow[] = [0, 1, 2].flatMap((repeat) =>
  (["original", "paraphrase_1"] as const).map((variant) => ({ ...EPISODE, variant, repeat })),
);
const SCENARIOS = [TEXTS, { ...TEXTS, variant: "paraphrase_1" as const, background: "Elsewhere." }];
const playSlice = (ask: (request: AskRequest) => Promise<AskAnswer>) =>
  turns({ design: SLICE, scenarios: SCENARIOS, prompts: PROMPTS }, PARAMS, contextOf(ask));

test("all episodes of a slice are asked at once", async () => {
  // Nobody is answered before all have asked: played one after the other, this would never end.
  const waiting: (() => void)[] = [];
  const rows = await playSlice(
    (request) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(answerOf(request.before!.length < 3 ? say("a") : LEAVE)));
        if (waiting.length === SLICE.length) for (const answer of waiting.splice(0)) answer();
      }),
  );
  expect(rows).toHaveLength(3 * SLICE.length);
  const ended = episodes({ design: SLICE, turns: rows, scenarios: SCENARIOS }, PARAMS);
  expect(ended.map(({ variant, repeat, turns, background }) => [variant, repeat, turns, background])).toEqual(
    SLICE.map(({ variant, repeat }) => [
      variant,
      repeat,
      3,
      variant === "original" ? TEXTS.background : "Elsewhere.",
    ]),
  );
});

test("an answer that never comes keeps nobody else from being asked", async () => {
  const asked = new Map<string, number>();
  const never = playSlice((request) => {
    const name = `${request.before![0]!.content.includes("Elsewhere.")} ${request.repeat}`;
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return name === "true 1" ? new Promise(() => {}) : Promise.resolve(answerOf(say("a")));
  });
  const first = await Promise.race([never, new Promise((resolve) => setTimeout(resolve, 50, "still open"))]);
  expect(first).toBe("still open");
  expect(Object.fromEntries(asked)).toEqual({
    "false undefined": 20,
    "false 1": 20,
    "false 2": 20,
    "true undefined": 20,
    "true 1": 1,
    "true 2": 20,
  });
});

test("the human begins the same whatever the model and condition, and another repetition is another request", async () => {
  const openings: AskRequest[] = [];
  const design: DesignRow[] = [
    EPISODE,
    { ...EPISODE, model: "another" },
    { ...EPISODE, condition: "truthful_prompt" },
    { ...EPISODE, repeat: 1 },
  ];
  const scenarios = [TEXTS, { ...TEXTS, condition: "truthful_prompt" as const, agent_private: "Be honest." }];
  const agents: (string | undefined)[] = [];
  const ask = async (request: AskRequest) => {
    if (request.whom === undefined)
      agents.push(request.before![0]!.content.match(/<goal>|Be honest\./u)?.[0]);
    else openings.push(request);
    return answerOf(request.whom === undefined ? LEAVE : say("a"));
  };
  await turns({ design, scenarios, prompts: PROMPTS }, PARAMS, contextOf(ask));
  const [first, ...others] = openings;
  expect(others).toEqual([first, first, { ...first, repeat: 1 }]);
  expect(agents).toEqual(["<goal>", "<goal>", "Be honest.", "<goal>"]);
});
