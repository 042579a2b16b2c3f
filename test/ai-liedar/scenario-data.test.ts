import { existsSync, readdirSync, readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { explainFault } from "../../src/ai-liedar/scenarios/faults.ts";
import { lintScenarios } from "../../src/ai-liedar/scenarios/lint.ts";
import { CATEGORIES, MOTIVATIONS, VARIANTS } from "../../src/ai-liedar/scenarios/scenario.ts";

const FOLDER = "data/ai-liedar/scenarios";
const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const files = Object.fromEntries(
  names.map((name) => [`${FOLDER}/${name}`, readFileSync(`${FOLDER}/${name}`, "utf8")]),
);
const linted = lintScenarios(files);
const scenarios = linted.kind === "sound" ? linted.scenarios : [];

function counts(values: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const value of values) found[value] = (found[value] ?? 0) + 1;
  return found;
}

test("the linter finds nothing in the scenarios, and nothing else is in their folder", () => {
  expect(linted.kind === "sound" ? [] : linted.faults.map(explainFault)).toEqual([]);
  expect(names.filter((name) => !name.endsWith(".yaml"))).toEqual([]);
});

test("every scenario file follows the schema that editors use", () => {
  const valid = new Ajv({ strict: false, allErrors: true }).compile(
    JSON.parse(readFileSync("schemas/scenario.schema.json", "utf8")),
  );
  const faults = Object.entries(files).flatMap(([file, text]) =>
    valid(parse(text)) ? [] : valid.errors!.map((error) => `${file}${error.instancePath}: ${error.message}`),
  );
  expect(faults).toEqual([]);
  const line = "# yaml-language-server: $schema=../../../schemas/scenario.schema.json\n";
  expect(Object.keys(files).filter((file) => !files[file]!.startsWith(line))).toEqual([]);
});

test("20 scenarios in each category, each in three wordings", () => {
  expect(counts(scenarios.map(({ category }) => category))).toEqual(
    Object.fromEntries(CATEGORIES.map((category) => [category, 20])),
  );
  const texts = scenarios.flatMap(({ wordings }) => VARIANTS.map((variant) => wordings[variant].background));
  expect(new Set(texts).size).toBe(180);
});

test("all 13 motivations are used", () => {
  expect(MOTIVATIONS).toHaveLength(13);
  expect([...new Set(scenarios.map(({ motivation }) => motivation))].sort()).toEqual([...MOTIVATIONS].sort());
});

test("the scenarios are spread over fields of life", () => {
  const domains = counts(scenarios.map(({ domain }) => domain));
  expect(Object.keys(domains).length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...Object.values(domains))).toBeLessThanOrEqual(12);
});

test("no two scenarios share a person", () => {
  const people = counts(scenarios.flatMap(({ profiles }) => profiles.map(({ name }) => name)));
  expect(Object.keys(people).filter((name) => people[name]! > 1)).toEqual([]);
});
