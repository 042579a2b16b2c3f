import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultRng } from "../../src/statistics/random/index.ts";

// Vectors of numpy 1.24's default_rng.
const text = readFileSync("test/fixtures/reference-parity/numpy-rng.json", "utf8");
const vectors = JSON.parse(text);

test("raw 64-bit outputs are numpy's", () => {
  // JSON numbers lose the last digits of 64-bit integers, so they are read from the text.
  const listed = /raw_uint64_seed0_first5": \[([^\]]*)/.exec(text)?.[1] as string;
  const raw = listed.split(",").map((value) => BigInt(value.trim()));
  const random = defaultRng(0);
  expect(raw.map(() => random.nextUint64())).toEqual(raw);
});

test("uniform draws are numpy's", () => {
  const random = defaultRng(20260529);
  const expected: number[] = vectors.uniform_seed_20260529_first5;
  expect(expected.map(() => random.uniform())).toEqual(expected);
});

test.each(Object.keys(vectors.permutation_seed0))("permutation(%s) is numpy's", (n) => {
  expect([...defaultRng(0).permutation(Number(n))]).toEqual(vectors.permutation_seed0[n]);
});

test("bounded integers and choice are numpy's", () => {
  expect([...defaultRng(0).integers(0, 200, 40)]).toEqual(vectors.integers_seed0_high200_first40);
  expect([...defaultRng(0).integers(0, 199, 40)]).toEqual(vectors.integers_seed0_high199_first40);
  expect([...defaultRng(20260531).choice(200, 40)]).toEqual(vectors.choice_seed20260531_200_replace_first40);
});

test("calls in a row share the 32-bit buffer as numpy's do, with a seed of two words", () => {
  // numpy 2.4.6: g = np.random.default_rng(2**40 + 7), then these calls in this order.
  const random = defaultRng(1099511627783);
  expect([...random.integers(0, 852516352, 5)]).toEqual([
    176056952, 707429059, 519612238, 217651822, 14501662,
  ]);
  expect([...random.integers(-5, 1, 5)]).toEqual([-5, -2, -1, 0, -1]);
  expect(random.uniform()).toBe(0.48999541650863676);
  expect([...random.integers(0, 1, 2)]).toEqual([0, 0]);
  expect([...random.integers(0, 7, 3)]).toEqual([4, 0, 4]);
  expect([...random.permutation(6)]).toEqual([5, 0, 4, 2, 3, 1]);
  expect([...random.integers(-0x80000000, 0x80000000, 3)]).toEqual([-674945465, -694210189, 1400248121]);
});

test("words that would favour some values are drawn again", () => {
  // numpy 2.4.6: np.random.default_rng(3).integers(-2**31, -2**31 + 3_000_000_000, 8); 30 % are rejected.
  expect([...defaultRng(3).integers(-0x80000000, 852516352, 8)]).toEqual([
    287029974, -1890536148, -1609161446, -1437052129, -1603389287, 256339747, -400997541, -1865097722,
  ]);
});

test("a permutation holds each number once; integers stay within their bounds", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (seed, n, span) => {
        expect([...defaultRng(seed).permutation(n)].sort((a, b) => a - b)).toEqual([...Array(n).keys()]);
        for (const value of defaultRng(seed).integers(-3, -3 + span, 20)) {
          expect(value).toBeGreaterThanOrEqual(-3);
          expect(value).toBeLessThan(-3 + span);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test.each([-1, 0.5, Number.NaN, 9007199254740992])("a seed of %f is refused by name", (seed) => {
  expect(() => defaultRng(seed)).toThrow(`got ${seed}`);
});

test("impossible bounds and sizes are refused", () => {
  expect(() => defaultRng(0).integers(3, 3, 1)).toThrow(/low < high.* got 3, 3, 1/);
  expect(() => defaultRng(0).integers(0, 3, -1)).toThrow(/got 0, 3, -1/);
  expect(() => defaultRng(0).choice(0, 1)).toThrow(/got 0, 0, 1/);
  expect(() => defaultRng(0).permutation(1.5)).toThrow(/got 1.5/);
});
