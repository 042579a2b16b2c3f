import { afterEach, beforeEach, expect, test } from "vitest";
import { Project } from "../../project.ts";
import { answerTo, errorOf, keyOf, textOf } from "./lines.ts";

let project: Project;
beforeEach(() => {
  project = new Project({});
});
afterEach(() => project.dispose());

const FOLDER = "data/journals/mine";
const LOG = `${JSON.stringify({ kind: "imported", of: "message", by: ["model"], row: { model: "m" } })}\n`;
const journal = (...args: string[]) => project.candor(["journal", ...args]);

function json(...args: string[]): Record<string, unknown> {
  return JSON.parse(journal(...args, "--json").stdout) as Record<string, unknown>;
}

test("check counts the journals of a basket, imported logs left out, and says no where something is open", () => {
  project.write(
    `${FOLDER}/one.jsonl`,
    textOf([answerTo(1, "one"), answerTo(1, "one"), answerTo(2, { status: "refused" })]),
  );
  project.write(`${FOLDER}/log.jsonl`, LOG);
  const { code, stdout } = journal("check", "--basket", "mine");
  expect([code, stdout]).toEqual([
    0,
    `${FOLDER}/one.jsonl: 3 lines; 2 requests answered\n` +
      "  answers     2 answered, 0 empty, 1 refused; 1 repeat\n" +
      "  errors      0; 0 requests not answered since\n",
  ]);
  project.write(
    `${FOLDER}/two.jsonl`,
    `${textOf([answerTo(1, "one"), answerTo(1, "uno"), errorOf(3)])}{"kind`,
  );
  const second = journal("check", `${FOLDER}/two.jsonl`);
  expect([second.code, second.stdout]).toEqual([
    1,
    `${FOLDER}/two.jsonl: 3 lines; 1 request answered\n` +
      "  answers     2 answered, 0 empty, 0 refused; 0 repeats\n" +
      "  errors      1; 1 request not answered since\n" +
      "  torn        6 bytes of a last line; the next collection cuts them\n" +
      "  conflicts   1 line with another answer than the first, which counts:\n" +
      `    line 2  ${keyOf(1)}\n`,
  ]);
  expect(json("check", "--basket", "mine")).toMatchObject({
    journals: [
      {
        file: `${FOLDER}/one.jsonl`,
        lines: 3,
        requests: 2,
        answers: { answered: 2, empty: 0, refused: 1 },
        repeats: 1,
      },
      {
        file: `${FOLDER}/two.jsonl`,
        errors: 1,
        unanswered: 1,
        torn: 6,
        conflicts: [{ key: keyOf(1), line: 2 }],
      },
    ],
  });
});

test.each([
  ["a conflict", textOf([answerTo(1, "one"), answerTo(1, "uno")])],
  ["a torn last line", `${textOf([answerTo(1, "one")])}{`],
  ["an error that nothing answers", textOf([answerTo(1, "one"), errorOf(2)])],
])("check ends with 1 for %s alone", (_, text) => {
  project.write(`${FOLDER}/one.jsonl`, text);
  expect(journal("check", `${FOLDER}/one.jsonl`).code).toBe(1);
});

test("compact says what it dropped, and a dry run what it would", () => {
  const text = textOf([errorOf(1), answerTo(1, "one"), answerTo(1, "one")]);
  project.write(`${FOLDER}/one.jsonl`, text);
  const dry = journal("compact", "--basket", "mine", "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([
    0,
    `${FOLDER}/one.jsonl: would drop 1 repeated answer, 1 error that tells nothing new; 1 line left, 0.0 MB → 0.0 MB\n`,
  ]);
  expect(project.read(`${FOLDER}/one.jsonl`)).toBe(text);
  expect(json("compact", "--basket", "mine")).toEqual({
    dry_run: false,
    journals: [
      {
        file: `${FOLDER}/one.jsonl`,
        repeats: 1,
        errors: 1,
        torn: 0,
        conflicts: [],
        lines_before: 3,
        lines_after: 1,
        bytes_before: Buffer.byteLength(text),
        bytes_after: Buffer.byteLength(textOf([answerTo(1, "one")])),
      },
    ],
  });
  expect(project.read(`${FOLDER}/one.jsonl`)).toBe(textOf([answerTo(1, "one")]));
  expect(journal("compact", `${FOLDER}/one.jsonl`).stdout).toBe(`${FOLDER}/one.jsonl: nothing to drop\n`);
});

test("merge adds what is lacking and lists where answers differ", () => {
  project.write(`${FOLDER}/one.jsonl`, textOf([answerTo(1, "one")]));
  project.write("theirs.jsonl", textOf([answerTo(1, "uno"), answerTo(2, "two")]));
  const { code, stdout } = journal("merge", `${FOLDER}/one.jsonl`, "theirs.jsonl");
  expect([code, stdout]).toEqual([
    0,
    `${FOLDER}/one.jsonl: added 1 answer, 0 errors, 1 other answer to requests that were answered of theirs.jsonl; 0 answers of it there already\n` +
      "  conflicts   1 line of theirs.jsonl with another answer than the first, which counts:\n" +
      `    line 1  ${keyOf(1)}\n`,
  ]);
  expect(json("merge", `${FOLDER}/one.jsonl`, "theirs.jsonl", "--out", "both.jsonl")).toEqual({
    dry_run: false,
    into: "both.jsonl",
    added: { answers: 0, errors: 0, others: 0 },
    equal: 2,
    conflicts: [{ key: keyOf(1), line: 1 }],
  });
  expect(project.read("both.jsonl")).toBe(project.read(`${FOLDER}/one.jsonl`));
});

test("what cannot be done is one line and exit code 2", () => {
  project.write(`${FOLDER}/log.jsonl`, LOG);
  for (const [args, message] of [
    [["check", "--basket", "mine"], "basket mine has no journal of answers in data/journals/mine"],
    [["check", `${FOLDER}/log.jsonl`], "line 1: a record of an imported log"],
    [["check", "nowhere.jsonl"], "nowhere.jsonl does not exist"],
    [["compact", "--basket", "../up"], "is not a basket's name"],
  ] as const) {
    const { code, stderr } = journal(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(journal("merge", "one").code).toBe(2);
});
