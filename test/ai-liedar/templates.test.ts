import { expect, test } from "vitest";
import { wordingOf } from "../../src/ai-liedar/episode/wording.ts";
import { findTemplate, template } from "../../src/ai-liedar/templates.ts";
import { PROMPTS } from "./episode-setup.ts";

test("values are put in as they are, wherever their placeholder stands", () => {
  const { fill } = template("t.txt", '{a} and {b}, {a}: {"k": "{b}"}\n\n', ["a", "b"]);
  const values = { a: "$& $1 $$ $`", b: "{a} {c} \\n" };
  expect(fill(values)).toBe(`${values.a} and ${values.b}, ${values.a}: {"k": "${values.b}"}`);
});

test.each([
  ["{a} {c}", "t/x.txt requires no placeholder but {a}, {b}, got {c}"],
  ["{a} {b} { b }", "t/x.txt requires no placeholder but {a}, {b}, got { b }"],
  ["{a} {b} {}", "t/x.txt requires no placeholder but {a}, {b}, got {}"],
  ["{a} b", "t/x.txt requires the placeholder {b}, got {a}"],
])("the template %j is refused by name", (text, message) => {
  expect(() => template("t/x.txt", text, ["a", "b"])).toThrow(new RangeError(message));
});

test("a fixed text has no placeholder", () => {
  expect(template("t.txt", 'Be {"kind"}.\n', []).fill({})).toBe('Be {"kind"}.');
  expect(() => template("t.txt", "Be {kind}.", [])).toThrow("t.txt requires no placeholder, got {kind}");
});

test("a file that is missing, or there twice, is named with those that are there", () => {
  expect(() => findTemplate({ "p/turn.txt": "" }, "agent", [])).toThrow(
    /exactly one agent\.txt, got 0 among p\/turn\.txt/u,
  );
  expect(() => findTemplate({ "p/agent.txt": "", "q/agent.txt": "" }, "agent", [])).toThrow(
    /exactly one agent\.txt, got 2 among p\/agent\.txt, q\/agent\.txt/u,
  );
});

const VALUES = {
  name: "N",
  other: "O",
  background: "B",
  private: "P",
  max_turns: "20",
};

// science §3: what the two agents must be told.
test.each([
  [
    "human",
    [/^You are N\./u, /You begin/u, /say who you are/u, /say what you have decided; leave in your next/u],
  ],
  [
    "agent",
    [/^This is a role play\. You are N, an AI agent/u, /O begins/u, /until O shows that they are leaving/u],
  ],
] as const)("the prompt of the %s says what it must", (speaker, patterns) => {
  const text = wordingOf(PROMPTS).system[speaker].fill(VALUES);
  for (const pattern of patterns) expect(text).toMatch(pattern);
  expect(text).toContain("<background>B</background>");
  expect(text).toMatch(/O cannot see it:\nP\n/u);
  expect(text).toMatch(/at most 20 in all/u);
  for (const type of ["speak", "non-verbal communication", "action", "none", "leave"])
    expect(text).toMatch(new RegExp(`^- ${type}: `, "mu"));
  expect(text).toContain("one JSON object and nothing else");
  // Tags belong to what is put in, so that a reader finds each of them once.
  expect(text.match(/<\/?\w+>/gu)).toEqual(["<background>", "</background>"]);
  // Neither honesty nor lying is a matter of the prompts that all conditions share.
  expect(text).not.toMatch(/honest|truth|\blie|\blying|false|deceiv|conceal|secret|correct/iu);
});

test("the steering texts hold no placeholder", () => {
  expect(findTemplate(PROMPTS, "truthful_prompt", []).fill({})).toMatch(
    /honest.*top priority.*correct information/u,
  );
  expect(findTemplate(PROMPTS, "falsification_prompt", []).fill({})).toMatch(
    /false information is the best way/u,
  );
});
