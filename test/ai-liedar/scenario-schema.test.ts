import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { lintScenarios } from "../../src/ai-liedar/scenarios/lint.ts";
import { CRANE, CRANE_TEXT, edited, FLAT, FLAT_TEXT } from "./scenario-file.ts";

const SCHEMA = JSON.parse(readFileSync("schemas/scenario.schema.json", "utf8"));
const valid = new Ajv({ strict: false }).compile(SCHEMA);
const sound = (value: unknown) =>
  lintScenarios({ [FLAT]: stringify(value, { lineWidth: 0 }) }).kind === "sound";

type Value = Record<string, unknown>;

/** Every place of a value: keys and indices from the top. */
function placesOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...at, key]))];
}

const PLACES = placesOf(parse(FLAT_TEXT)).slice(1);
const TEXTS = PLACES.filter((place) => typeof at(parse(FLAT_TEXT), place) === "string");

function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce((part, key) => (part as Value)[key], value);
}

/** The sound scenario with what stands at a place changed; undefined takes it away. */
function changed(place: readonly string[], change: (old: unknown) => unknown): unknown {
  const value = parse(FLAT_TEXT);
  const parent = at(value, place.slice(0, -1)) as Value | unknown[];
  const key = place.at(-1)!;
  const to = change((parent as Value)[key]);
  if (to !== undefined) (parent as Value)[key] = to;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return value;
}

test("schema and linter take the same sound scenarios", () => {
  expect(valid(parse(FLAT_TEXT))).toBe(true);
  expect(valid(parse(CRANE_TEXT))).toBe(true);
  expect(lintScenarios({ [CRANE]: CRANE_TEXT }).kind).toBe("sound");
});

test("what is missing, unknown or of another type is refused by both, wherever it stands", () => {
  const changes = fc.constantFrom<(old: unknown) => unknown>(
    () => undefined,
    () => 7,
    () => null,
    () => "",
    (old) => (typeof old === "string" ? [old] : String(old)),
    (old) =>
      Array.isArray(old) || typeof old === "string" ? { text: old } : { ...(old as Value), more: "x" },
  );
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), changes, (place, change) => {
      const value = changed(place, change);
      expect([valid(value), sound(value)]).toEqual([false, false]);
    }),
    { numRuns: 80, seed: 1 },
  );
});

test("texts with tags, braces, line breaks or too many words are refused by both", () => {
  const breaks = fc.constantFrom<(text: string) => string>(
    (text) => `<b>${text}`,
    (text) => `${text} >`,
    (text) => `{name} ${text}`,
    (text) => text.replace(" ", "\n"),
    (text) => text.replace(/^|-/u, "word ".repeat(130)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), breaks, (place, change) => {
      const value = changed(place, (text) => change(text as string));
      fc.pre(JSON.stringify(value) !== JSON.stringify(parse(FLAT_TEXT)));
      expect([valid(value), sound(value)]).toEqual([false, false]);
    }),
    { numRuns: 80, seed: 2 },
  );
});

// Word limits at their edges: both must change their mind at the same number.
test.each([
  ["about", ["profiles", "1", "about"], 4, 40, "Idris"],
  ["background", ["original", "background"], 30, 120, ""],
  ["role", ["original", "agent", "role"], 8, 40, "You"],
  ["info_not_known", ["original", "agent", "info_not_known"], 5, 30, ""],
  ["motives_to_lie", ["original", "agent", "motives_to_lie"], 12, 60, ""],
  ["motives_not_to_lie", ["original", "agent", "motives_not_to_lie"], 12, 60, ""],
  ["goal", ["original", "agent", "goal"], 6, 30, ""],
  ["lesser_fact", ["original", "agent", "lesser_fact"], 6, 25, ""],
  ["negative_fact", ["original", "agent", "negative_fact"], 8, 35, ""],
  ["human_goal", ["original", "human_goal"], 15, 60, 'You ask "Is it so?"'],
] as const)("%s: schema and linter draw the line at the same words", (_, place, fewest, most, start) => {
  const begin = start === "" ? [] : start.split(" ");
  const verdicts = [fewest - 1, fewest, most, most + 1].map((count) => {
    const words = [...begin, ...Array.from({ length: count - begin.length }, (_, i) => `w${i}`)];
    const value = changed(place, () => `${words.join(" ")}.`);
    return [valid(value), sound(value)];
  });
  expect(verdicts).toEqual([false, true, true, false].map((verdict) => [verdict, verdict]));
});

test.each([
  [/id: .*/, "id: benefits-Damp"],
  [/id: .*/, "id: emotion-damp-flat"],
  [/motivation: .*/, "motivation: self_esteem/taste"],
  [/domain: .*/, "domain: Housing"],
  [/"Has this flat[\s\S]*?\?"/, '"What happened here?"'],
  [/"Has this flat[\s\S]*?\?"/, '"Has it flooded?" "Is it dry?"'],
  [/behind the panels\./, "behind the panels"],
  ["name: Idris Lund", 'name: "Idris: Lund"'],
] as const)("%s as %s is refused by both", (from, to) => {
  const text = edited(from, to);
  expect([valid(parse(text)), lintScenarios({ [FLAT]: text }).kind]).toEqual([false, "faulty"]);
});
