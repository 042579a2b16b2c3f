import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, hashRecord } from "../../src/pipeline/canonical.ts";
import { byteOrder, canonicalJson } from "../../src/tables/canonical.ts";

/** Text with surrogates, alone and in pairs, which UTF-16 and UTF-8 order differently. */
const text = fc.string({ unit: "binary" });
const wellFormed = text.filter((each) => !/\p{Surrogate}/u.test(each));

test("byte order is the order of the UTF-8 bytes", () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, (a, b) => {
      expect(Math.sign(byteOrder(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
    {
      examples: [
        ["\uffff", "\u{10000}"],
        ["a\ue000", "a\u{1f600}"],
        ["a", "ab"],
        ["é", "z"],
        ["I", "i"],
      ],
    },
  );
});

test("byte order is a total order on any text, lone surrogates too", () => {
  const unit = fc.constantFrom("a", "\ud800", "\udc00", "\ue000", "\uffff", "\u{10000}");
  const odd = fc.string({ unit, maxLength: 4 });
  fc.assert(
    fc.property(odd, odd, odd, (a, b, c) => {
      expect(byteOrder(a, b) === 0).toBe(a === b);
      expect(Math.sign(byteOrder(a, b))).toBe(-Math.sign(byteOrder(b, a)) + 0);
      if (byteOrder(a, b) <= 0 && byteOrder(b, c) <= 0) expect(byteOrder(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

const json = fc.jsonValue({ stringUnit: "binary", maxDepth: 4 });

/** The same value with the members of every object in another order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turned(item)]),
  );
}

test("canonical JSON says what the value says, and the same for every order of members", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
    }),
  );
});

test("two values share their canonical JSON only when they are equal", () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const equal = JSON.stringify(turned(turned(a))) === JSON.stringify(turned(turned(b)));
      if (canonicalJson(a) === canonicalJson(b))
        expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      else expect(equal).toBe(false);
    }),
  );
});

test("the order of a list is data, members stand in byte order, minus nought is nought", () => {
  expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  expect(canonicalJson({ "\u{10000}": 1, "\uffff": 2, b: [-0], a: null })).toBe(
    '{"a":null,"b":[0],"\uffff":2,"\u{10000}":1}',
  );
  expect(canonicalJson("\ud800")).toBe('"\\ud800"');
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [() => 1], [1n], [Symbol("s")]])(
  "what JSON cannot hold is refused: %s",
  (value) => expect(() => canonicalJson(value)).toThrow(TypeError),
);

test("hashes name their algorithm; a record's hash depends on its name, its content and its length", () => {
  expect(hashOf("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hashOf("é")).toBe(hashOf(Buffer.from("é")));
  expect(hashRecord("a", 1)).toBe(hashOf("a\n1\n1"));
  expect(hashRecord("é", "é")).toBe(hashOf('é\n4\n"é"'));
  expect(hashRecord("a", {})).not.toBe(hashRecord("b", {}));
});
