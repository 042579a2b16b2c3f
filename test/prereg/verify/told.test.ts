import fc from "fast-check";
import { expect, test } from "vitest";
import { changedMembers } from "../../../src/cli/verify-members.ts";
import { plannedText } from "../../../src/cli/verify-text.ts";
import type { Plan } from "../../../src/pipeline/plan.ts";
import type { Design } from "../../../src/prereg/lock.ts";
import { requestStates } from "../../../src/prereg/verify/requests.ts";
import { canonicalJson } from "../../../src/tables/canonical.ts";

// Two values in words: only what differs, with both sides.

const long = Array.from({ length: 40 }, (_, i) => `group ${i}`);

test.each<[string, unknown, unknown, string]>([
  ["a member more", { a: { b: 1 }, c: 2 }, { a: { b: 1, t: 0.5 }, c: 2 }, "a.t: none → 0.5"],
  ["a member less", { a: 1, b: null }, { a: 1 }, "b: null → none"],
  ["two of three", { a: 1, b: 2, c: 3 }, { a: 9, b: 2, c: [] }, "a: 1 → 9; c: 3 → []"],
  ["a short list", { a: [1, 2] }, { a: [1, 3] }, "a: [1,2] → [1,3]"],
  ["a long list", long, [...long.slice(1), "more"], '"group 0" left out, "more" added'],
  ["a name that moves the cursor", { "\u001b[2J": 1 }, {}, "\\x1b[2J: 1 → none"],
  [
    "many members",
    {},
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`m${i}`, i])),
    "m0: none → 0; m1: none → 1; m2: none → 2; m3: none → 3; m4: none → 4; m5: none → 5; and 3 more, which --json has",
  ],
])("%s", (_, was, is, told) => {
  expect(changedMembers(was as never, is as never)).toBe(told);
});

test("of long texts the place where they differ is shown", () => {
  const text = "word ".repeat(100);
  const told = changedMembers({ prompt: `${text}old${text}` }, { prompt: `${text}new${text}` });
  expect(told).toContain("old");
  expect(told).toContain("new");
  expect(told.length).toBeLessThan(200);
});

test("requests are counted as often as stages ask, and by how many differ", async () => {
  const slices = {
    'study/turns {"m":1}': ["a", "b"],
    'study/turns {"m":2}': ["a", "b"],
    "study/said {}": ["c"],
  };
  const nothing = { definitions: new Map() } as unknown as Plan;
  const frozen = { requests: slices, rows: {} } as unknown as Design;
  const { requests } = await requestStates(nothing, frozen, new Map(), [], {
    signal: new AbortController().signal,
  } as never);
  expect(requests.map(({ stage, frozen, different }) => [stage, frozen, different])).toEqual([
    ["study/said", 1, 1],
    ["study/turns", 4, 2],
  ]);
  expect(plannedText(requests)).toBe("5 planned (3 different ones, each asked once)");
  expect(plannedText(requests.slice(0, 1))).toBe("1 planned");
});

test("law: nothing is told exactly of equal values", () => {
  const json = fc.jsonValue().map((each) => JSON.parse(JSON.stringify(each)));
  fc.assert(
    fc.property(json, json, (was, is) => {
      expect(changedMembers(was, is) === "").toBe(canonicalJson(was) === canonicalJson(is));
      expect(changedMembers(is, is)).toBe("");
    }),
  );
});
