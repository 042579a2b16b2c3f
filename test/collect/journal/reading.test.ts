import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lineText } from "../../../src/collect/journal/line-text.ts";
import { AnswerJournal } from "../../../src/pipeline/answer-journal.ts";
import type { AnswerLine } from "../../../src/pipeline/answer-lines.ts";
import { collectGarbage } from "../../../src/pipeline/gc.ts";
import { answerTo, anyAnswer, anyJournal, errorOf, FILE, keyOf, textOf } from "./lines.ts";
import { Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.dispose());

const open = () => AnswerJournal.open(scratch.root, FILE);

/** Opens a journal with this content, from nothing. */
async function opened(text: string | Uint8Array): Promise<AnswerJournal> {
  scratch.forget();
  scratch.write(text);
  return await open();
}

const REQUESTS = Array.from({ length: 6 }, (_, request) => keyOf(request));

function indices(): string[] {
  return readdirSync(path.join(scratch.root, ".candor/cache/journals"));
}

test("the first answer counts, errors and repeats do not, and what was never asked is null", async () => {
  await fc.assert(
    fc.asyncProperty(anyJournal, async (lines) => {
      const journal = await opened(textOf(lines));
      const answers = lines.filter((line): line is AnswerLine => line.kind === "answer");
      const first = (key: string) => answers.find((line) => line.key === key)?.answer ?? null;
      expect(REQUESTS.map((key) => journal.find(key))).toEqual(REQUESTS.map(first));
      expect(REQUESTS.map((key) => journal.has(key))).toEqual(REQUESTS.map((key) => first(key) !== null));
      expect(journal.size).toBe(new Set(answers.map(({ key }) => key)).size);
    }),
    { numRuns: 30 },
  );
});

test("answersTo depends on the answers to its requests and on nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, anyAnswer, async (one, other) => {
      const lines = [answerTo(1, one), answerTo(2, "two")];
      const keys = [keyOf(1), keyOf(2), keyOf(3)];
      const hash = (await opened(textOf(lines))).answersTo(keys);
      const same = async (...journal: Parameters<typeof textOf>[0][number][]) =>
        (await opened(textOf(journal))).answersTo([...keys].reverse()) === hash;
      const { answer, record, ...rest } = lines[0]!;
      expect(
        await same(lines[1]!, { ...rest, answer, record: { ...record, latency_ms: 1 }, at: "later" }),
      ).toBe(true);
      expect(await same(errorOf(3), ...lines, answerTo(1, other), answerTo(4, "four"))).toBe(true);
      expect(await same(answerTo(1, other), lines[1]!)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(await same(...lines, answerTo(3, "three"))).toBe(false);
      expect(await same(lines[0]!)).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test.each(["status", "text", "vector", "finish_reason"] as const)(
  "answersTo tells answers apart that differ in %s",
  async (part) => {
    const hashes = new Set<string>();
    for (const value of part === "status"
      ? ["answered", "empty", "refused"]
      : ["", "null", "é", "\ud800", "\udc00", null])
      hashes.add((await opened(textOf([answerTo(1, { [part]: value })]))).answersTo([keyOf(1)]));
    expect(hashes.size).toBe(part === "status" ? 3 : 6);
  },
);

/** Ways to write a line that JSON takes for the same. */
const SPELLINGS: Readonly<Record<string, (line: AnswerLine) => string>> = {
  "as the appender writes it": lineText,
  "members in another order": ({ kind, answer: { text, status, finish_reason, vector }, ...rest }) =>
    JSON.stringify({ ...rest, answer: { finish_reason, vector, text, status }, kind }),
  "white space": (line) => JSON.stringify(line, null, " ").replaceAll("\n", ""),
  "escapes for all but ASCII": (line) =>
    lineText(line).replace(/[\u007f-\uffff]/gu, (unit) =>
      unit
        .split("")
        .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
    ),
  "escaped names and slashes": (line) =>
    lineText(line).replace('"answer":', '"\\u0061nswer":').replaceAll("/", "\\/"),
  "another answer in front, which JSON.parse passes over": (line) =>
    lineText(line).replace(
      '"answer":',
      '"answer":{"status":"empty","text":"","vector":null,"finish_reason":null},"answer":',
    ),
  "an answer of another request in front": (line) =>
    `${lineText({ ...line, key: keyOf(77), answer: answerTo(1, "not this").answer })
      .trimEnd()
      .slice(0, -1)},${lineText(line).slice(1)}`,
  "an answer with an escaped name behind another": (line) =>
    lineText({ ...line, answer: answerTo(1, "not this").answer }).replace(
      ',"record":',
      `,"\\u0061nswer":${JSON.stringify(line.answer)},"record":`,
    ),
  "a member more in the answer": (line) => lineText(line).replace('},"repeat"', ',"more":1},"repeat"'),
};

test("a line is read alike however it is spelled", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const line = answerTo(1, answer);
      const hashes = new Set<string>();
      for (const [how, spell] of Object.entries(SPELLINGS)) {
        const journal = await opened(`${spell(line).trimEnd()}\n`);
        expect(journal.find(keyOf(1)), how).toEqual(answer);
        expect(journal.size, how).toBe(1);
        hashes.add(journal.answersTo([keyOf(1)]));
      }
      expect(hashes.size).toBe(1);
    }),
    { numRuns: 30 },
  );
});

test("lines of an older candor: no version, no status, and no answer where there is neither text nor vector", async () => {
  const old = (request: number, answer: object) =>
    `${JSON.stringify({ kind: "answer", key: keyOf(request), request: {}, answer })}\n`;
  const none = { text: null, vector: null, finish_reason: "error" };
  const vector = { text: null, vector: "AAAA", finish_reason: null };
  const journal = await opened(
    old(1, vector) + old(2, none) + old(2, { ...none, vector: "" }) + old(2, vector) + old(3, none),
  );
  expect([1, 2, 3].map((request) => journal.find(keyOf(request)))).toEqual([
    { status: "answered", ...vector },
    { status: "answered", ...vector },
    null,
  ]);
  const now = await opened(textOf([answerTo(1, vector)]));
  expect(now.answersTo([keyOf(1)])).toBe(journal.answersTo([keyOf(1)]));
});

test("a refusal without words and an empty answer are answers, and count when they come first", async () => {
  const refused = answerTo(1, { status: "refused", text: "" });
  const empty = answerTo(2, { status: "empty", text: null });
  const journal = await opened(textOf([refused, empty, answerTo(1, "words"), answerTo(2, "words")]));
  expect([journal.find(keyOf(1)), journal.find(keyOf(2))]).toEqual([refused.answer, empty.answer]);
});

test("any byte of a line that is cut out, doubled or replaced: the line is refused, or read as JSON reads it", async () => {
  const line = lineText(answerTo(1, 'so "é" \\'));
  const bytes = Buffer.from(line.slice(0, -1));
  let refused = 0;
  const middles = (byte: Buffer) => [
    Buffer.alloc(0),
    Buffer.concat([byte, byte]),
    Buffer.from("}"),
    Buffer.from('"'),
    Buffer.from([0xff]),
    Buffer.from([1]),
  ];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes.subarray(at, at + 1);
    // One of the six at each byte: the parts of a line are long enough to meet all.
    const middle = middles(byte)[at % 6]!;
    const damaged = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + 1)]);
    const expected = readByJson(damaged);
    const found = await opened(Buffer.concat([damaged, Buffer.from("\n")])).then(
      (journal) => journal,
      (error: Error) => error.message,
    );
    if (expected === null) {
      expect(found).toMatch(/, line 1: (not an answer as candor records it|written in version)/u);
      refused++;
    } else {
      expect((found as AnswerJournal).find(expected.key)).toEqual(expected.answer);
    }
  }
  expect(refused).toBeGreaterThan(bytes.length / 4);
  expect(refused).toBeLessThan(bytes.length);
});

/** The slow way, with everything that makes a line one: null where it is none. */
function readByJson(bytes: Buffer): AnswerLine | null {
  try {
    const line = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as AnswerLine;
    const { status = "answered", text, vector, finish_reason } = line.answer;
    const parts = [text, vector, finish_reason];
    const isAnswer =
      line.kind === "answer" &&
      (line.v ?? 1) === 1 &&
      /^sha256:[0-9a-f]{64}$/u.test(line.key) &&
      ["answered", "empty", "refused"].includes(status) &&
      parts.every((part) => part === null || typeof part === "string");
    return isAnswer ? { ...line, answer: { status, text, vector, finish_reason } } : null;
  } catch {
    return null;
  }
}

const GOOD = textOf([answerTo(1, "one"), errorOf(2)]);
const LATER = `${JSON.stringify({ ...answerTo(3, "x"), v: 2 })}\n`;
const damaged = "not an answer as candor records it; mend or remove the line";

test.each([
  [
    "damaged in the middle",
    `${GOOD}{"kind":"answer","v":1,"key":"sha\n${GOOD}`,
    `${FILE}, line 3: ${damaged}`,
  ],
  ["two lines glued together", `${GOOD.trimEnd()}${GOOD}`, `${FILE}, line 2: ${damaged}`],
  [
    "bytes that are no text",
    Buffer.concat([Buffer.from(GOOD), Buffer.from([0xff, 10])]),
    `${FILE}, line 3: ${damaged}`,
  ],
  ["of a power cut", `${GOOD}\u0000\u0000\n`, `${FILE}, line 3: ${damaged}`],
  [
    "another kind",
    `${GOOD}${JSON.stringify({ kind: "note", v: 1, key: keyOf(1) })}\n`,
    `${FILE}, line 3: ${damaged}`,
  ],
  [
    "a later version",
    `${GOOD}${LATER}`,
    `${FILE}, line 3: written in version 2 of the journal's lines, and this candor reads version 1; a newer candor is needed`,
  ],
  [
    "an imported log",
    '{"kind":"imported","of":"message","by":["m"],"row":{"m":1}}\n',
    `${FILE}, line 1: a record of an imported log`,
  ],
])("%s is refused by its line", async (_, text, message) => {
  await expect(opened(text)).rejects.toThrow(message);
});

test("a journal that grew names a damaged line by its number in the file", async () => {
  await opened(GOOD);
  scratch.write(`${GOOD}${GOOD}{}\n`);
  await expect(open()).rejects.toThrow(`${FILE}, line 5: ${damaged}`);
});

test("a torn last line is not there: not in the content, not among the answers", async () => {
  const { content } = await opened(GOOD);
  const line = textOf([answerTo(5, "five")]);
  for (let length = 1; length < line.length; length += 13) {
    for (const fresh of [true, false]) {
      if (fresh) scratch.forget();
      scratch.write(GOOD + line.slice(0, length));
      const journal = await open();
      expect([journal.content, journal.size]).toEqual([content, 1]);
    }
  }
  scratch.write(GOOD + line);
  const whole = await open();
  expect([whole.content === content, whole.size]).toEqual([false, 2]);
});

test("CR LF, empty lines and a byte order mark change no answer", async () => {
  const lines = [answerTo(1, "one"), answerTo(2, "two\r\n")];
  const plain = await opened(textOf(lines));
  const keys = [keyOf(1), keyOf(2)];
  for (const text of [
    textOf(lines).replaceAll("\n", "\r\n"),
    `\ufeff${textOf(lines)}`,
    `\n${textOf(lines).replaceAll("\n", "\n\r\n\n")}`,
  ]) {
    const journal = await opened(text);
    expect(journal.answersTo(keys)).toBe(plain.answersTo(keys));
    expect(keys.map((key) => journal.find(key)?.text)).toEqual(["one", "two\r\n"]);
  }
});

test("what is remembered of a journal holds while it grows, and is forgotten where its beginning changed", async () => {
  await fc.assert(
    fc.asyncProperty(anyJournal, anyJournal, anyJournal, async (start, more, other) => {
      await opened(textOf(start));
      for (const lines of [[...start, ...more], [...other, ...more], [...start, ...more, ...other], start]) {
        scratch.write(textOf(lines));
        const remembered = await open();
        const fresh = await opened(textOf(lines));
        expect(remembered.answersTo(REQUESTS)).toBe(fresh.answersTo(REQUESTS));
        expect([remembered.content, remembered.size]).toEqual([fresh.content, fresh.size]);
        expect(REQUESTS.map((key) => remembered.find(key))).toEqual(REQUESTS.map((key) => fresh.find(key)));
      }
    }),
    { numRuns: 40 },
  );
});

test("many answers, more than a first table holds, are all found, also from what is remembered", async () => {
  const lines = Array.from({ length: 3000 }, (_, request) => answerTo(request, `${request}`));
  for (const journal of [await opened(textOf(lines)), await open()]) {
    expect(journal.size).toBe(3000);
    expect(lines.every(({ key, answer }) => journal.find(key)?.text === answer.text)).toBe(true);
    expect(journal.has(keyOf(3000))).toBe(false);
  }
});

test("keys that begin or end alike stay apart", async () => {
  const digits = (front: string, behind: string) => `sha256:${front}${"0".repeat(56)}${behind}` as const;
  const keys = [
    digits("0000000a", ""),
    digits("", "0000000a"),
    digits("0000000", "b"),
    digits("0000000a", "").replace("a0", "a1"),
    digits("1000000a", ""),
  ] as `sha256:${string}`[];
  const journal = await opened(textOf(keys.map((key, i) => ({ ...answerTo(i, `${i}`), key }))));
  expect(keys.map((key) => journal.find(key)?.text)).toEqual(["0", "1", "2", "3", "4"]);
  for (const other of [digits("0000000a", "").replace("a0", "a2"), "sha256:0", "", keys[0]!.toUpperCase()])
    expect(journal.has(other as `sha256:${string}`)).toBe(false);
});

test("an index that is damaged at any byte, cut or of another journal is made anew", async () => {
  const text = textOf([answerTo(1, "one"), answerTo(2, "two")]);
  const right = (await opened(text)).answersTo(REQUESTS);
  const [name] = indices();
  const file = path.join(scratch.root, ".candor/cache/journals", name!);
  const good = readFileSync(file);
  for (let at = 0; at < good.length; at += 61) {
    const bad = Buffer.from(good);
    bad[at]! ^= 4;
    writeFileSync(file, bad);
    expect((await open()).answersTo(REQUESTS)).toBe(right);
    expect(readFileSync(file).equals(good)).toBe(true);
  }
  for (const bad of [good.subarray(0, 64), Buffer.alloc(0), Buffer.concat([good, good])]) {
    writeFileSync(file, bad);
    expect((await open()).answersTo(REQUESTS)).toBe(right);
  }
  scratch.write(textOf([answerTo(1, "uno")]), "data/journals/small/other.jsonl");
  await AnswerJournal.open(scratch.root, "data/journals/small/other.jsonl");
  const theirs = indices().find((each) => each !== name)!;
  writeFileSync(file, readFileSync(path.join(scratch.root, ".candor/cache/journals", theirs)));
  expect((await open()).answersTo(REQUESTS)).toBe(right);
});

test("reopen finds what was opened, and says when its index is gone", async () => {
  const { content } = await opened(GOOD);
  expect(AnswerJournal.reopen(scratch.root, FILE, content).find(keyOf(1))?.text).toBe("one");
  expect(AnswerJournal.reopen(scratch.root, FILE, null).find(keyOf(1))).toBeNull();
  const gone = `sha256:${"0".repeat(64)}` as const;
  expect(() => AnswerJournal.reopen(scratch.root, FILE, gone)).toThrow(
    `the index of ${FILE} is gone; run again`,
  );
});

test("a journal that is appended to goes on being read; one that was rewritten or removed says so", async () => {
  const journal = await opened(GOOD);
  appendFileSync(scratch.full, textOf([answerTo(1, "two"), answerTo(7, "seven")]));
  expect([journal.find(keyOf(1))?.text, journal.find(keyOf(7))]).toEqual(["one", null]);
  for (const text of [textOf([answerTo(1, "uno")]), textOf([answerTo(9, "one")]), ""]) {
    scratch.write(text);
    // What stands near an answer is read with it: only what is read anew can have changed.
    journal.close();
    expect(() => journal.find(keyOf(1))).toThrow(`${FILE} changed while candor read it; run again`);
  }
  journal.close();
  scratch.dispose();
  expect(() => journal.find(keyOf(1))).toThrow(`${FILE} was removed while candor read it; run again`);
});

test("indices that longer ones replace do not pile up, and gc removes all", async () => {
  let text = "";
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (let request = 0; request < 5; request++) {
    text += textOf([answerTo(request, "x")]);
    scratch.write(text);
    await open();
    for (const name of indices())
      utimesSync(path.join(scratch.root, ".candor/cache/journals", name), old, old);
  }
  expect(indices()).toHaveLength(1);
  collectGarbage(scratch.root, []);
  expect(indices()).toEqual([]);
  expect((await open()).size).toBe(5);
});
