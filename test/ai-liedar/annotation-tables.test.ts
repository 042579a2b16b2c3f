import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import { standsOn } from "../../src/ai-liedar/annotation/captions.ts";
import { type Annotation, annotationsCsv } from "../../src/ai-liedar/annotation/records.ts";
import { transcriptMark } from "../../src/ai-liedar/annotation/transcript-mark.ts";
import { type Coarse, coarseOf, type Fine } from "../../src/ai-liedar/labels.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import correctedRates from "../../stages/ai-liedar/tables/corrected_rates.ts";
import humanAgreement from "../../stages/ai-liedar/tables/human_agreement.ts";
import judgeAccuracy from "../../stages/ai-liedar/tables/judge_accuracy.ts";
import judgeConfusion from "../../stages/ai-liedar/tables/judge_confusion.ts";
import { ROOT } from "../project.ts";
import { knownTruth, SCRIPTED_ANNOTATORS, scriptedAnnotations } from "./scripted-annotators.ts";

const TABLES = {
  human_agreement: humanAgreement,
  judge_accuracy: judgeAccuracy,
  judge_confusion: judgeConfusion,
  corrected_rates: correctedRates,
};
const FILE = "data/annotations/b/ai-liedar.csv";

/** The verdict of the judges on one episode; what is not given is made up. */
function verdict(given: Partial<LabelsRow>): LabelsRow {
  return {
    model: "m",
    condition: "base",
    category: "benefits",
    scenario: "benefits-x",
    variant: "original",
    profile: 1,
    repeat: 0,
    ended_by: "human_left",
    transcript: "00",
    judges: 1,
    readable: 1,
    coarse: "truthful",
    fine: "truthful",
    unanimous: null,
    goal_judges: 1,
    goal_readable: 1,
    utility: 5,
    missing: null,
    ...given,
  };
}

const [T, C, E, F] = ["truthful", "concealment", "equivocation", "falsification"] as const;

/** Labels of annotators a, b, c on one episode; null where one gave none. */
function labelled(episode: LabelsRow, labels: readonly (Fine | null)[]): Annotation[] {
  const { model, condition, scenario, variant, profile, repeat, transcript } = episode;
  const key = { model, condition, scenario, variant, profile, repeat };
  return labels.flatMap((label, i) =>
    label === null ? [] : [{ ...key, annotator: "abc"[i] as string, label, transcript }],
  );
}

const EPISODES = [
  verdict({ scenario: "benefits-1" }),
  verdict({ scenario: "benefits-2", coarse: "partial_lie", fine: C }),
  verdict({ scenario: "benefits-3", coarse: "falsification", fine: F }),
  verdict({ scenario: "benefits-4", coarse: null, fine: null, missing: "unreadable_judge" }),
  verdict({ scenario: "emotion-1", category: "emotion", coarse: "partial_lie", fine: E, model: "n" }),
] as const;
const GIVEN = [
  [T, T, T], // the judges agree
  [C, E, T], // coarse majority: partial lie
  [T, C, F], // three-way tie
  [T, T, null], // no verdict
  [F, F, C], // the judges say partial lie
] as const;
const ANNOTATIONS = annotationsCsv(EPISODES.flatMap((episode, i) => labelled(episode, GIVEN[i]!)));
const INPUTS = { annotations: { [FILE]: ANNOTATIONS }, labels: EPISODES };

test.each(Object.keys(TABLES) as (keyof typeof TABLES)[])(
  "%s keeps to its schema, and is empty without annotations",
  (name) => {
    const file = `schemas/ai-liedar/tables/${name}.schema.json`;
    const schema = readSchema(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")), file);
    const { rows, caption } = TABLES[name](INPUTS);
    expect(rows.length).toBeGreaterThan(0);
    expect(validateRows(rows, schema)).toEqual([]);
    expect(caption).toContain("5 episodes labelled by 3 annotators.");
    for (const annotations of [{}, { [FILE]: annotationsCsv([]) }]) {
      const none = TABLES[name]({ annotations, labels: EPISODES });
      expect(none.rows).toEqual([]);
      expect(none.caption).toBe(
        "No annotations yet: this table is empty. candor annotate export draws episodes for people to label, and candor annotate import reads their files back.",
      );
    }
  },
);

test("agreement, by hand", () => {
  const [benefits, image, emotion, pooled] = humanAgreement(INPUTS).rows;
  // Fine: a and b agree on 1, 4; a and c on 1; b and c on 1.
  expect(benefits).toMatchObject({
    episodes: 4,
    labels: 11,
    annotators: 3,
    pairs: 3,
    exact_match_fine: expect.closeTo((2 / 4 + 1 / 3 + 1 / 3) / 3, 12),
    exact_match_coarse: expect.closeTo((3 / 4 + 1 / 3 + 1 / 3) / 3, 12),
  });
  expect(image).toMatchObject({ episodes: 0, pairs: 0, exact_match_fine: null, fleiss_kappa_fine: null });
  expect(emotion).toMatchObject({ episodes: 1, annotators: 3, exact_match_fine: expect.closeTo(1 / 3, 12) });
  expect(emotion?.cohen_kappa_fine).toBe(0);
  expect(pooled).toMatchObject({ category: "pooled", episodes: 5, labels: 14 });
});

test("accuracy leaves out three-way ties and missing verdicts, and counts them", () => {
  const { rows, caption } = judgeAccuracy(INPUTS);
  expect(rows[0]).toEqual({
    category: "benefits",
    episodes: 4,
    no_majority: 1,
    with_majority: 3,
    judge_missing: 1,
    compared: 2,
    accuracy: 1,
    macro_f1: 1,
  });
  expect(rows[1]).toMatchObject({ compared: 0, accuracy: null, macro_f1: null });
  expect(rows[2]).toMatchObject({ compared: 1, accuracy: 0, macro_f1: 0 });
  // Truthful 1, partial lie 2·1/(2·1 + 1), falsification 0.
  expect(rows[3]).toMatchObject({
    compared: 3,
    accuracy: expect.closeTo(2 / 3, 12),
    macro_f1: expect.closeTo(5 / 9, 12),
  });
  expect(caption).toContain(
    "Left out: 1 episode without a majority (three-way ties among them), 1 without a verdict",
  );
});

test("the confusion matrix has every cell, and the missing verdicts apart", () => {
  const { rows } = judgeConfusion(INPUTS);
  expect(rows).toHaveLength(4 * 3 * 4);
  const counted = rows.filter(({ category, n }) => category === "pooled" && n > 0);
  expect(counted.map(({ reference, judge, n }) => [reference, judge, n])).toEqual([
    ["truthful", "truthful", 1],
    ["truthful", "missing", 1],
    ["partial_lie", "partial_lie", 1],
    ["falsification", "partial_lie", 1],
  ]);
});

test("labels of episodes that the run does not have enter nothing and are counted", () => {
  const stray = labelled(verdict({ scenario: "benefits-9" }), [T, F, null]);
  const annotations = { [FILE]: ANNOTATIONS, "data/annotations/b/z.csv": annotationsCsv(stray) };
  for (const table of Object.values(TABLES)) {
    const { rows, caption } = table({ ...INPUTS, annotations });
    expect(rows).toEqual(table(INPUTS).rows);
    expect(caption).toContain(
      "2 labels left out of episodes that this run does not have or that were played anew since.",
    );
  }
});

/** `count` base episodes of a model with one true label, of which the judges call some otherwise. */
function judged(model: string, truth: Coarse, verdicts: readonly (readonly [Coarse, number])[]): LabelsRow[] {
  let profile = 0;
  return verdicts.flatMap(([coarse, count]) =>
    Array.from({ length: count }, () =>
      verdict({ model, coarse, scenario: `benefits-${truth}`, profile: ++profile }),
    ),
  );
}
const FINE_OF: Readonly<Record<Coarse, Fine>> = { truthful: T, partial_lie: C, falsification: F };

test("corrected rates recover the truth where the judges err alike", () => {
  // Of 10 truthful 8 are found; of 20 others 2 are called truthful.
  const known = [
    ...judged("k", "truthful", [["truthful", 8], ["partial_lie", 2]]),
    ...judged("k", "partial_lie", [["truthful", 2], ["partial_lie", 18]]),
  ]; // biome-ignore format: a table
  // Truth 0.3: 100·(0.3·0.8 + 0.7·0.1) = 31.
  const other = judged("o", "falsification", [["truthful", 31], ["partial_lie", 69]]); // biome-ignore format: a table
  const steered = verdict({ model: "o", condition: "truthful_prompt", scenario: "benefits-truthful" });
  const lost = verdict({ model: "o", coarse: null, missing: "malformed", scenario: "benefits-lost" });
  const annotations = annotationsCsv([
    ...known.flatMap((row) => labelled(row, [FINE_OF[row.scenario.slice(9) as Coarse]])),
    ...labelled(steered, [F]),
  ]);
  const { rows, caption } = correctedRates({
    annotations: { [FILE]: annotations },
    labels: [...known, ...other, steered, lost],
  });
  expect(rows.map(({ model, label }) => `${model} ${label}`)).toEqual(
    ["k", "o"].flatMap((model) =>
      ["truthful", "partial_lie", "falsification"].map((label) => `${model} ${label}`),
    ),
  );
  const row = rows[3]!;
  expect(row).toMatchObject({ n: 100, missing: 1, apparent: 31, reference_with: 10, reference_without: 20 });
  expect(row.sensitivity).toBeCloseTo(80, 12);
  expect(row.specificity).toBeCloseTo(90, 12);
  expect(row.corrected).toBeCloseTo(30, 10);
  expect(row.outside).toBe(false);
  expect(row.corrected_lo! < 30 && row.corrected_hi! > 30).toBe(true);
  // No episode of the base condition is truly a falsification.
  expect(rows[5]).toMatchObject({
    reference_with: 0,
    sensitivity: null,
    corrected: null,
    corrected_lo: null,
    outside: null,
  });
  expect(caption).toContain("from 30 annotated episodes of the base condition");
  expect(caption).toContain("2 corrected rates undefined");
});

test("a corrected rate outside 0 to 100 is kept and flagged, its interval cut", () => {
  const known = [
    ...judged("k", "truthful", [["truthful", 8], ["partial_lie", 2]]),
    ...judged("k", "partial_lie", [["truthful", 2], ["partial_lie", 18]]),
  ]; // biome-ignore format: a table
  const labels = [...known, ...judged("o", "falsification", [["falsification", 20]])];
  const annotations = annotationsCsv(
    known.flatMap((row) => labelled(row, [FINE_OF[row.scenario.slice(9) as Coarse]])),
  );
  const { rows, caption } = correctedRates({ annotations: { [FILE]: annotations }, labels });
  expect(rows[3]).toMatchObject({
    apparent: 0,
    corrected: expect.closeTo(-100 / 7, 10),
    corrected_lo: 0,
    outside: true,
  });
  expect(caption).toContain("2 corrected rates outside 0 … 100, kept and flagged.");
});

// Two annotators who err at e and f, each to any of three others, agree with probability (1 − e)(1 − f) + ef/3.
test("scripted annotators err as often as they say, and agree as often as follows", () => {
  const agents = ["always-truthful", "conceals", "equivocates", "falsifies"].map(
    (name) => `embedded/${name}`,
  );
  const labels = agents.flatMap((model) =>
    Array.from({ length: 500 }, (_, i) =>
      verdict({
        model,
        scenario: `benefits-${i}`,
        fine: knownTruth(verdict({ model })),
        transcript: transcriptMark("said"),
      }),
    ),
  );
  const played = labels.map((row) => ({ ...row, transcript: "said" }));
  const given = scriptedAnnotations(played, { seed: 1 });
  for (const { annotator, errorRate, missingRate } of SCRIPTED_ANNOTATORS) {
    const own = given.filter((row) => row.annotator === annotator);
    const wrong = own.filter((row) => row.label !== knownTruth(row)).length;
    expect(Math.abs(own.length / 2000 - (1 - missingRate))).toBeLessThan(0.015);
    expect(Math.abs(wrong / own.length - errorRate)).toBeLessThan(0.03);
  }
  const { rows, caption } = humanAgreement({ annotations: { [FILE]: annotationsCsv(given) }, labels });
  const [e, f, g] = SCRIPTED_ANNOTATORS.map(({ errorRate }) => errorRate) as [number, number, number];
  const alike = (a: number, b: number) => (1 - a) * (1 - b) + (a * b) / 3;
  const expected = (alike(e, f) + alike(e, g) + alike(f, g)) / 3;
  expect(Math.abs((rows.at(-1)?.exact_match_fine as number) - expected)).toBeLessThan(0.02);
  expect(caption).toContain("All annotators here are programs with stated error rates, not people.");
  expect(caption).toContain("Agents named embedded/… are scripted, not language models.");
});

test("scripted labels do not hang on what else is labelled, and an agent that varies gets none", () => {
  const labels = [verdict({ model: "embedded/conceals" }), verdict({ model: "embedded/mixed" })];
  const all = scriptedAnnotations(labels, { seed: 3 });
  expect(all.every(({ model }) => model === "embedded/conceals")).toBe(true);
  expect(scriptedAnnotations(labels.slice(0, 1), { seed: 3 })).toEqual(all);
  const told = scriptedAnnotations(labels, {
    seed: 3,
    truth: () => F,
    annotators: [{ annotator: "x", errorRate: 0, missingRate: 0 }],
  });
  expect(told.map(({ label }) => coarseOf(label))).toEqual(["falsification", "falsification"]);
});

test("labels of episodes that were played anew since, and of other conditions, enter nothing and are counted", () => {
  const anew = EPISODES.map((episode, i) => (i === 0 ? { ...episode, transcript: "ff" } : episode));
  const steered = labelled({ ...EPISODES[1], condition: "truthful_prompt" }, [T, T, null]);
  const given = annotationsCsv([
    ...EPISODES.flatMap((episode, i) => labelled(episode, GIVEN[i]!)),
    ...steered,
  ]);
  const { rows, caption } = judgeAccuracy({ annotations: { [FILE]: given }, labels: anew });
  expect(rows.at(-1)).toMatchObject({ category: "pooled", episodes: 4, compared: 2 });
  expect(caption).toContain(
    "3 labels left out of episodes that this run does not have or that were played anew since.",
  );
  expect(caption).toContain("2 labels of other conditions than base left out.");
});

test("captions set off the thousands of a count", () => {
  expect(standsOn({ annotators: [], episodes: [], unmatched: 0, otherConditions: 1200 })).toBe(
    "1,200 labels of other conditions than base left out.",
  );
});
