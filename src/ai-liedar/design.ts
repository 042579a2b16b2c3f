import type { DesignRow } from "../../schemas/ai-liedar/design.ts";
import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import { byteOrder } from "../tables/canonical.ts";
import type { Condition } from "./conditions.ts";
import { VARIANTS } from "./scenarios/scenario.ts";

/** How many of each are played; the product is the number of episodes per scenario, model and condition. */
export interface EpisodeCounts {
  readonly profiles: number;
  readonly variants: number;
  readonly repeats: number;
}

/** What can be played of a scenario. */
export interface OfferedScenario {
  readonly scenario: string;
  readonly category: DesignRow["category"];
  /** Profiles are numbered from 1 to this. */
  readonly profiles: number;
  /** In the order of VARIANTS. */
  readonly variants: readonly DesignRow["variant"][];
}

/** An episode, but for who plays it in which condition. */
export type Episode = Omit<DesignRow, "model" | "condition">;

/**
 * The scenarios that have texts, in byte order of their ids.
 *
 * @throws RangeError when there is none, or a condition has no texts
 */
export function scenariosOf(
  rows: readonly ScenariosRow[],
  conditions: readonly Condition[],
): OfferedScenario[] {
  if (rows.length === 0) throw new RangeError("a design requires at least one scenario, got none");
  const written = new Set(rows.map((row) => row.condition));
  const missing = conditions.find((condition) => !written.has(condition));
  if (missing !== undefined)
    throw new RangeError(`a design requires texts for every condition, got none for ${missing}`);
  const found = new Map<string, ScenariosRow[]>();
  for (const row of rows) {
    const of = found.get(row.scenario);
    if (of === undefined) found.set(row.scenario, [row]);
    else of.push(row);
  }
  return [...found]
    .sort(([a], [b]) => byteOrder(a, b))
    .map(([scenario, of]) => {
      const variants = new Set(of.map((row) => row.variant));
      return {
        scenario,
        category: of[0]!.category,
        profiles: of.reduce((most, row) => Math.max(most, row.profile), 0),
        variants: VARIANTS.filter((variant) => variants.has(variant)),
      };
    });
}

/** Members of `EpisodeCounts`. */
const COUNTED = ["profiles", "variants", "repeats"] as const;

/** The param `episodes_per_scenario`: counts for each kind of condition. */
export type EpisodesPerScenario = Readonly<Record<"base" | "ablation" | "steering", EpisodeCounts>>;

/**
 * Counts of one kind of condition.
 *
 * @throws RangeError when the param does not have the kind, or the kind not all its members
 */
export function countsOf(
  param: Partial<EpisodesPerScenario> | null | undefined,
  kind: keyof EpisodesPerScenario,
): EpisodeCounts {
  const name = `params.episodes_per_scenario.${kind}`;
  const counts = param?.[kind];
  if (typeof counts !== "object" || counts === null)
    throw new RangeError(
      `${name} requires ${COUNTED.join(", ")}, got ${JSON.stringify(counts) ?? "nothing"}`,
    );
  const absent = COUNTED.filter((member) => counts[member] === undefined);
  if (absent.length > 0)
    throw new RangeError(`${name} requires ${COUNTED.join(", ")}, got no ${absent.join(", ")}`);
  return counts;
}

/**
 * The episodes of one kind of condition. The scenario at place i begins with profile (i mod n) + 1 of its n profiles.
 *
 * @param kind name of the kind in `params.episodes_per_scenario`, for messages
 * @throws RangeError when a count is no whole number of 1 or more, or more than a scenario has
 */
export function playedOf(
  offered: readonly OfferedScenario[],
  counts: EpisodeCounts,
  kind: string,
): Episode[] {
  for (const what of COUNTED) {
    const got = counts[what];
    if (!Number.isInteger(got) || got < 1)
      throw new RangeError(
        `params.episodes_per_scenario.${kind}.${what} requires a whole number of 1 or more, got ${got}`,
      );
  }
  return offered.flatMap(({ scenario, category, profiles, variants }, place) => {
    for (const [what, most] of [
      ["profiles", profiles],
      ["variants", variants.length],
    ] as const)
      if (counts[what] > most)
        throw new RangeError(
          `params.episodes_per_scenario.${kind}.${what} requires at most ${most}, which ${scenario} has, ` +
            `got ${counts[what]}`,
        );
    const episodes: Episode[] = [];
    for (const variant of variants.slice(0, counts.variants))
      for (let next = 0; next < counts.profiles; next++)
        for (let repeat = 0; repeat < counts.repeats; repeat++)
          episodes.push({ category, scenario, variant, profile: ((place + next) % profiles) + 1, repeat });
    return episodes;
  });
}
