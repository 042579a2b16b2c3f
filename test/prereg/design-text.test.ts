import { expect, test } from "vitest";
import { hashOf } from "../../src/pipeline/canonical.ts";
import { renderDesign } from "../../src/prereg/design-text.ts";
import type { Design } from "../../src/prereg/lock.ts";
import { lockOf } from "../../src/prereg/lock-file.ts";
import { SMALL_DESIGN } from "./designs.ts";

// What people read is made of names and texts that anybody may have written.

const HOSTILE = "<img src=x onerror=alert(1)>|`code`\u001b[31m\u202e[a](https://evil.example)\n# heading";

const read = (design: Design, textOf: (file: string) => string | null = () => null) =>
  renderDesign(lockOf("small", design, null), "small.lock.json", textOf);

test("names of models, params, files and paths are shown as text", () => {
  const stage = {
    ...SMALL_DESIGN.stages["toy/numbers"]!,
    module: HOSTILE,
    inputs: { x: `files:${HOSTILE}` },
    map: [HOSTILE],
  };
  const text = read({
    ...SMALL_DESIGN,
    answers: { [HOSTILE]: 3 },
    basket: { studies: ["toy", HOSTILE], imported: [HOSTILE], embedding: { model: HOSTILE } },
    files: { [HOSTILE]: hashOf("") },
    models: {
      [HOSTILE]: { provider: HOSTILE, model: HOSTILE, base_url: HOSTILE, params: { [HOSTILE]: HOSTILE } },
    },
    packages: { [HOSTILE]: HOSTILE, esbuild: HOSTILE },
    params: { [HOSTILE]: [HOSTILE, { [HOSTILE]: HOSTILE }] },
    requests: {
      [`toy/numbers ${JSON.stringify({ group: HOSTILE })}`]: [hashOf("1")],
      "no json": [],
      "null null": [],
    },
    stages: { [HOSTILE]: stage, "toy/numbers": { ...SMALL_DESIGN.stages["toy/numbers"]!, ask: "group" } },
    tree: { git: "0".repeat(40), clean: false, changed: [HOSTILE] },
  });
  // What stands in code is shown as it is: no markup, no link.
  expect(text.replace(/`[^`\n]*`/gu, "``")).not.toMatch(
    /<img|\u001b|\u202e|https:\/\/|(?<!\\)`code|^# heading/mu,
  );
  // Each row of a table has as many cells as its head.
  for (const table of text.split("\n\n").filter((part) => part.startsWith("| "))) {
    const cells = table
      .trimEnd()
      .split("\n")
      .map((row) => row.split(/(?<!\\)\|/u).length);
    expect(new Set(cells).size).toBe(1);
  }
});

test("a text that requests are made of stands between fences that it cannot end", () => {
  const prompt = "Say ω.\n```\n````\n## no heading\u001b[2J\n";
  const design = (text: string): Design => ({
    ...SMALL_DESIGN,
    files: {
      "data/prompts/a.txt": hashOf(text),
      "data/prompts/b.csv": hashOf(text),
      "data/other/a.txt": hashOf(text),
    },
    stages: {
      "toy/numbers": { ...SMALL_DESIGN.stages["toy/numbers"]!, inputs: { t: "files:data/prompts/*.txt" } },
    },
  });
  const text = read(design(prompt), (file) => (file === "data/prompts/a.txt" ? prompt : null));
  expect(text).toContain(
    "data/prompts/a.txt:\n\n`````text\nSay ω.\n```\n````\n## no heading\\x1b[2J\n`````\n",
  );
  expect(text).not.toContain("data/prompts/b.csv:");
  expect(text).not.toContain("data/other/a.txt:");
  expect(read(design(prompt), () => "another text")).toContain("(not the text that was frozen, or no text)");
  const long = "😀".repeat(20_000);
  expect(read(design(long), () => long)).toContain("(and 10,000 more characters)");
});

test("what is not there is said: no request, no param, no study in words", () => {
  const empty = { requests: {}, params: {}, stages: {}, rows: {}, files: {}, models: {}, packages: {} };
  const text = read({ ...SMALL_DESIGN, ...empty });
  expect(text).toContain("No request is planned.");
  expect(text).toContain("No stage declares a param.");
  expect(text).toContain("data/preregistration/toy.md does not exist");
});

test("what was not as committed is named, the first forty paths", () => {
  const changed = Array.from({ length: 50 }, (_, i) => `file ${i}`);
  const text = read({ ...SMALL_DESIGN, tree: { git: null, clean: false, changed } });
  expect(text).toContain("file 39 and 10 more.");
  expect(text).not.toContain("file 40");
});
