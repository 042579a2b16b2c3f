import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, truncateSync } from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JournalAppender } from "../../../src/collect/journal/appender.ts";
import { AnswerJournal } from "../../../src/pipeline/answer-journal.ts";
import type { JournalLine } from "../../../src/pipeline/answer-lines.ts";
import { answerTo, anyAnswer, errorOf, FILE, keyOf, textOf } from "./lines.ts";
import { runLimited, Scratch, startWriter } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const open = () => JournalAppender.open(scratch.root, FILE);
const read = () => AnswerJournal.open(scratch.root, FILE);

async function append(...lines: JournalLine[]): Promise<void> {
  const journal = await open();
  await Promise.all(lines.map((line) => journal.append(line)));
  await journal.close();
}

test("a line is in the file once it is acknowledged, whatever its text, kind, version, key and answer first", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 8 }), async (answers) => {
      scratch.write("");
      const journal = await open();
      for (const [request, answer] of answers.entries()) {
        await journal.append(answerTo(request, answer));
        expect(scratch.read().split("\n").length).toBe(request + 2);
      }
      await journal.close();
      const found = await read();
      expect(answers.map((_, request) => found.find(keyOf(request)))).toEqual(answers);
    }),
    { numRuns: 30 },
  );
  await append(errorOf(99));
  for (const line of scratch.read().trimEnd().split("\n"))
    expect(line).toMatch(
      /^\{"kind":"(answer","v":1,"key":"sha256:[0-9a-f]{64}","answer":\{"status":"|error","v":1,"key":")/u,
    );
});

test("nothing is made for a journal that gets no line, and nothing is left beside it", async () => {
  await (await open()).close();
  expect(scratch.names()).toEqual([]);
  expect((await read()).content).toBeNull();
  await append(answerTo(1, "one"));
  expect(scratch.names()).toEqual(["study.jsonl"]);
});

test("lines that come together keep their order, and close waits for them", async () => {
  const journal = await open();
  const lines = Array.from({ length: 500 }, (_, i) => answerTo(i, `${i}`));
  const all = Promise.all(lines.map((line) => journal.append(line)));
  await journal.close();
  await all;
  expect(scratch.read()).toBe(textOf(lines));
  await expect(journal.append(lines[0]!)).rejects.toThrow(/closed/u);
});

test("a last line torn at any byte is cut, one that lacks only its end is kept, and appending goes on", async () => {
  const before = textOf([answerTo(1, "one"), errorOf(2)]);
  const whole = Buffer.from(textOf([answerTo(3, "drei \ud800 é 😀")]));
  const next = textOf([answerTo(4, "four")]);
  for (let length = 0; length <= whole.length; length++) {
    scratch.write(Buffer.concat([Buffer.from(before), whole.subarray(0, length)]));
    const journal = await open();
    const isWhole = length >= whole.length - 1;
    expect(journal.healed).toBe(isWhole ? 0 : length);
    await journal.append(answerTo(4, "four"));
    await journal.close();
    expect(scratch.read()).toBe(`${before}${isWhole ? whole.toString() : ""}${next}`);
  }
});

test("a journal that holds a torn line alone, or nothing, is begun anew", async () => {
  for (const [text, healed] of [
    ["", 0],
    ['{"kind":"answer","v":1,"ke', 26],
    ["\u0000\u0000\u0000", 3],
  ] as const) {
    scratch.write(text);
    const journal = await open();
    expect(journal.healed).toBe(healed);
    await journal.append(answerTo(1, "one"));
    await journal.close();
    expect(scratch.read()).toBe(textOf([answerTo(1, "one")]));
  }
});

test("killed while it appends: every acknowledged line is there, and the next one heals the file", async () => {
  for (let kill = 0; kill < 6; kill++) {
    scratch.write("");
    const { child, ended, told } = startWriter(["append", scratch.root]);
    while (told().split("\n").length < 20 + 17 * kill) await sleep(1);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    const acknowledged = told().split("\n").slice(0, -1).map(Number);
    // A pipe may hold the beginning of a number; whole ones end with a line.
    expect(acknowledged.length).toBeGreaterThan(18);
    // Somebody may be killed anywhere, so tear what is there too.
    if (kill % 2 === 1) appendFileSync(scratch.full, '{"kind":"answer","v":1,"key":"sha256:00');
    await append(answerTo(1_000_000, "after"));
    const journal = await read();
    for (const request of acknowledged)
      expect(journal.find(keyOf(request))?.text).toBe(`${request} `.repeat(200));
    expect(journal.has(keyOf(1_000_000))).toBe(true);
    expect(scratch.names()).toEqual(["study.jsonl"]);
  }
});

test("a second process is refused by the number of the first, and takes over when that one is dead", async () => {
  const { child, ended, told } = startWriter(["hold", scratch.root]);
  while (!told().includes("held")) await sleep(5);
  await expect(open()).rejects.toMatchObject({
    kind: "usage",
    message: `process ${child.pid} writes to ${FILE}; wait until it has ended, or stop it`,
  });
  child.kill("SIGKILL");
  await ended;
  expect(scratch.names()).toEqual(["study.jsonl.lock"]);
  await append(answerTo(1, "one"));
  expect(scratch.names()).toEqual(["study.jsonl"]);
});

test("a second appender of the same process is refused too", async () => {
  const journal = await open();
  await expect(open()).rejects.toThrow(`process ${process.pid} writes to ${FILE}`);
  await journal.close();
  await (await open()).close();
});

test("a lock of a process whose number another one has now, or that a power cut emptied, does not block", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  for (const text of [
    JSON.stringify({ host: os.hostname(), pid, began: 1, nonce: "aa" }),
    JSON.stringify({ host: os.hostname(), pid: process.pid, began: 1, nonce: "bb" }),
    "",
  ]) {
    scratch.write(text, `${FILE}.lock`);
    await append(answerTo(1, "one"));
    expect(scratch.names()).toEqual(["study.jsonl"]);
  }
});

test("a full disk: what was acknowledged is there, the file ends with a whole line, every later line is rejected", () => {
  const outcomes = JSON.parse(runLimited(16, ["fill", scratch.root])) as string[];
  const written = outcomes.filter((outcome) => outcome === "written").length;
  const [first, second] = outcomes.slice(written);
  expect(first).toMatch(
    /^cannot append to .*study\.jsonl: EFBIG, the file system takes no file of this size/u,
  );
  expect([second, outcomes.length]).toEqual([first, written + 2]);
  const lines = readFileSync(scratch.full, "utf8").split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([written + 1, ""]);
  expect(written).toBeGreaterThan(2);
});

test("what another program does to the file meanwhile is found, and nothing is written over it", async () => {
  const others: Readonly<Record<string, () => void>> = {
    "was changed by another program": () => appendFileSync(scratch.full, textOf([answerTo(8, "theirs")])),
    "was changed by another program ": () => truncateSync(scratch.full, 10),
    "was replaced by another program": () => {
      scratch.write(scratch.read(), "copy");
      renameSync(`${scratch.root}/copy`, scratch.full);
    },
    "was removed": () => renameSync(scratch.full, `${scratch.root}/elsewhere`),
  };
  for (const [how, change] of Object.entries(others)) {
    scratch.write("");
    const journal = await open();
    await journal.append(answerTo(1, "one"));
    change();
    const after = existsSync(scratch.full) ? scratch.read() : null;
    for (const line of [answerTo(2, "two"), answerTo(3, "three")])
      await expect(journal.append(line)).rejects.toMatchObject({
        kind: "input-changed",
        message: expect.stringContaining(`${FILE} ${how.trim()} while candor appended to it`),
      });
    await journal.close();
    expect(existsSync(scratch.full) ? scratch.read() : null).toBe(after);
  }
});

test("a file that another program makes first is left to it", async () => {
  const journal = await open();
  scratch.write("theirs");
  await expect(journal.append(answerTo(1, "one"))).rejects.toThrow("was made by another program");
  await journal.close();
  expect(scratch.read()).toBe("theirs");
});

const LATER = JSON.stringify({ ...answerTo(1, "one"), v: 2 });
const LOG = JSON.stringify({ kind: "imported", of: "message", by: ["model"], row: { model: "m" } });

test.each([
  [
    "a later version, in front",
    `${LATER}\n${textOf([answerTo(2, "x")])}`,
    /line 1: written in version 2 .* reads version 1; a newer candor is needed$/u,
  ],
  ["a later version, behind", `${textOf([answerTo(2, "x")])}${LATER}\n`, /last line: written in version 2/u],
  [
    "a later version, without its end",
    `${textOf([answerTo(2, "x")])}${LATER}`,
    /last line: written in version 2/u,
  ],
  ["an imported log", `${LOG}\n`, /line 1: a record of an imported log/u],
  ["something else", "name,value\na,1\n", /line 1: not an answer as candor records it/u],
  ["a packed file", Buffer.from([0x1f, 0x8b, 8, 0, 10]), /is packed by gzip/u],
])("%s is refused and stays as it is", async (_, bytes, message) => {
  scratch.write(bytes);
  const before = readFileSync(scratch.full);
  await expect(open()).rejects.toThrow(message);
  expect(readFileSync(scratch.full).equals(before)).toBe(true);
  expect(scratch.names()).toEqual(["study.jsonl"]);
});

test("a folder where the journal should be, and a file where its folder should be, are disk failures", async () => {
  scratch.write("", `${FILE}/x`);
  await expect(open()).rejects.toMatchObject({ kind: "disk", message: expect.stringMatching(/EISDIR/u) });
  scratch.write("", "data/journals/plain");
  await expect(JournalAppender.open(scratch.root, "data/journals/plain/study.jsonl")).rejects.toMatchObject({
    kind: "disk",
  });
});

test("lines end with LF alone after lines of a program that ended them with CR LF", async () => {
  scratch.write(textOf([answerTo(1, "one")]).replace("\n", "\r\n"));
  const { size } = statSync(scratch.full);
  await append(answerTo(2, "two"));
  expect(readFileSync(scratch.full).subarray(size).toString()).toBe(textOf([answerTo(2, "two")]));
  const journal = await read();
  expect([journal.find(keyOf(1))?.text, journal.find(keyOf(2))?.text]).toEqual(["one", "two"]);
});
