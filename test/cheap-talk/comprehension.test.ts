import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { comprehensionState, namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import comprehension from "../../stages/cheap-talk/comprehension.ts";

const REFERENCE = "test/fixtures/reference-parity";

test("the rule passes 18 of the 30 recorded answers, as the reference does", () => {
  const records = readFileSync(`${REFERENCE}/comprehension.jsonl`, "utf8").trim().split("\n");
  const passed = records.map((record) => {
    const { raw, expected_receiver, expected_sender } = JSON.parse(record);
    return namesBothIdeals(raw, expected_receiver, expected_sender);
  });
  const validity = JSON.parse(readFileSync(`${REFERENCE}/expected/validity.json`, "utf8"));
  const expected = validity.find((row: { check: string }) => row.check === "comprehension_pass_rate").detail;
  expect({ n: passed.length, passes: passed.filter(Boolean).length }).toEqual(expected);
  expect(expected).toEqual({ n: 30, passes: 18 });
});

test.each([
  ["0.5, 0.62", true],
  ["0.62, 0.5", true],
  ["receiver .46, sender .58", true],
  ["0.5", false],
  ["0.56", false],
  ["0.44, 0.62", false],
  ["half and a bit more", false],
  ["", false],
  ["0.5, -0.62", false],
])("%j at ω = 0.5, b = 0.12: %s", (text, passes) => {
  expect(namesBothIdeals(text, 0.5, 0.62)).toBe(passes);
});

test("one number near both passes, as in the reference", () => {
  expect(namesBothIdeals("0.526", 0.5155819714156519, 0.5255819714156519)).toBe(true);
});

test("the state depends on seed, model, bias and frame, is uniform and has six decimals", () => {
  const state = comprehensionState(20260530, "m", 0.04, "neutral");
  expect(state).toBe(comprehensionState(20260530, "m", 0.04, "neutral"));
  const others = [
    comprehensionState(1, "m", 0.04, "neutral"),
    comprehensionState(20260530, "n", 0.04, "neutral"),
    comprehensionState(20260530, "m", 0.08, "neutral"),
    comprehensionState(20260530, "m", 0.04, "payoff"),
  ];
  expect(new Set([state, ...others]).size).toBe(5);
  let sum = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const value = comprehensionState(seed, "m", 0.04, "neutral");
    expect(Number(value.toFixed(6))).toBe(value);
    sum += value;
  }
  // Mean of 2000 uniform draws: four standard errors are 4·√(1/12/2000).
  expect(Math.abs(sum / 2000 - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 2000));
});

test("the stage asks once per cell of its prompts, at the cell's own state, and marks the answer", async () => {
  const base = { omega: 0.3, omega_raw: 0.3, seed: 1, prompt: "p", temperature: 0, max_tokens: 64 };
  const rows = [0, 1, 2].map((state_index) => {
    return { model: "m", bias: 0.12, frame: "payoff" as const, state_index, ...base };
  });
  const asked: { prompt: string; max_tokens: number }[] = [];
  const omega = comprehensionState(7, "m", 0.12, "payoff");
  const [row, ...more] = await comprehension(
    { prompts: rows, templates: { "t/comprehension.txt": "{omega} and {bias}" } },
    { comprehension_seed: 7, temperature: 0, comprehension_max_tokens: 512 },
    {
      slice: {},
      partial: null,
      answerer: { provider: "test", model: "m" },
      seed: "",
      embed: () => null,
      ask: async (request) => {
        asked.push(request);
        return { status: "answered", text: `${omega}, ${omega + 0.12}`, finish_reason: "stop", key: null };
      },
    },
  );
  expect(more).toEqual([]);
  expect(asked).toEqual([{ prompt: `${omega.toFixed(6)} and 0.120000`, temperature: 0, max_tokens: 512 }]);
  expect(row).toMatchObject({
    model: "m",
    bias: 0.12,
    frame: "payoff",
    omega,
    expected_sender: omega + 0.12,
    passed: true,
  });
});
