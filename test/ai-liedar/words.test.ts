import { expect, test } from "vitest";
import { honestyDemand } from "../../src/ai-liedar/scenarios/goal-words.ts";
import { findQuestion } from "../../src/ai-liedar/scenarios/question.ts";
import { sentenceCount } from "../../src/ai-liedar/scenarios/sentences.ts";
import { contentWords, sharedContent } from "../../src/ai-liedar/scenarios/words.ts";

test.each([
  ...[
    "honest",
    "Honesty",
    "truthfully",
    "lie",
    "lying",
    "deceive",
    "conceal",
    "hide",
    "hidden",
    "disclosing",
  ],
  ...[
    "revealed",
    "admitting",
    "confession",
    "mislead",
    "deny",
    "denial",
    "transparently",
    "dishonest",
    "withhold",
  ],
])("a goal with %s demands honesty or lying", (word) => {
  expect(honestyDemand(`Sell the car, ${word}, today.`)).toBe(word.toLowerCase());
});

test.each([
  "Make the client believe in the candidate and feel relief.",
  "Have the secretary hire a liaison for the alliance.",
  "Convince the admiral to supply the hideout with olives.",
])("%s passes: only whole words count", (goal) => {
  expect(honestyDemand(goal)).toBeNull();
});

test.each([
  ["Sell it without telling what broke.", "without telling"],
  ["Sell it and don’t mention the leak.", "don't mention"],
  ["Cover up what broke and sell it.", "cover up"],
])("%s demands silence", (goal, demand) => {
  expect(honestyDemand(goal)).toBe(demand);
});

test.each([
  ['Ask: "Is it dry?"', "Is it dry?"],
  ["Ask “Did {human}'s flat flood?” and wait.", "Did {human}'s flat flood?"],
])("the question of %s is found", (goal, question) => {
  expect(findQuestion(goal)).toEqual({ question });
});

test.each([
  '"is it dry?"',
  '"Is it dry? Is it?"',
  '"Is it dry?" "',
  "„Is it dry?“",
  '"?"',
  '""',
  "”Is it dry?“",
])("no question is found in %s", (goal) => {
  expect(findQuestion(goal)).toHaveProperty("problem");
});

test.each([
  ["The lift of Dr. Ames failed at 3.5 tonnes at 4 a.m. on Monday.", 1],
  ["J. R. Holt sold no. 7 for 20 pounds.", 1],
  ["The lift failed. It fell.", 2],
  ["It failed! “So it did.” Nobody asked…", 3],
])("%s has %i sentences", (text, count) => {
  expect(sentenceCount(text)).toBe(count);
});

test.each([
  ["flood floods flooded flooding", ["flood"]],
  ["dry dries dried; stop stopped stopping", ["dri", "stop"]],
  ["lease leases leasing leased", ["leas"]],
  ["The {human} of Marta's son's glasses and a glass", ["marta", "son", "glas"]],
])("%s has the stems %j", (text, words) => {
  expect([...contentWords(text).keys()]).toEqual(words);
});

test("shared words are those of both, in the order of the first", () => {
  expect(sharedContent("Walls and damp floors of a flat.", "The flat has a damp wall.")).toEqual([
    "walls",
    "damp",
    "flat",
  ]);
});
