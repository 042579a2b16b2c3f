import fc from "fast-check";
import { expect, test } from "vitest";
import { crossFitFolds } from "../../src/cheap-talk/folds.ts";
import { receivers } from "../../src/cheap-talk/receivers/index.ts";
import { receiverInput } from "../../src/cheap-talk/receivers/receiver.ts";
import decoded from "../../stages/cheap-talk/decoded.ts";

const SETTINGS = { folds: 5, foldSeed: 0, ridgeAlpha: 1, neighbours: 25, dimensions: 256 };
const NOTHING_RECORDED = { embed: () => null };
const PARAMS = {
  folds: 5,
  fold_seed: 0,
  ridge_alpha: 1,
  neighbours: 25,
  embedding_dimensions: 256,
  embedding: "hashed-trigrams",
};

test("folds deal numpy's permutation out in turn", () => {
  // numpy-rng.json, permutation_seed0: 10 → 4 6 2 7 3 5 9 0 8 1.
  expect([...crossFitFolds(10, 5, 0)]).toEqual([2, 4, 2, 4, 0, 0, 1, 3, 3, 1]);
  expect(() => crossFitFolds(10, 1, 0)).toThrow("got 1");
});

test("the parsed report is the number as said, 1/2 where there is none", () => {
  const input = receiverInput(Float64Array.from([0.1, 0.2, 0.3]), ["1.7", "no", "-0.2"], SETTINGS);
  expect([...receivers.parsed_report(input)]).toEqual([1.7, 0.5, -0.2]);
});

test("a report that is a line in the state is undone exactly, offset and all", () => {
  const omega = Float64Array.from({ length: 20 }, (_, i) => i / 32);
  const messages = Array.from(omega, (state) => `it is ${2 * state + 0.25}`);
  const actions = receivers.hybrid(receiverInput(omega, messages, SETTINGS));
  for (let i = 0; i < 20; i++) expect(actions[i]).toBeCloseTo(omega[i], 12);
});

test("no state is used to predict itself", () => {
  const words = ["low", "middling", "high", "0.3", "0.9 or so", ""];
  const cell = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(...words)), {
    minLength: 8,
    maxLength: 30,
  });
  fc.assert(
    fc.property(cell, fc.nat(7), (rows, changed) => {
      const messages = rows.map(([, message]) => message);
      const omega = Float64Array.from(rows, ([state]) => state / 100);
      const other = omega.slice();
      other[changed] = 1 - omega[changed] / 2;
      for (const receive of Object.values(receivers)) {
        const before = receive(receiverInput(omega, messages, { ...SETTINGS, neighbours: 3 }));
        const after = receive(receiverInput(other, messages, { ...SETTINGS, neighbours: 3 }));
        expect(after[changed]).toBe(before[changed]);
        expect(before.every(Number.isFinite)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test("a single numeric or worded message teaches nothing: the mean of the other folds serves", () => {
  const omega = Float64Array.from([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  // Rows 0 and 1 lie in different folds, so each has one of its kind, the other, to learn from.
  for (const messages of [
    ["0.1", "0.7", ...Array(8).fill("word")],
    ["one", "two", ...Array.from({ length: 8 }, (_, i) => `0.${i}`)],
    ["0.1", ...Array(9).fill("word")],
  ]) {
    const input = receiverInput(omega, messages, SETTINGS);
    const others = [...omega].filter((_, i) => input.folds[i] !== input.folds[0]);
    const mean = others.reduce((a, b) => a + b, 0) / others.length;
    expect(receivers.hybrid(input)[0]).toBeCloseTo(mean, 12);
  }
});

test("equally near messages count in row order", () => {
  const omega = Float64Array.from([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
  const input = receiverInput(omega, Array(10).fill("same"), { ...SETTINGS, neighbours: 2 });
  // Folds 2 4 2 4 0 0 1 3 3 1: row 0 shares its fold with row 2, so rows 1 and 3 are the first of the others.
  expect(receivers.embedding_knn(input)[0]).toBeCloseTo(0.2, 15);
  expect(receivers.embedding_knn(input)[4]).toBeCloseTo(0.05, 15);
});

test("nearest neighbours are those of the definition", () => {
  const words = ["low", "lower", "lowest of all", "high", "higher", "highest of all", "mid", ""];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 6, maxLength: 25 }), (messages) => {
      const omega = Float64Array.from(messages, (_, i) => ((i * 7) % 11) / 11);
      const input = receiverInput(omega, messages, { ...SETTINGS, neighbours: 4 });
      const dense = messages.map((_, i) => {
        const { vectors, rowOf } = input.embeddings;
        const out = new Float64Array(256);
        for (let k = vectors.offsets[rowOf[i]]; k < vectors.offsets[rowOf[i] + 1]; k++)
          out[vectors.columns[k]] = vectors.values[k];
        return out;
      });
      const actions = receivers.embedding_knn(input);
      for (let i = 0; i < messages.length; i++) {
        const near = messages
          .map((_, j) => ({
            j,
            distance: dense[j].reduce(
              (sum, value, k) => sum + (value - dense[i][k]) * (value - dense[i][k]),
              0,
            ),
          }))
          .filter(({ j }) => input.folds[j] !== input.folds[i])
          .sort((a, b) => Math.round((a.distance - b.distance) * 1e9) || a.j - b.j)
          .slice(0, 4);
        expect(actions[i]).toBeCloseTo(near.reduce((sum, { j }) => sum + omega[j], 0) / near.length, 9);
      }
    }),
    { numRuns: 40 },
  );
});

test("absurd reports and a cell of one row still give actions", () => {
  const ends = { stated_low: null, stated_high: null } as const;
  const stated = { stated_value: null, stated_role: null, stated_form: null, ...ends } as const;
  const said = { ...stated, stated_recommendation: null, stated_status: "none" } as const;
  const row = {
    model: "m",
    bias: 0,
    frame: "neutral",
    omega: 0.5,
    parser_status: "ok",
    log_index: null,
    ...said,
  } as const;
  const alone = decoded({ parsed: [{ ...row, state_index: 0, message: "0.9" }] }, PARAMS, NOTHING_RECORDED);
  expect(alone[0]).toMatchObject({ a_hat: 0.5, a_hat_parsed_report: 0.9, a_hat_embedding_knn: 0.5 });
  const messages = ["9".repeat(300), "9".repeat(400), "-1", "0.2", "", "\ud800", "0.3", "x", "0.7", "y"];
  const rows = messages.map((message, i) => ({ ...row, omega: i / 10, state_index: i, message }));
  for (const { a_hat, a_hat_clipped, a_hat_embedding_ridge } of decoded(
    { parsed: rows },
    PARAMS,
    NOTHING_RECORDED,
  )) {
    expect(Number.isFinite(a_hat) && Number.isFinite(a_hat_embedding_ridge)).toBe(true);
    expect(a_hat_clipped).toBeGreaterThanOrEqual(0);
  }
});
