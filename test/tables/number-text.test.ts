import { expect, test } from "vitest";
import { formatNumber, pythonRepr } from "../../src/tables/number-text.ts";
import vectors from "./python-numbers.json" with { type: "json" };

// Vectors written by Python 3.11.7: random bits, random magnitudes, and the borders of each rule.
test.each(vectors.repr as [number, string][])("repr(%s) is %s", (value, text) => {
  expect(pythonRepr(value)).toBe(text);
});

test.each(vectors.format as [number, string, string][])("format(%s, %s) is %s", (value, format, text) => {
  expect(formatNumber(value, format)).toBe(text);
});

test("what rounds to zero has no sign", () => {
  expect(pythonRepr(-0)).toBe("0.0");
  expect(formatNumber(-0.0001, ".3f")).toBe("0.000");
  expect(formatNumber(-0, ".2e")).toBe("0.00e+00");
  expect(formatNumber(-0.4, "d")).toBe("0");
});

test("a tie goes away from zero", () => {
  expect([0.5, 1.5, 2.5, -0.5, -2.5].map((x) => formatNumber(x, ".0f"))).toEqual(["1", "2", "3", "-1", "-3"]);
});

test("an integer is written whole", () => {
  expect([0, -7, 2147483647, -2147483648].map((x) => formatNumber(x, "d"))).toEqual([
    "0",
    "-7",
    "2147483647",
    "-2147483648",
  ]);
});

test("another format is refused", () => {
  expect(() => formatNumber(1, "%d")).toThrow("format requires d, .3f, .2e or .3g (any digits), got %d");
});
