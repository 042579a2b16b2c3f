import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FRAMES, findTemplate, renderPrompt } from "../../src/cheap-talk/templates.ts";
import prompts from "../../stages/cheap-talk/prompts.ts";

const DIRECTORY = "data/prompts/cheap-talk";
const FILES = Object.fromEntries(
  [...FRAMES, "comprehension"].map((name) => {
    return [`${DIRECTORY}/${name}.txt`, readFileSync(`${DIRECTORY}/${name}.txt`, "utf8")];
  }),
);

test.each([...FRAMES, "comprehension" as const])(
  "%s prints state and bias with six decimals, the state first",
  (name) => {
    const { path, text } = findTemplate(FILES, name);
    const prompt = renderPrompt(path, text, { omega: 0.5, bias: 0.04 });
    expect(prompt.match(/\d+\.\d{6}/g)).toEqual(["0.500000", "0.040000"]);
    expect(prompt).not.toMatch(/[{}]|\s$/);
  },
);

// cheap-talk.md §2: what each frame must convey.
test.each([
  ["neutral", [/sender/, /one-shot/, /a in \[0,1\]/, /-\(a - x\)\^2/, /-\(a - x - b\)\^2/, /nothing else/]],
  ["payoff", [/maximise your own payoff/, /near x\./, /near x \+ b/, /nothing else/]],
  ["honesty", [/advisor/, /honest/, /a in \[0,1\]/, /-\(a - x - b\)\^2/, /nothing else/]],
  ["comprehension", [/two numbers only/, /best for the receiver/]],
] as const)("%s conveys what the design asks for", (name, patterns) => {
  const { text } = findTemplate(FILES, name);
  for (const pattern of patterns) expect(text).toMatch(pattern);
});

test.each([
  ["the state is {omega}", /^t\/neutral\.txt has no placeholder \{bias\}/],
  ["the bias is {bias}", /^t\/neutral\.txt has no placeholder \{omega\}/],
  [
    "{omega} {bias} {frame}",
    /^t\/neutral\.txt has the unknown placeholder \{frame\}; allowed are \{omega\} and \{bias\}/,
  ],
  ["{ omega } {bias}", /unknown placeholder \{ omega \}/],
  ["{bias} then {omega}", /\{bias\} before \{omega\}/],
])("the template %j is refused by name", (text, message) => {
  expect(() => renderPrompt("t/neutral.txt", text, { omega: 0.5, bias: 0 })).toThrow(message);
});

test("a frame without a template names the files that are there", () => {
  expect(() => findTemplate({ "x/payoff.txt": "" }, "neutral")).toThrow(
    /frame neutral requires exactly one template neutral\.txt, got 0 among x\/payoff\.txt/,
  );
});

test.each([
  [{ omega: 1.2, bias: 0 }, /state in \[0, 1\], got 1.2/],
  [{ omega: Number.NaN, bias: 0 }, /state in \[0, 1\], got NaN/],
  [{ omega: 0.1234567, bias: 0 }, /state with at most six decimals, got 0.1234567/],
  [{ omega: 0.5, bias: -0.1 }, /bias must be a number of 0 or more with at most six decimals, got -0.1/],
  [{ omega: 0.5, bias: 0.0000005 }, /at most six decimals, got 5e-7/],
  [{ omega: 0.5, bias: "0.04" as unknown as number }, /got "0.04"/],
])("values outside the design are refused: %o", (values, message) => {
  expect(() => renderPrompt("t.txt", "{omega} {bias}", values)).toThrow(message);
});

test("the design asks every model in every bias, frame and state once", () => {
  const states = [0.25, 0.75, 1].map((omega, i) => ({ state_index: i, omega, omega_raw: omega }));
  const rows = prompts(
    { states, templates: FILES },
    {
      models: ["m", "n"],
      biases: [0, 0.04],
      frames: ["neutral", "payoff", "honesty"],
      temperature: 0,
      max_tokens: 64,
      state_seed: 5,
    },
  );
  const keys = new Set(rows.map((r) => [r.model, r.bias, r.frame, r.state_index].join()));
  expect([rows.length, keys.size]).toEqual([36, 36]);
  const row = rows.find(
    (r) => r.model === "n" && r.bias === 0.04 && r.frame === "payoff" && r.state_index === 1,
  );
  expect(row?.prompt).toMatch(/maximise[\s\S]*0\.750000[\s\S]*0\.040000/);
  expect(row?.seed).toBe(5);
});
