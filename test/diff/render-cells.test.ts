import fc from "fast-check";
import { expect, test } from "vitest";
import { cellPair, cellText, keyText } from "../../src/diff/render/cells.ts";
import { differenceText, numberPair, relativeText } from "../../src/diff/render/numbers.ts";
import { columns } from "../../src/diff/render/width.ts";
import { CELL, TEXT } from "./arbitrary.ts";

const NUMBER = fc.double({ noNaN: true, noDefaultInfinity: true });

test.each([
  [0.6608279231607855, 0.3508279231607855, "0.6608", "0.3508"],
  [0.6608279, 0.6608301, "0.660828", "0.66083"],
  [12_345_678, 12_345_679, "12345678", "12345679"],
  [1, 1.0000000000000002, "1", "1.0000000000000002"],
  [0, 5e-324, "0", "5e-324"],
  [1e300, 2e300, "1e+300", "2e+300"],
  [-1.5, 1.5, "-1.5", "1.5"],
])("%d and %d are told apart by few digits", (was, is, a, b) => {
  expect(numberPair(was, is)).toEqual([a, b]);
});

test("texts of different numbers differ, and by about as much", () => {
  fc.assert(
    fc.property(NUMBER, NUMBER, (was, is) => {
      fc.pre(was !== is);
      const [a, b] = numberPair(was, is);
      expect(a).not.toBe(b);
      const told = Number(b) - Number(a);
      if (Number.isFinite(is - was))
        expect(Math.abs(told - (is - was))).toBeLessThanOrEqual(Math.abs(is - was) / 10);
    }),
  );
});

test("different cells look different at any length", () => {
  fc.assert(
    fc.property(CELL, CELL, fc.constantFrom(14, 20, 40, 240), (was, is, length) => {
      fc.pre(JSON.stringify(was) !== JSON.stringify(is));
      const [a, b] = cellPair(was, is, length);
      expect(a).not.toBe(b);
    }),
    { numRuns: 2000 },
  );
});

test("long texts that differ late, or in one invisible character, look different", () => {
  fc.assert(
    fc.property(TEXT, TEXT, TEXT, TEXT, fc.constantFrom(14, 40), (start, was, is, end, length) => {
      fc.pre(was !== is);
      const [a, b] = cellPair(start.repeat(5) + was + end, start.repeat(5) + is + end, length);
      if (start.repeat(5) + was + end !== start.repeat(5) + is + end) expect(a).not.toBe(b);
    }),
    { numRuns: 2000 },
  );
});

test("no value takes more columns than it may, besides marks and quotes", () => {
  fc.assert(
    fc.property(TEXT, TEXT, fc.constantFrom(14, 40, 240), (was, is, length) => {
      for (const text of [...cellPair(was, is, length), cellText(was, length)]) {
        expect(columns(text)).toBeLessThanOrEqual(length + 3);
      }
    }),
  );
});

test("of long texts the part that differs is shown", () => {
  const text = (state: string) => `${"I have looked at it with care. ".repeat(20)}It is ${state}. Goodbye.`;
  expect(cellPair(text("0.43"), text("0.48"), 40)).toEqual([
    '…"with care. It is 0.43. Goodbye."',
    '…"with care. It is 0.48. Goodbye."',
  ]);
});

test.each([
  [null, "null"],
  ["null", '"null"'],
  ["", '""'],
  ["1", '"1"'],
  [1, "1"],
  ["true", '"true"'],
  [true, "true"],
  [{ number: "NaN" }, "NaN"],
  ["NaN", '"NaN"'],
  [{ number: "-0" }, "-0"],
  ["embedded/linear", "embedded/linear"],
  ["two words", "two words"],
  [" lead", '" lead"'],
  ["a, b=c", '"a, b=c"'],
  ["\u001b[31m", '"\\x1b[31m"'],
])("cell %j reads %s", (cell, shown) => {
  expect(cellText(cell, 40)).toBe(shown);
});

test("a key names its columns, and a place its row", () => {
  expect(keyText({ model: "a", bias: 0.05 }, false, 20)).toBe("model=a, bias=0.05");
  expect(keyText({ "#": 7 }, true, 20)).toBe("row 7");
});

test.each([
  [0.0123456, "+0.0123"],
  [-4, "−4"],
  [123456, "+123456"],
  [-1.23456e-9, "−1.23e-9"],
])("difference %d reads %s", (difference, shown) => {
  expect(differenceText(difference)).toBe(shown);
});

test.each([
  [0, "0 %"],
  [2, "200 %"],
  [0.0123, "1.2 %"],
  [0.0001, "0.01 %"],
  [1.23e-14, "1.2e-14"],
])("relative difference %d reads %s", (relative, shown) => {
  expect(relativeText(relative)).toBe(shown);
});
