import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { embedTrigrams } from "../../src/cheap-talk/embedding.ts";
import { firstNumber, firstUnsignedNumber } from "../../src/cheap-talk/numbers.ts";
import { parseAnswer } from "../../src/cheap-talk/parser.ts";
import { asciiDigits, strip } from "../../src/cheap-talk/python-text.ts";
import { md5 } from "../../src/tables/md5.ts";

// Python 3: m = re.search(r"[-+]?\d*\.\d+|[-+]?\d+", text); float(m.group()). Likewise with a bare \d+.
test.each([
  ["0.42", 0.42, 0.42],
  ["say -.5 of 3", -0.5, -0.5],
  ["about 42%", 42, 42],
  ["a in [0, 1], pick 0.87", 0, 0],
  ["-3", -3, 3],
  ["+7.", 7, 7],
  ["1.2.3", 1.2, 1.2],
  ["3/4", 3, 3],
  ["1e-3", 1, 1],
  ["v2: 0.5", 2, 2],
  ["٠.٤٢", 0.42, 0.42],
  ["−0.5", 0.5, 0.5],
  ["𝟎.𝟕𝟓", 0.75, 0.75],
  ["half", null, null],
  ["½ or ²", null, null],
  ["", null, null],
  ["-0", 0, 0],
])("%j is read as %s, unsigned as %s", (message, signed, unsigned) => {
  expect(firstNumber(message)).toBe(signed);
  expect(firstUnsignedNumber(message)).toBe(unsigned);
});

test("a number beyond the range of a double is no number", () => {
  expect(firstNumber("9".repeat(400))).toBeNull();
});

test("every Unicode decimal digit has its value: blocks run from zero to nine", () => {
  let seen = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/^\p{Nd}$/u.test(character)) continue;
    expect(asciiDigits(character)).toBe(String(seen % 10));
    seen++;
  }
  expect(seen % 10).toBe(0);
  expect(seen).toBeGreaterThan(600);
});

// Python 3: [c for c in range(0x110000) if chr(c).strip() == ""]
const PYTHON_SPACE =
  "9 10 11 12 13 28 29 30 31 32 133 160 5760 8192 8193 8194 8195 8196 8197 8198 8199 8200 8201 8202 8232 8233 8239 8287 12288";

test("white space at the ends is Python's", () => {
  const stripped: number[] = [];
  for (let code = 0; code <= 0xffff; code++) if (strip(String.fromCharCode(code)) === "") stripped.push(code);
  expect(stripped.join(" ")).toBe(PYTHON_SPACE);
  expect(strip("\x1c a\u00a0b \x85")).toBe("a\u00a0b");
  expect(strip("\ufeff")).toBe("\ufeff");
});

test.each([
  ["  0.4 \n", "0.4", "ok"],
  ["", "", "empty"],
  [" \n\t", "", "empty"],
  [null, "", "empty"],
  ["0.4\nEXPLANATION: I saw it", "0.4", "format_violation"],
  ["0.4 Reasoning: a. Explanation: b", "0.4 Reasoning: a.", "format_violation"],
  ["0.4 Rationale: a\n\nb", "0.4", "format_violation"],
  ["0.4\n\nreasoning: b", "0.4", "format_violation"],
  ["0.4\n\nmore", "0.4", "format_violation"],
  ["0.4\n \nmore", "0.4\n \nmore", "ok"],
  ["explanation: none", "", "format_violation"],
  ["one\ntwo", "one\ntwo", "ok"],
])("%j is parsed", (raw, message, parser_status) => {
  expect(parseAnswer(raw)).toEqual({ message, parser_status });
});

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// RFC 1321, A.5.
test.each([
  ["", "d41d8cd98f00b204e9800998ecf8427e"],
  ["abc", "900150983cd24fb0d6963f7d28e17f72"],
  ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
  [
    "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
    "57edf4a22be3c955ac49da2e2107b67a",
  ],
])("MD5 of %j", (text, digest) => {
  expect(hex(md5(new TextEncoder().encode(text)))).toBe(digest);
});

test("MD5 is that of node:crypto at every length around the padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(hex(md5(bytes))).toBe(createHash("md5").update(bytes).digest("hex"));
    }),
  );
});

test("an embedding counts hashed trigrams of the lower-cased, padded message, at length 1", () => {
  // Python: int(hashlib.md5(t.encode()).hexdigest(), 16) % 256 for " ab" and "ab " is 49 and 113.
  const { vectors, rowOf } = embedTrigrams(["AB", "", "ab", "AB"], 256);
  expect([...rowOf]).toEqual([0, 1, 2, 0]);
  expect([...vectors.offsets]).toEqual([0, 2, 2, 4]);
  expect([...vectors.columns.subarray(0, 2)]).toEqual([49, 113]);
  expect([...vectors.values.subarray(0, 2)]).toEqual(
    [Math.SQRT1_2, Math.SQRT1_2].map((value) => expect.closeTo(value, 15)),
  );
  expect([...vectors.columns.subarray(2)]).toEqual([...vectors.columns.subarray(0, 2)]);
});

test("trigrams are of code points, and dimensions other than powers of two work", () => {
  const { vectors } = embedTrigrams(["😀"], 7);
  expect(vectors.columns.length).toBe(1);
  const digest = BigInt(`0x${createHash("md5").update(" 😀 ").digest("hex")}`);
  expect(vectors.columns[0]).toBe(Number(digest % 7n));
});
