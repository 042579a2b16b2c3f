import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../src/pipeline/failure.ts";
import { jsonFault } from "../../src/prereg/json-fault.ts";
import { lockOf, readLock, renderLock } from "../../src/prereg/lock-file.ts";
import { SMALL_DESIGN } from "./designs.ts";

const COMMIT = "c".repeat(40);
const lock = lockOf("small", SMALL_DESIGN, COMMIT);
const text = renderLock(lock);

/** What reading says of a text or of bytes that are no lock. */
function fault(given: string | Uint8Array): string {
  try {
    readLock(Buffer.from(given as string), "prereg/small.lock.json");
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  throw new Error("it was read");
}

test("a lock is read as it was written, one leaf a line", () => {
  expect(readLock(Buffer.from(text), "a")).toEqual(lock);
  expect(renderLock(readLock(Buffer.from(text), "a"))).toBe(text);
  expect(text).toContain('\n   "biases": [0,0.04],\n');
  expect(text.endsWith("\n}\n")).toBe(true);
  expect(text).not.toContain("\r");
});

test("the order in which a design was put together leaves no trace", () => {
  const turned = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
  const other = Object.fromEntries(
    Object.entries(turned(SMALL_DESIGN)).map(([section, leaves]) => [section, turned(leaves)]),
  ) as unknown as typeof SMALL_DESIGN;
  expect(renderLock(lockOf("small", other, COMMIT))).toBe(text);
});

test("one changed byte is found, wherever it is", () => {
  const bytes = Buffer.from(text);
  // The commit stands beside the root: another hash in its place is another pointer, and no other design.
  const commit = text.indexOf(COMMIT);
  const place = fc
    .integer({ min: 0, max: bytes.length - 1 })
    .filter((at) => at < commit || at >= commit + COMMIT.length);
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 255 }), (at, byte) => {
      fc.pre(bytes[at] !== byte);
      const changed = Buffer.from(bytes);
      changed[at] = byte;
      expect(fault(changed)).toContain("prereg/small.lock.json ");
    }),
    { numRuns: 500 },
  );
});

test("a byte more, a byte less and half a file are found", () => {
  const changes = fc.integer({ min: 0, max: text.length - 1 });
  fc.assert(
    fc.property(changes, fc.constantFrom(" ", "\n", "0", "x"), (at, more) => {
      const longer = text.slice(0, at) + more + text.slice(at);
      if (longer !== text) expect(fault(longer)).not.toBe("");
      const shorter = text.slice(0, at) + text.slice(at + 1);
      if (shorter !== text) expect(fault(shorter)).not.toBe("");
      expect(fault(text.slice(0, at))).not.toBe("");
    }),
  );
});

test.each([
  [
    "a value in the design",
    '"bins": 20',
    '"bins": 21',
    /section params \(stated sha256:[0-9a-f]{15}…, computed sha256:[0-9a-f]{15}…\); .*states the root "cdr1-.*gives cdr1-/u,
  ],
  [
    "the root",
    `"root": "cdr1-`,
    `"root": "cdr1-x`,
    /root or the basket's name .*states the root "cdr1-x.*gives cdr1-/u,
  ],
  ["the basket", '"basket": "small"', '"basket": "large"', /root or the basket's name/u],
  [
    "another version",
    '"format": 2',
    '"format": 1',
    /has format 1, and this version of candor reads format 2; /u,
  ],
  ["no comma", '"format": 2,', '"format": 2', /is not JSON: line 3, column 2;/u],
  ["white space", '"bins": 20', '"bins":  20', /line \d+ is not as candor freeze writes it \(".*bins.*/u],
  ["an escape", '"bins"', '"\\u0062ins"', /line \d+ is not as candor freeze writes it/u],
  ["a leaf twice", '"bins": 20', '"bins": 20,\n   "bins": 20', /line \d+ is not as candor freeze writes it/u],
  ["no list", '["toy/numbers.parquet"]', '"toy"', /design.stages, "toy\/numbers": it cannot be/u],
  [
    "a section more",
    '"answers": {\n   ',
    '"more": {}, "answers": {\n   ',
    /section "more" that no lock has/u,
  ],
  [
    "a commit that is none",
    COMMIT,
    "HEAD; rm -rf",
    /commit requires the hash of a commit or null, got "HEAD; rm -rf"/u,
  ],
])("%s: said in words", (_, from, to, message) => {
  expect(text).toContain(from);
  expect(fault(text.replace(from, () => to))).toMatch(message);
});

test.each([
  ["an empty file", "", /is not JSON: line 1, column 1/u],
  ["no lock", "{}", /is no lock: it has no format/u],
  ["a list", "[1]", /is no lock: it has no format/u],
  ["null", "null", /is no lock: it has no format/u],
  ["CRLF", text.replaceAll("\n", "\r\n"), /line 1 is not as candor freeze writes it/u],
  ["a byte order mark", `\ufeff${text}`, /is not JSON: line 1, column 1/u],
  ["nested without end", "[".repeat(100_000), /is not JSON: line 1, column 20\d/u],
  ["a terminal escape", '{"format": "\u001b[31m"}', /is not JSON: line 1, column 12/u],
  ["an escaped terminal escape", '{"format": "\\u001b[31m"}', /has format "\\x1b\[31m"/u],
])("%s is no lock", (_, given, message) => {
  expect(fault(given)).toMatch(message);
});

test("bytes that are no text are no lock", () => {
  expect(fault(Uint8Array.of(0x7b, 0xff, 0x7d))).toContain("is not UTF-8 text");
});

test("where JSON ends is told by line and column, in characters", () => {
  expect(jsonFault('{\n "é😀": x}')).toEqual({ line: 2, column: 8 });
  expect(jsonFault('{"a": [1, 2,]}')).toEqual({ line: 1, column: 13 });
  expect(jsonFault('{"a": 1} 2')).toEqual({ line: 1, column: 10 });
});

test("what JSON takes has no fault before its end", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(jsonFault(`${json} !`)).toEqual(jsonFault(`${json} ?`));
      const before = `${json} `.split("\n");
      expect(jsonFault(`${json} !`)).toEqual({
        line: before.length,
        column: [...before[before.length - 1]!].length + 1,
      });
    }),
  );
});
