import fc from "fast-check";
import { expect, test } from "vitest";
import { fillTemplate, placeholders } from "../../src/prereg/study-template.ts";
import { listText, valueText } from "../../src/prereg/value-text.ts";

const FILE = "data/preregistration/toy.md";
const fill = (text: string, params: object = {}, conditions: Record<string, boolean> = { imported: false }) =>
  fillTemplate(text, FILE, { params: params as never, conditions });

test("values stand in words: lists joined, members by their path", () => {
  const params = {
    biases: [0, 0.01, 0.04],
    bins: 20,
    on: true,
    limits: { low: 0.1, high: [1, 2] },
    none: [],
  };
  expect(
    fill("{{biases}}; {{ bins }}; {{on}}; {{limits.low}}; {{limits.high}}; {{limits}}; {{none}}", params),
  ).toBe("0, 0.01 and 0.04; 20; yes; 0.1; 1 and 2; low 0.1, high (1 and 2); none");
});

test("parts stand where their condition holds, and leave no empty line behind", () => {
  const text =
    "a\n{{#imported}}\nlog\n{{/imported}}\n{{^imported}}\nasked {{x}}\n{{/imported}}\nz {{#imported}}in{{/imported}}.\n";
  expect(fill(text, { x: 1 })).toBe("a\nasked 1\nz .\n");
  // What a part would need that does not stand is not asked for.
  expect(fill(text, {}, { imported: true })).toBe("a\nlog\nz in.\n");
});

test.each([
  [
    "a {{bin}}",
    `${FILE}:1:3: unknown placeholder {{bin}}: no stage of the study declares it in this basket; did you mean bins?`,
  ],
  [
    "\n é {{limits.hihg}}",
    `${FILE}:2:4: unknown placeholder {{limits.hihg}}: no stage of the study declares it in this basket; did you mean limits.high?`,
  ],
  ["{{biases.0}}", "unknown placeholder {{biases.0}}"],
  ["{{bins.toString}}", "unknown placeholder {{bins.toString}}"],
  ["{{constructor}}", "unknown placeholder {{constructor}}"],
  ["{{}}", "unknown placeholder {{}}"],
  ["x {{bins", `${FILE}:1:3: {{ begins a placeholder that does not end`],
  ["{{bins {{bins}}", `${FILE}:1:1: {{ begins a placeholder that does not end`],
  ["{{#imported}}", `${FILE}:1:1: the part that {{#imported}} begins does not end`],
  ["{{/imported}}", `${FILE}:1:1: {{/imported}} ends what is not begun`],
  ["{{#import}}{{/import}}", `unknown condition "import"; known: imported`],
  [
    "{{#imported}}{{^imported}}{{/imported}}{{/other}}",
    "{{/other}} ends what is not begun: {{#imported}} is still open",
  ],
])("%j is told with its place", (text, message) => {
  const params = { bins: 20, biases: [0], limits: { high: 1 } };
  expect(() => fill(text, params)).toThrow(message);
});

test("every fault is told at once", () => {
  expect(() => fill("{{a}}\n{{b}}")).toThrow(/toy.md:1:1: .*\n.*toy.md:2:1: /u);
});

test("texts of a param are shown and never become markup", () => {
  expect(fill("{{x}}", { x: "<script>|`a`[b](http://c)\u001b[2J" })).toBe(
    "&lt;script&gt;\\|\\`a\\`\\[b\\](http&#58;//c)\\\\x1b\\[2J",
  );
  // What a value holds is no placeholder.
  expect(fill("{{x}}", { x: "{{y}}" })).toBe("{{y}}");
});

test("a template without marks stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      fc.pre(!text.includes("{{"));
      expect(fill(text)).toBe(text);
    }),
  );
});

test("any JSON value has a text on one line", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = valueText(value as never);
      expect(text).not.toBe("");
      expect(text).not.toMatch(/[\n\r]|(?<!\\)[|<>]/u);
    }),
  );
});

test("lists are joined as people join them", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listText)).toEqual([
    "none",
    "a",
    "a and b",
    "a, b and c",
  ]);
});

test("placeholders are found in parts that do not stand, too", () => {
  expect(placeholders("{{a}} {{#imported}}{{b.c}}{{/imported}}")).toEqual(["a", "b.c"]);
});
