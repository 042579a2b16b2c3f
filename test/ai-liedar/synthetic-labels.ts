import seedrandom from "seedrandom";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import { CONDITIONS, type Condition } from "../../src/ai-liedar/conditions.ts";
import { CATEGORIES, type Category } from "../../src/ai-liedar/scenarios/scenario.ts";

const VARIANTS = ["original", "paraphrase_1", "paraphrase_2"] as const;

/** A label with everything in order; what a test is about is set by it. */
export function label(
  category: Category,
  scenario: string,
  fine: LabelsRow["fine"],
  more: Partial<LabelsRow> = {},
): LabelsRow {
  return {
    model: "m",
    condition: "base",
    category,
    scenario,
    variant: "original",
    profile: 1,
    repeat: 0,
    ended_by: "human_left",
    transcript: "00",
    judges: 1,
    readable: fine === null ? 0 : 1,
    coarse: fine === "concealment" || fine === "equivocation" ? "partial_lie" : fine,
    fine,
    unanimous: null,
    goal_judges: 1,
    goal_readable: 1,
    utility: 5,
    missing: fine === null ? "unreadable_judge" : null,
    ...more,
  };
}

interface Synthetic {
  /** How many of the models are asked without an element too. */
  readonly ablationModels?: number;
  readonly scenarios?: number;
  readonly conditions?: readonly Condition[];
}

/**
 * Labels as models would earn them: each model and scenario has a leaning of its own, instructions and left out elements
 * move it, and about one verdict in eighty is missing.
 */
export function synthetic(
  models: readonly string[],
  { ablationModels = 2, scenarios = 20, conditions = CONDITIONS }: Synthetic = {},
): LabelsRow[] {
  const rows: LabelsRow[] = [];
  for (const [m, model] of models.entries())
    for (const condition of conditions) {
      if (condition.startsWith("no_") && m >= ablationModels) continue;
      const random = seedrandom(`${model}/${condition}`);
      for (const category of CATEGORIES)
        for (let s = 0; s < scenarios; s++) {
          const leaning = seedrandom(`${model}/${category}/${s}`)();
          for (const variant of VARIANTS)
            for (const profile of condition === "base" ? [1, 2] : [1]) {
              const shift = { truthful_prompt: 0.3, falsification_prompt: -0.35, no_motives_to_lie: 0.15 };
              const truth =
                0.15 + 0.1 * m + 0.5 * (leaning - 0.5) + ((shift as Record<string, number>)[condition] ?? 0);
              const u = random();
              const fine =
                u < truth
                  ? "truthful"
                  : u < truth + 0.3
                    ? "concealment"
                    : u < truth + 0.4
                      ? "equivocation"
                      : "falsification";
              const utility = Math.min(10, Math.max(0, Math.round(9 - 4 * truth + 4 * (random() - 0.5))));
              const isMissing = random() < 0.0125;
              rows.push(
                label(
                  category,
                  `${category.replace("_", "-")}-${String(s).padStart(2, "0")}`,
                  isMissing ? null : fine,
                  {
                    model,
                    condition,
                    variant,
                    profile,
                    utility: random() < 0.0125 ? null : utility,
                  },
                ),
              );
            }
        }
    }
  return rows;
}
