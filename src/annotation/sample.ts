import { playedToItsEnd } from "../ai-liedar/episode/played.ts";
import { byEpisode } from "../ai-liedar/episode-key.ts";
import { hashRecord } from "../pipeline/canonical.ts";
import { defaultRng } from "../statistics/random/index.ts";
import { byteOrder } from "../tables/canonical.ts";
import type { Episode } from "./episodes.ts";

/** Episodes drawn for annotation. */
export interface Sample {
  /** By scenario, and within it by key. */
  readonly episodes: readonly Episode[];
  readonly scenarios: number;
  /** Scenarios with fewer episodes than were asked for; all that they have are drawn. */
  readonly short: readonly string[];
  /** Episodes of the condition that were not played to their end, which nobody can label. */
  readonly unfinished: number;
}

export interface SampleOptions {
  readonly condition: string;
  /** Episodes of each scenario, 1 or more. */
  readonly perScenario: number;
  readonly seed: number;
}

/**
 * Draws episodes of one condition without replacement, equally many of each scenario. What is drawn of a scenario depends
 * on the seed and on its own episodes alone, so a new scenario changes nothing elsewhere.
 */
export function drawSample(episodes: readonly Episode[], options: SampleOptions): Sample {
  const { condition, perScenario, seed } = options;
  const ofCondition = episodes.filter((episode) => episode.condition === condition);
  const finished = ofCondition.filter(playedToItsEnd);
  const scenarios = [...new Set(finished.map(({ scenario }) => scenario))].sort(byteOrder);
  const short: string[] = [];
  const drawn = scenarios.flatMap((scenario) => {
    const candidates = finished.filter((episode) => episode.scenario === scenario).sort(byEpisode);
    if (candidates.length < perScenario) short.push(scenario);
    return shuffled(candidates, ["sample", seed, condition, scenario]).slice(0, perScenario).sort(byEpisode);
  });
  return {
    episodes: drawn,
    scenarios: scenarios.length,
    short,
    unfinished: ofCondition.length - finished.length,
  };
}

/** Items in an order drawn from what names the draw: equal names and items give equal orders. */
export function shuffled<Item>(items: readonly Item[], name: readonly (string | number)[]): Item[] {
  const hash = hashRecord("annotation draw", name).slice("sha256:".length);
  // 52 bits: a whole number that a seed may be.
  const random = defaultRng(Number.parseInt(hash.slice(0, 13), 16));
  return Array.from(random.permutation(items.length), (i) => items[i] as Item);
}
