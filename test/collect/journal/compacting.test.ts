import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalAppender } from "../../../src/collect/journal/appender.ts";
import { checkJournal } from "../../../src/collect/journal/check.ts";
import { compactJournal } from "../../../src/collect/journal/compact.ts";
import { mergeJournals } from "../../../src/collect/journal/merge.ts";
import { AnswerJournal } from "../../../src/pipeline/answer-journal.ts";
import type { JournalLine } from "../../../src/pipeline/answer-lines.ts";
import { answerTo, anyJournal, errorOf, FILE, keyOf, textOf } from "./lines.ts";
import { Scratch, startWriter } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const OTHER = "data/journals/small/other.jsonl";
const OUT = "elsewhere/out.jsonl";
const REQUESTS = Array.from({ length: 6 }, (_, request) => keyOf(request));

/** Some of a journal's lines may be torn off at its end. */
const TORN = '{"kind":"answer","v":1,"key":"sha256:12';

const compact = (dryRun = false) => compactJournal(scratch.root, FILE, { dryRun });
const linesOf = (file = FILE) => scratch.read(file).split("\n").slice(0, -1);

async function answersTo(file = FILE): Promise<string> {
  return (await AnswerJournal.open(scratch.root, file)).answersTo(REQUESTS);
}

async function holds(file = FILE) {
  const { requests, unanswered, repeats, conflicts, torn } = await checkJournal(scratch.root, file);
  return { requests, unanswered, repeats, conflicts: conflicts.length, torn };
}

/** Lines in another order that leaves the first answer of each request first. */
function reordered(lines: readonly JournalLine[]): JournalLine[] {
  const keys = [...new Set(lines.map(({ key }) => key))].reverse();
  return keys.flatMap((key) => lines.filter((line) => line.key === key));
}

test("compacting and reordering leave answersTo as it is; what is left is every answer once and every open error once", async () => {
  await fc.assert(
    fc.asyncProperty(anyJournal, fc.boolean(), async (lines, torn) => {
      scratch.write(textOf(reordered(lines)));
      const before = await answersTo();
      scratch.write(textOf(lines) + (torn ? TORN : ""));
      expect(await answersTo()).toBe(before);
      const held = await holds();
      const done = await compact();
      expect(await answersTo()).toBe(before);
      // What stays is what stood there, in its order.
      const kept = lines.filter((line, i) => {
        const same = (other: JournalLine) => other.key === line.key && other.kind === line.kind;
        if (line.kind === "answer")
          return !lines.slice(0, i).some((other) => same(other) && textOf([other]) === textOf([line]));
        const isAnswered = lines.some((other) => other.key === line.key && other.kind === "answer");
        return !isAnswered && !lines.slice(i + 1).some(same);
      });
      expect(scratch.read()).toBe(textOf(kept));
      expect(await holds()).toEqual({ ...held, repeats: 0, torn: 0 });
      expect(done).toMatchObject({
        lines: { before: lines.length, after: kept.length },
        repeats: held.repeats,
        torn: torn ? TORN.length : 0,
      });
      expect(done.repeats + done.errors).toBe(lines.length - kept.length);
    }),
    { numRuns: 60 },
  );
});

test("compacting twice is compacting once, and a dry run says the same and changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyJournal,
      fc.constantFrom("", TORN, textOf([answerTo(0, "a")]).trimEnd()),
      async (lines, tail) => {
        const text = textOf(lines) + tail;
        scratch.write(text);
        const dry = await compact(true);
        expect(scratch.read()).toBe(text);
        expect(await compact()).toEqual(dry);
        const once = scratch.read();
        expect(Buffer.byteLength(once)).toBe(dry.bytes.after);
        const { repeats, errors, torn } = await compact();
        expect([repeats, errors, torn, scratch.read()]).toEqual([0, 0, 0, once]);
      },
    ),
    { numRuns: 60 },
  );
});

test("answers that differ stay, in whatever part, and are listed with their lines", async () => {
  const lines = [
    answerTo(1, "one"),
    answerTo(1, { text: "one", status: "refused" }),
    answerTo(1, "one"),
    answerTo(1, { text: "one", finish_reason: "length" }),
    answerTo(2, "two"),
  ];
  scratch.write(textOf(lines));
  const { conflicts } = await compact();
  expect(conflicts).toEqual([
    { key: keyOf(1), line: 2 },
    { key: keyOf(1), line: 4 },
  ]);
  expect(scratch.read()).toBe(textOf([lines[0]!, lines[1]!, lines[3]!, lines[4]!]));
});

test("merging is the union: every answer of both, A's first; doing it twice changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(anyJournal, anyJournal, fc.boolean(), async (a, b, torn) => {
      const tails = torn ? TORN : "";
      scratch.write(textOf(a) + tails);
      scratch.write(textOf(b) + tails, OTHER);
      const merged = await mergeJournals(scratch.root, FILE, OTHER);
      const text = scratch.read();
      // A stays as it is, in front.
      expect(text.startsWith(textOf(a))).toBe(true);
      const asOne = textOf([...a, ...b]);
      scratch.write(asOne, OUT);
      expect(await answersTo()).toBe(await answersTo(OUT));
      const [here, there] = [await holds(), await holds(OUT)];
      expect([here.requests, here.unanswered, here.conflicts]).toEqual([
        there.requests,
        there.unanswered,
        there.conflicts,
      ]);
      const changes = merged.answers + merged.errors + merged.others;
      expect(linesOf().length).toBe(a.length + changes);
      const again = await mergeJournals(scratch.root, FILE, OTHER);
      expect([again.answers, again.errors, again.others]).toEqual([0, 0, 0]);
      expect(again.conflicts).toEqual(merged.conflicts);
      expect(scratch.read()).toBe(text);
      // With nothing the result is the journal itself.
      scratch.write("", OTHER);
      await mergeJournals(scratch.root, FILE, OTHER);
      expect(scratch.read()).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("merging into a new file leaves both as they are and holds what merging in place holds; a dry run says the same", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(anyJournal, anyJournal, async (a, b) => {
      const out = `${OUT}.${run++}`;
      const unended = textOf([answerTo(5, "z")]).trimEnd();
      scratch.write(textOf(a) + unended);
      scratch.write(textOf(b) + TORN, OTHER);
      const dry = await mergeJournals(scratch.root, FILE, OTHER, { dryRun: true });
      const { into, ...apart } = await mergeJournals(scratch.root, FILE, OTHER, { out });
      expect([into, scratch.read(), scratch.read(OTHER)]).toEqual([
        out,
        textOf(a) + unended,
        textOf(b) + TORN,
      ]);
      expect({ into: FILE, ...apart }).toEqual(dry);
      const text = scratch.read(out);
      expect(text.startsWith(`${textOf(a)}${unended}\n`)).toBe(true);
      expect(await mergeJournals(scratch.root, FILE, OTHER)).toEqual(dry);
      if (dry.answers + dry.errors + dry.others > 0) expect(scratch.read()).toBe(text);
    }),
    { numRuns: 40 },
  );
});

test("conflicts are told by the lines of the second journal", async () => {
  scratch.write(textOf([answerTo(1, "one"), errorOf(3)]));
  scratch.write(textOf([errorOf(1), answerTo(1, "uno"), answerTo(2, "two"), errorOf(3), errorOf(4)]), OTHER);
  expect(await mergeJournals(scratch.root, FILE, OTHER)).toEqual({
    into: FILE,
    answers: 1,
    errors: 1,
    equal: 0,
    others: 1,
    conflicts: [{ key: keyOf(1), line: 2 }],
  });
  expect(scratch.read()).toBe(
    textOf([answerTo(1, "one"), errorOf(3), answerTo(1, "uno"), answerTo(2, "two"), errorOf(4)]),
  );
});

test("what must not be merged or compacted is refused, and nothing is left behind", async () => {
  const text = textOf([answerTo(1, "one"), answerTo(1, "one")]);
  scratch.write(text);
  scratch.write(`${text}{}\n`, OTHER);
  const merge = (...args: [string, string, string?]) =>
    mergeJournals(scratch.root, args[0], args[1], args[2] === undefined ? {} : { out: args[2] });
  await expect(merge(FILE, FILE)).rejects.toThrow("are one file; name two journals");
  await expect(merge(FILE, OTHER, OTHER)).rejects.toThrow(`${OTHER} is there already`);
  await expect(merge(FILE, "nowhere/x.jsonl")).rejects.toThrow("nowhere/x.jsonl does not exist");
  await expect(merge(FILE, OTHER)).rejects.toThrow(`${OTHER}, line 3: not an answer`);
  await expect(compactJournal(scratch.root, OTHER)).rejects.toThrow(`${OTHER}, line 3: not an answer`);
  await expect(compactJournal(scratch.root, "nowhere/x.jsonl")).rejects.toThrow("does not exist");
  const held = await JournalAppender.open(scratch.root, FILE);
  const refusal = `process ${process.pid} writes to ${FILE}`;
  await expect(compact()).rejects.toThrow(refusal);
  await expect(merge(FILE, OTHER)).rejects.toThrow(refusal);
  await held.close();
  expect([scratch.read(), scratch.read(OTHER)]).toEqual([text, `${text}{}\n`]);
  expect(scratch.names()).toEqual(["other.jsonl", "study.jsonl"]);
});

test("a journal behind a link is replaced where it lies, and the link stays", async () => {
  const text = textOf([answerTo(1, "one"), answerTo(1, "one")]);
  scratch.write("");
  scratch.write(text, "disk/real.jsonl");
  const link = "data/journals/small/link.jsonl";
  symlinkSync(path.join(scratch.root, "disk/real.jsonl"), path.join(scratch.root, link));
  await compactJournal(scratch.root, link);
  expect(scratch.read("disk/real.jsonl")).toBe(textOf([answerTo(1, "one")]));
  appendFileSync(path.join(scratch.root, "disk/real.jsonl"), textOf([answerTo(2, "two")]));
  expect(scratch.read(link)).toBe(textOf([answerTo(1, "one"), answerTo(2, "two")]));
});

test("killed while it compacts: the old file or the new one, and the next one clears up", async () => {
  const lines = Array.from({ length: 12_000 }, (_, i) => answerTo(i % 9000, `${i % 9000} `.repeat(40)));
  const old = Buffer.from(textOf(lines));
  scratch.write(old);
  await compact();
  const compacted = readFileSync(scratch.full);
  expect(compacted.length).toBeLessThan(old.length);
  let killed = 0;
  for (let wait = 0; wait < 320; wait += 40) {
    writeFileSync(scratch.full, old);
    const { child, ended, told } = startWriter(["compact", scratch.root]);
    while (!told().includes("begun")) await sleep(1);
    await sleep(wait);
    child.kill("SIGKILL");
    if ((await ended) === "SIGKILL") killed++;
    const found = readFileSync(scratch.full);
    expect(found.equals(old) || found.equals(compacted)).toBe(true);
  }
  expect(killed).toBeGreaterThan(0);
  writeFileSync(scratch.full, old);
  await compact();
  expect(scratch.names()).toEqual(["study.jsonl"]);
});
