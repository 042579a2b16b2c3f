import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import { VARIANTS } from "../../src/ai-liedar/scenarios/scenario.ts";
import design from "../../stages/ai-liedar/design.ts";

const ABLATIONS = ["no_info_not_known", "no_motives_to_lie", "no_motives_not_to_lie"];
const STEERING = ["truthful_prompt", "falsification_prompt"];
const CONDITIONS = ["base", ...ABLATIONS, ...STEERING] as ScenariosRow["condition"][];

/** Rows of scenarios that differ in their number of profiles; texts play no part here. */
function scenariosOf(profiles: Readonly<Record<string, number>>, conditions = CONDITIONS): ScenariosRow[] {
  const text = { background: "", human_name: "", question: "", human_private: "", agent_private: "" };
  return Object.entries(profiles).flatMap(([scenario, count]) =>
    VARIANTS.flatMap((variant) =>
      conditions.flatMap((condition) =>
        Array.from({ length: count }, (_, index) => ({
          ...{ scenario, variant, profile: index + 1, condition, ...text },
          category: scenario.startsWith("benefits") ? ("benefits" as const) : ("public_image" as const),
          motivation: "self_esteem/taste" as const,
          ...{ domain: "food", negative_fact: "", lesser_fact: "", goal: "" },
        })),
      ),
    ),
  );
}

/** In another order than that of their bytes. */
const FOUR = scenariosOf({ "public-image-b": 2, "benefits-z": 2, "benefits-a": 2, "public-image-a": 2 });
const PARAMS = {
  models: ["n", "m"],
  ablation_models: ["m"],
  ablations: ABLATIONS,
  steering: STEERING,
  episodes_per_scenario: {
    base: { profiles: 2, variants: 3, repeats: 1 },
    ablation: { profiles: 1, variants: 3, repeats: 1 },
    steering: { profiles: 1, variants: 2, repeats: 2 },
  },
};

const rows = design({ scenarios: FOUR }, PARAMS);

test("base and steering are played by every model, ablations by theirs alone", () => {
  const counts: Record<string, number> = {};
  for (const { model, condition } of rows) {
    const kind = condition === "base" ? "base" : condition.startsWith("no_") ? "ablation" : "steering";
    counts[`${model} ${kind}`] = (counts[`${model} ${kind}`] ?? 0) + 1;
  }
  expect(counts).toEqual({
    "n base": 4 * 6,
    "m base": 4 * 6,
    "m ablation": 3 * 4 * 3,
    "n steering": 2 * 4 * 4,
    "m steering": 2 * 4 * 4,
  });
  const keys = new Set(
    rows.map((r) => [r.model, r.condition, r.scenario, r.variant, r.profile, r.repeat].join()),
  );
  expect(keys.size).toBe(rows.length);
});

test("where one profile is played, scenarios in byte order take the first and the second in turn", () => {
  const played = new Map(
    rows.filter((row) => row.condition === "no_motives_to_lie").map((row) => [row.scenario, row.profile]),
  );
  expect([...played]).toEqual([
    ["benefits-a", 1],
    ["benefits-z", 2],
    ["public-image-a", 1],
    ["public-image-b", 2],
  ]);
});

test("the first wordings are played, and each episode as often as is said", () => {
  const of = rows.filter(
    (row) => row.model === "n" && row.condition === "truthful_prompt" && row.scenario === "benefits-z",
  );
  expect(of.map(({ variant, profile, repeat, category }) => [variant, profile, repeat, category])).toEqual([
    ["original", 2, 0, "benefits"],
    ["original", 2, 1, "benefits"],
    ["paraphrase_1", 2, 0, "benefits"],
    ["paraphrase_1", 2, 1, "benefits"],
  ]);
});

test("no ablation models, no ablations; no steering conditions, no steering", () => {
  const plain = design({ scenarios: FOUR }, { ...PARAMS, ablation_models: [], steering: [] });
  expect(new Set(plain.map((row) => row.condition))).toEqual(new Set(["base"]));
});

test("whatever the scenarios' profiles, each plays as many as asked for, over all of them evenly", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (k, more, n) => {
        const all = k + more;
        const names = Object.fromEntries(
          Array.from({ length: n * all }, (_, i) => [`benefits-${100 + i}`, all]),
        );
        const base = { profiles: k, variants: 1, repeats: 1 };
        const played = design(
          { scenarios: scenariosOf(names, ["base"]) },
          {
            ...PARAMS,
            models: ["m"],
            ablations: [],
            steering: [],
            episodes_per_scenario: { ...PARAMS.episodes_per_scenario, base },
          },
        );
        const times = Array.from(
          { length: all },
          (_, i) => played.filter((row) => row.profile === i + 1).length,
        );
        expect(times).toEqual(Array.from({ length: all }, () => n * k));
      },
    ),
    { numRuns: 20, seed: 3 },
  );
});

describe("a design that cannot be played is refused", () => {
  const counts = (kind: "base" | "ablation" | "steering", part: object) => ({
    episodes_per_scenario: {
      ...PARAMS.episodes_per_scenario,
      [kind]: { ...PARAMS.episodes_per_scenario[kind], ...part },
    },
  });
  test.each([
    ["no models", { models: [] }, /at least one model, got none/],
    [
      "an unknown model",
      { ablation_models: ["m", "o"] },
      /^params\.ablation_models requires names among n, m, got o$/,
    ],
    [
      "an unknown ablation",
      { ablations: ["no_role"] },
      /params\.ablations requires names among .*, got no_role/,
    ],
    [
      "too many profiles",
      counts("base", { profiles: 3 }),
      /^params\.episodes_per_scenario\.base\.profiles requires at most 2, which benefits-a has, got 3$/,
    ],
    [
      "too many wordings",
      counts("steering", { variants: 4 }),
      /steering\.variants requires at most 3, which benefits-a has, got 4/,
    ],
    [
      "no repeats",
      counts("ablation", { repeats: 0 }),
      /ablation\.repeats requires a whole number of 1 or more, got 0/,
    ],
    [
      "half a repeat",
      counts("base", { repeats: 1.5 }),
      /base\.repeats requires a whole number of 1 or more, got 1\.5/,
    ],
    [
      "nothing for a count",
      counts("base", { profiles: undefined }),
      /^params\.episodes_per_scenario\.base requires profiles, variants, repeats, got no profiles$/,
    ],
    [
      "a kind without counts",
      { episodes_per_scenario: { base: PARAMS.episodes_per_scenario.base } },
      /^params\.episodes_per_scenario\.ablation requires profiles, variants, repeats, got nothing$/,
    ],
    [
      "no counts at all",
      { episodes_per_scenario: undefined },
      /^params\.episodes_per_scenario\.base requires profiles, variants, repeats, got nothing$/,
    ],
  ])("%s", (_, change, message) => {
    expect(() => design({ scenarios: FOUR }, { ...PARAMS, ...change } as typeof PARAMS)).toThrow(message);
  });

  test("no scenarios, or a condition without texts", () => {
    expect(() => design({ scenarios: [] }, PARAMS)).toThrow(/at least one scenario, got none/);
    const base = scenariosOf({ "benefits-a": 2 }, ["base"]);
    expect(() => design({ scenarios: base }, PARAMS)).toThrow(
      "a design requires texts for every condition, got none for no_info_not_known",
    );
  });
});
