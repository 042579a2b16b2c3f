import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf } from "../../src/pipeline/canonical.ts";
import { type KeyRecord, keyOf, recordDifferences, sliceRecord, sliceSeed } from "../../src/pipeline/key.ts";

const a = hashOf("a");
const b = hashOf("b");
const RECORD: KeyRecord = {
  format: 3,
  code: a,
  engine: a,
  params: { low: 1, high: 2 },
  inputs: { left: { rows: a }, right: { rows: b }, notes: { files: { "data/1.txt": a, "data/2.txt": b } } },
  schema: { key: ["k"], columns: [] },
  map: ["k"],
  sliced: "left",
  ask: "k",
  beside: [],
  answerers: { first: { code: a, settings: { seed: 1 } }, second: { code: b, settings: {} } },
  answers: null,
  partial: false,
  gaps: {},
  slice: null,
};

/** Changes of one part that a key must not miss. */
const CHANGES: Readonly<Record<string, Partial<KeyRecord>>> = {
  "two inputs swap roles": { inputs: { ...RECORD.inputs, left: { rows: b }, right: { rows: a } } },
  "two inputs swap names alone": {
    inputs: { ...RECORD.inputs, left: RECORD.inputs.right!, right: RECORD.inputs.left! },
  },
  "an input is removed": { inputs: { left: { rows: a }, right: { rows: b } } },
  "two params swap values": { params: { low: 2, high: 1 } },
  "a param is removed": { params: { low: 1 } },
  "a param is text now": { params: { low: "1", high: 2 } },
  "a file is renamed": {
    inputs: { ...RECORD.inputs, notes: { files: { "data/1.txt": a, "data/3.txt": b } } },
  },
  "two files swap content": {
    inputs: { ...RECORD.inputs, notes: { files: { "data/1.txt": b, "data/2.txt": a } } },
  },
  "a table becomes a file": { inputs: { ...RECORD.inputs, left: { files: { rows: a } } } },
  "map columns change places": { map: ["k", "l"] },
  "recorded answers change": { answers: b },
  "answers may be missing": { partial: true },
  "answers above are missing": { gaps: { "s/asks": { missing: 1, asked: 2 } } },
  "another input is cut into slices": { sliced: "right" },
  "another column names whom to ask": { ask: "l" },
  "another model in a role": { beside: ["other"] },
  "a table becomes a journal": { inputs: { ...RECORD.inputs, left: { journal: a } } },
  "the schema changes": { schema: { key: ["l"], columns: [] } },
  "code changes": { code: b },
  "the engine changes": { engine: b },
  "an answerer's settings change": {
    answerers: { ...RECORD.answerers, second: { code: b, settings: { seed: 1 } } },
  },
  "a slice is meant": { slice: { k: "x" } },
};

test.each(Object.entries(CHANGES))("%s: another key, and the difference is named", (_, change) => {
  const changed = { ...RECORD, ...change };
  expect(keyOf(changed)).not.toBe(keyOf(RECORD));
  const differences = recordDifferences(RECORD, changed);
  expect(differences.length).toBeGreaterThan(0);
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(Object.keys(change)));
});

test("every change gives a key of its own", () => {
  const keys = [RECORD, ...Object.values(CHANGES).map((change) => ({ ...RECORD, ...change }))].map((record) =>
    keyOf(record),
  );
  // Swapping values and swapping names are one change.
  expect(new Set(keys).size).toBe(keys.length - 1);
});

test("equal records have equal keys and no difference, whatever the order of their members", () => {
  const turned = Object.fromEntries(Object.entries(RECORD).reverse()) as unknown as KeyRecord;
  expect(keyOf({ ...turned, params: { high: 2, low: 1 } })).toBe(keyOf(RECORD));
  expect(recordDifferences(RECORD, { ...turned, params: { high: 2, low: 1 } })).toEqual([]);
});

test("keys differ exactly where the list of differences is not empty", () => {
  const value = fc.record({
    x: fc.integer({ min: 0, max: 1 }),
    list: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
  });
  const params = fc.dictionary(fc.constantFrom("p", "q.r", "q"), value, { maxKeys: 2 });
  fc.assert(
    fc.property(params, params, (p, q) => {
      const [was, is] = [p, q].map((each) => ({ ...RECORD, params: each }));
      expect(keyOf(was!) === keyOf(is!)).toBe(recordDifferences(was!, is!).length === 0);
    }),
  );
});

test("a slice's key holds its own inputs and those whom it asks", () => {
  const own = { left: { rows: b } };
  const asking = sliceRecord(RECORD, { k: "x" }, own, "second", []);
  expect(asking).toMatchObject({
    code: a,
    inputs: own,
    answerers: { asked: { code: b, settings: {} } },
    slice: { k: "x" },
  });
  // Neither the other answerer nor how this one is called is part of it.
  const alone = { ...RECORD, answerers: { second: RECORD.answerers.second! } };
  expect(keyOf(sliceRecord(alone, { k: "x" }, own, "second", []))).toBe(keyOf(asking));
  expect(sliceRecord(RECORD, { k: "x" }, own, null, [])).toMatchObject({ code: a, answerers: {} });
  // Those in roles go by their names: which of them is asked for what the stage says itself.
  const beside = sliceRecord(RECORD, { k: "x" }, own, null, ["second"]);
  expect(beside.answerers).toEqual({ "beside second": RECORD.answerers.second });
});

test("a slice's seed depends on the seed param and the map values alone", () => {
  expect(sliceSeed(7, { a: "x", b: 1 })).toBe(sliceSeed(7, { b: 1, a: "x" }));
  const seeds = [
    sliceSeed(7, {}),
    sliceSeed(8, {}),
    sliceSeed(7, { a: "x" }),
    sliceSeed(7, { b: "x" }),
    sliceSeed(7, { a: 1 }),
    sliceSeed(7, { a: "1" }),
  ];
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds[0]).toMatch(/^[0-9a-f]{64}$/u);
});
