import seedrandom from "seedrandom";
import { describe, expect, test } from "vitest";
import effectsSchema from "../../schemas/ai-liedar/effects.schema.json" with { type: "json" };
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import ratesSchema from "../../schemas/ai-liedar/rates.schema.json" with { type: "json" };
import { CONDITIONS } from "../../src/ai-liedar/conditions.ts";
import { scenarioDraws } from "../../src/ai-liedar/rates/draws.ts";
import { MEASURES, type Measure, POOLS, percentOf } from "../../src/ai-liedar/rates/measures.ts";
import { CATEGORIES, type Category } from "../../src/ai-liedar/scenarios/scenario.ts";
import { percentile } from "../../src/statistics/resampling.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import effects from "../../stages/ai-liedar/effects.ts";
import rates from "../../stages/ai-liedar/rates.ts";
import { label, synthetic } from "./synthetic-labels.ts";

const PARAMS = { liedar_resamples: 200, liedar_seed: 7 };

/** Benefits: 3 of 4 truthful over two scenarios; public image: none of 2; emotion: 1 of 1 with one missing. */
const HAND: LabelsRow[] = [
  label("benefits", "b1", "truthful", { utility: 2 }),
  label("benefits", "b1", "truthful", { utility: 4, profile: 2 }),
  label("benefits", "b2", "truthful", { utility: 6 }),
  label("benefits", "b2", "concealment", { utility: null, profile: 2 }),
  label("public_image", "p1", "falsification", { utility: 10 }),
  label("public_image", "p2", null, { coarse: "partial_lie", missing: null, utility: 0 }),
  label("emotion", "e1", "truthful", { utility: 7.5 }),
  label("emotion", "e2", null, { utility: 8 }),
];

function rate(labels: LabelsRow[], category: string, measure: Measure, params = PARAMS) {
  const row = rates({ labels }, params).find(
    (each) => each.category === category && each.measure === measure,
  );
  if (row === undefined) throw new Error(`no row of ${category} ${measure}`);
  return row;
}

describe("rates", () => {
  test("are percent of the episodes with a verdict; what is missing is counted and in no rate", () => {
    expect(rate(HAND, "benefits", "truthful")).toMatchObject({ scenarios: 2, n: 4, missing: 0, rate: 75 });
    expect(rate(HAND, "benefits", "utility")).toMatchObject({ scenarios: 2, n: 3, missing: 1, rate: 40 });
    expect(rate(HAND, "benefits", "concealment")).toMatchObject({ n: 4, rate: 25 });
    expect(rate(HAND, "emotion", "truthful")).toMatchObject({ scenarios: 1, n: 1, missing: 1, rate: 100 });
    // A coarse label without a fine one counts as a partial lie, and neither as concealment nor as its absence.
    expect(rate(HAND, "public_image", "partial_lie")).toMatchObject({ n: 2, missing: 0, rate: 50 });
    expect(rate(HAND, "public_image", "concealment")).toMatchObject({ n: 1, missing: 1, rate: 0 });
  });

  test("mean_of_categories weighs categories alike, pooled weighs episodes alike", () => {
    expect(rate(HAND, "mean_of_categories", "truthful").rate).toBeCloseTo((75 + 0 + 100) / 3, 12);
    expect(rate(HAND, "pooled", "truthful").rate).toBeCloseTo((100 * 4) / 7, 12);
    expect(rate(HAND, "mean_of_categories", "utility").rate).toBeCloseTo((40 + 50 + 77.5) / 3, 12);
    expect(rate(HAND, "pooled", "utility").rate).toBeCloseTo((20 + 40 + 60 + 100 + 0 + 75 + 80) / 7, 12);
    expect(rate(HAND, "pooled", "truthful")).toMatchObject({ scenarios: 5, n: 7, missing: 1 });
  });

  test("a category without a verdict leaves the unweighted mean missing, and the pooled rate as it is", () => {
    const two = HAND.filter((row) => row.category !== "emotion");
    expect(rate(two, "emotion", "truthful")).toMatchObject({
      scenarios: 0,
      n: 0,
      missing: 0,
      rate: null,
      rate_lo: null,
    });
    expect(rate(two, "mean_of_categories", "truthful")).toMatchObject({
      n: 6,
      rate: null,
      rate_lo: null,
      rate_hi: null,
    });
    expect(rate(two, "pooled", "truthful").rate).toBe(50);
  });

  test("conditions and categories are those of the schema, in its order", () => {
    expect([...CONDITIONS]).toEqual(ratesSchema.properties.condition.enum);
    expect([...POOLS]).toEqual(ratesSchema.properties.category.enum);
  });

  test("rows fit the schema, whatever the order of labels, and are five pools of six measures", () => {
    const labels = synthetic(["b", "a"], { scenarios: 4 });
    const rows = rates({ labels }, PARAMS);
    expect(validateRows(rows, readSchema(ratesSchema, "rates.schema.json"))).toEqual([]);
    expect(rows.length).toBe(2 * 6 * 5 * 6);
    expect(rates({ labels: [...labels].reverse() }, PARAMS)).toEqual(rows);
  });
});

/** A rate from episodes alone, by the definition. */
function slowRate(labels: readonly LabelsRow[], measure: Measure, pool: string): number | null {
  const of = (rows: readonly LabelsRow[]) => {
    const values = rows.map((row) => percentOf(row, measure)).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const own = (category: Category) => of(labels.filter((row) => row.category === category));
  if (pool === "pooled") return of(labels);
  if (pool !== "mean_of_categories") return own(pool as Category);
  const each = CATEGORIES.map(own);
  return each.includes(null) ? null : (each as number[]).reduce((sum, value) => sum + value, 0) / 3;
}

/** Resample `r` of the labels: whole scenarios, drawn within their category. */
function resample(labels: readonly LabelsRow[], r: number, params = PARAMS): LabelsRow[] {
  const draws = scenarioDraws(params);
  return CATEGORIES.flatMap((category) => {
    const own = labels.filter((row) => row.category === category);
    const scenarios = [...new Set(own.map((row) => row.scenario))].sort();
    const drawn = draws(category, scenarios.length);
    return [...drawn.slice(r * scenarios.length, (r + 1) * scenarios.length)].flatMap((place) =>
      own.filter((row) => row.scenario === scenarios[place]),
    );
  });
}

function slowInterval(values: readonly (number | null)[]): [number, number] {
  const there = Float64Array.from(values.filter((value) => value !== null));
  return [percentile(there, 0.025), percentile(there, 0.975)];
}

describe("intervals", () => {
  const few = { ...PARAMS, liedar_resamples: 60 };
  const labels = synthetic(["m"], { scenarios: 5, conditions: ["base", "truthful_prompt"] })
    .filter(
      // Scenarios of unequal size, and one without any truthfulness label.
      (row) => !(row.scenario.endsWith("1") && row.profile === 2),
    )
    .map((row) => (row.scenario === "benefits-03" ? { ...row, coarse: null, fine: null } : row));

  test("equal those of scenarios copied one by one, in every pool and measure", () => {
    const base = labels.filter((row) => row.condition === "base");
    const samples = Array.from({ length: 60 }, (_, r) => resample(base, r, few));
    const rows = rates({ labels }, few).filter((row) => row.condition === "base");
    for (const row of rows) {
      expect(row.rate).toBeCloseTo(slowRate(base, row.measure, row.category) as number, 9);
      const [low, high] = slowInterval(samples.map((each) => slowRate(each, row.measure, row.category)));
      expect(row.rate_lo).toBeCloseTo(low, 9);
      expect(row.rate_hi).toBeCloseTo(high, 9);
    }
    expect(rows.length).toBe(30);
  });

  test("of changes resample a scenario in both conditions at once", () => {
    const paired = labels.filter((row) => row.scenario !== "benefits-03");
    const both = Array.from({ length: 60 }, (_, r) => resample(paired, r, few));
    const change = (rows: LabelsRow[], measure: Measure, pool: string) => {
      const [base, other] = ["base", "truthful_prompt"].map((condition) =>
        slowRate(
          rows.filter((row) => row.condition === condition),
          measure,
          pool,
        ),
      );
      return base === null || other === null ? null : other - base;
    };
    for (const row of effects({ labels: paired }, few)) {
      const [low, high] = slowInterval(both.map((rows) => change(rows, row.measure, row.category)));
      expect(row.change).toBeCloseTo(change(paired, row.measure, row.category) as number, 9);
      expect(row.change_lo).toBeCloseTo(low, 9);
      expect(row.change_hi).toBeCloseTo(high, 9);
    }
  });

  test("hold the truth about as often as they say", () => {
    // Scenarios differ: each has its own chance of a truthful episode, uniform, so the true rate is a half.
    let inside = 0;
    const runs = 200;
    for (let run = 0; run < runs; run++) {
      const random = seedrandom(`coverage ${run}`);
      const rows = Array.from({ length: 20 }, (_, s) => {
        const chance = random();
        return Array.from({ length: 6 }, (_, repeat) =>
          label("benefits", `s${s}`, random() < chance ? "truthful" : "falsification", { repeat }),
        );
      }).flat();
      const row = rate(rows, "benefits", "truthful", { liedar_resamples: 200, liedar_seed: 3 });
      if ((row.rate_lo as number) <= 50 && 50 <= (row.rate_hi as number)) inside++;
    }
    // Bootstrap of 20 clusters is a little short of 95 %; intervals that take episodes as the unit hold 77 % (standard error too small by √(1/24 ÷ 1/9)).
    expect(inside / runs).toBeGreaterThan(0.88);
    expect(inside / runs).toBeLessThan(0.985);
  });

  test("belong to names: another model, or a scenario of another category, moves none", () => {
    const rows = rates({ labels }, PARAMS);
    const more = [
      ...synthetic(["a"], { scenarios: 3 }),
      ...labels,
      label("emotion", "emotion-99", "truthful", { model: "m", condition: "no_motives_to_lie" }),
    ];
    const again = rates({ labels: more }, PARAMS).filter(
      (row) => row.model === "m" && row.condition !== "no_motives_to_lie",
    );
    expect(again).toEqual(rows);
    expect(rates({ labels }, { ...PARAMS, liedar_seed: 8 })).not.toEqual(rows);
  });

  test("are missing where a scenario stands alone in its category", () => {
    expect(rate(HAND, "emotion", "truthful")).toMatchObject({ rate: 100, rate_lo: null, rate_hi: null });
    expect(rate(HAND, "mean_of_categories", "truthful").rate_lo).toBeNull();
    expect(rate(HAND, "pooled", "truthful").rate_lo).toBeNull();
    expect(rate(HAND, "benefits", "truthful")).toMatchObject({ rate_lo: 50, rate_hi: 100 });
  });

  test.each([0, -1, 1.5])("%d resamples are refused", (liedar_resamples) => {
    const message = `liedar_resamples requires a whole number of 1 or more, got ${liedar_resamples}`;
    expect(() => rates({ labels: HAND }, { ...PARAMS, liedar_resamples })).toThrow(new RangeError(message));
    expect(() => effects({ labels: HAND }, { ...PARAMS, liedar_resamples })).toThrow(new RangeError(message));
  });
});

describe("effects", () => {
  const steered = [
    label("benefits", "b1", "falsification", { condition: "falsification_prompt", utility: 9 }),
    label("benefits", "b2", "truthful", { condition: "falsification_prompt", utility: null }),
    label("benefits", "b3", "truthful", { condition: "falsification_prompt" }),
  ];
  const effect = (category: string, measure: Measure, labels = [...HAND, ...steered]) =>
    effects({ labels }, PARAMS).find((row) => row.category === category && row.measure === measure);

  test("compare the scenarios that have a value in both conditions", () => {
    expect(effect("benefits", "truthful")).toMatchObject({
      condition: "falsification_prompt",
      scenarios: 2,
      n_base: 4,
      n: 2,
      rate_base: 75,
      rate: 50,
      change: -25,
    });
    // Only b1 has utility in both: 2 and 4 in base, 9 under the prompt; one scenario alone has no interval.
    expect(effect("benefits", "utility")).toMatchObject({
      scenarios: 1,
      n_base: 2,
      n: 1,
      rate_base: 30,
      rate: 90,
      change: 60,
      change_lo: null,
    });
    expect(effect("mean_of_categories", "truthful")).toMatchObject({
      scenarios: 2,
      rate: null,
      change: null,
    });
    expect(effect("pooled", "truthful")).toMatchObject({ scenarios: 2, change: -25 });
  });

  test("of a model without a base condition are missing", () => {
    expect(effect("benefits", "truthful", steered)).toMatchObject({
      scenarios: 0,
      n_base: 0,
      n: 0,
      rate_base: null,
      rate: null,
      change: null,
      change_lo: null,
      change_hi: null,
    });
  });

  test("rows fit the schema: no base among conditions", () => {
    const rows = effects({ labels: synthetic(["a", "b"], { scenarios: 3, ablationModels: 1 }) }, PARAMS);
    expect(validateRows(rows, readSchema(effectsSchema, "effects.schema.json"))).toEqual([]);
    expect(rows.length).toBe((5 + 2) * 5 * MEASURES.length);
    expect(rows.some((row) => row.condition === "base")).toBe(false);
  });
});
