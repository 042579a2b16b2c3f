import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  boundaries,
  millionths,
  oracleActions,
  oracleInformation,
  oracleLosses,
  partitionSize,
} from "../../src/cheap-talk/equilibrium.ts";
import oracle from "../../stages/cheap-talk/oracle.ts";

// arXiv 2606.01456, oracle reference table, at 20 bins; boundaries as printed.
const TABLE = [
  [
    0.01,
    7,
    0.5294207583586101,
    0.003300680272108843,
    [0, 0.022857, 0.085714, 0.188571, 0.331429, 0.514286, 0.737143, 1],
  ],
  [0.04, 4, 0.32679610894423394, 0.013208333333333334, [0, 0.01, 0.18, 0.51, 1]],
  [0.08, 3, 0.22052415132998182, 0.026325925925925923, [0, 0.013333, 0.346667, 1]],
  [0.12, 2, 0.18293917677241125, 0.03523333333333333, [0, 0.26, 1]],
] as const;

test.each(TABLE)("at b = %f there are %i cells", (bias, size, information, loss, bounds) => {
  expect(partitionSize(bias)).toBe(size);
  expect(Math.abs(oracleInformation(bias, 20) - information)).toBeLessThan(1e-12);
  expect(Math.abs(oracleLosses(bias).receiver - loss)).toBeLessThan(1e-12);
  expect(Math.abs(oracleLosses(bias).sender - loss - bias * bias)).toBeLessThan(1e-12);
  expect([...boundaries(bias)].map((bound) => Number(bound.toFixed(6)))).toEqual(bounds);
});

test("the oracle stage is the reference table", () => {
  const [header, ...lines] = readFileSync(
    "test/fixtures/reference-parity/expected/reference_table.csv",
    "utf8",
  )
    .trim()
    .split(/\r?\n/);
  const rows = oracle({}, { biases: [0, 0.01, 0.04, 0.08, 0.12] });
  expect(header).toBe("b,N_CS,I_norm_20,L_R_CS,L_S_CS,L_S_reveal,L_R_babble,L_S_babble");
  for (const [i, line] of lines.entries()) {
    const { boundaries: bounds, ...row } = rows[i];
    const got = Object.values(row);
    for (const [k, cell] of line.split(",").entries()) {
      if (cell === "Full") expect([got[k], bounds]).toEqual([null, null]);
      else expect(Math.abs((got[k] as number) - Number(cell))).toBeLessThan(1e-12);
    }
  }
  expect(JSON.parse(rows[4].boundaries as string)).toEqual([0, 0.26, 1]);
});

test("the number of cells is that of rational arithmetic for every bias of 1 … 250,000 millionths", () => {
  const wrong: number[] = [];
  for (let millionth = 1; millionth <= 250_000; millionth++) {
    const size = BigInt(partitionSize(millionth / 1_000_000) as number);
    const twice = 2n * BigInt(millionth);
    const holds = size >= 1n && twice * size * (size - 1n) < 1_000_000n;
    if (!holds || twice * (size + 1n) * size < 1_000_000n) wrong.push(millionth);
  }
  expect(wrong).toEqual([]);
});

test("a bias exactly on a bound does not support the larger partition", () => {
  expect(partitionSize(0.25)).toBe(1);
  expect(partitionSize(0.249999)).toBe(2);
  expect(partitionSize(0.025)).toBe(4);
  expect(partitionSize(0.024999)).toBe(5);
  expect(partitionSize(3)).toBe(1);
  expect(partitionSize(0)).toBeNull();
});

const biases = fc.integer({ min: 1, max: 400_000 }).map((millionth) => millionth / 1_000_000);

test("boundary types are indifferent: cells grow by 4b, and all are longer than nothing", () => {
  fc.assert(
    fc.property(biases, (bias) => {
      const bounds = boundaries(bias);
      expect(bounds[0]).toBe(0);
      expect(bounds[bounds.length - 1]).toBe(1);
      for (let j = 1; j < bounds.length; j++) {
        expect(bounds[j]).toBeGreaterThan(bounds[j - 1]);
        if (j > 1) {
          const growth = bounds[j] - 2 * bounds[j - 1] + bounds[j - 2];
          expect(Math.abs(growth - 4 * bias)).toBeLessThan(1e-12);
        }
      }
      const losses = oracleLosses(bias);
      expect(losses.receiver).toBeLessThanOrEqual(losses.receiverBabble + 1e-15);
    }),
  );
});

test("the action is the midpoint of the state's cell; a boundary belongs to the cell above", () => {
  expect([...oracleActions(Float64Array.from([0, 0.259999, 0.26, 1]), 0.12)]).toEqual([
    0.13, 0.13, 0.63, 0.63,
  ]);
  expect([...oracleActions(Float64Array.from([0.3]), 0)]).toEqual([0.3]);
});

test("babbling informs of nothing, full revelation of everything", () => {
  expect(oracleInformation(0.3, 20)).toBe(0);
  expect(oracleInformation(0, 20)).toBe(1);
  expect(oracleLosses(0)).toMatchObject({ receiver: 0, sender: 0, senderReveal: 0 });
});

test.each([
  -0.01,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  0.0100001,
  "0.04" as unknown as number,
  null as never,
])("a bias of %j is refused by name", (bias) => {
  const named = typeof bias === "string" ? '"0.04"' : String(bias);
  const message = `at most six decimals, got ${named}`;
  expect(() => millionths(bias)).toThrow(message);
  expect(() => oracle({}, { biases: [0.01, bias] })).toThrow(message);
});

test("six decimals are read exactly, and −0 is 0", () => {
  expect([0.12, 0.000001, 0.249999, -0, 2.000001].map(millionths)).toEqual([120000, 1, 249999, 0, 2000001]);
  expect(() => boundaries(0)).toThrow("full revelation");
  expect(() => oracle({}, { biases: [] })).toThrow("at least one bias");
});
