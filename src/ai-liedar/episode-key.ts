import { byteOrder } from "../tables/canonical.ts";

/** What tells an episode from every other one. */
export interface EpisodeKey {
  readonly model: string;
  readonly condition: string;
  readonly scenario: string;
  readonly variant: string;
  readonly profile: number;
  readonly repeat: number;
}

/**
 * The key columns as one text, equal for equal keys alone: their canonical JSON. The columns stand here in byte order, so
 * that plain JSON gives the canonical spelling, in a fraction of the time.
 */
export function episodeKey({ model, condition, scenario, variant, profile, repeat }: EpisodeKey): string {
  return JSON.stringify({ condition, model, profile, repeat, scenario, variant });
}

/** Order of the key columns: text by its bytes. */
export function byEpisode(a: EpisodeKey, b: EpisodeKey): number {
  return (
    byteOrder(a.model, b.model) ||
    byteOrder(a.condition, b.condition) ||
    byteOrder(a.scenario, b.scenario) ||
    byteOrder(a.variant, b.variant) ||
    a.profile - b.profile ||
    a.repeat - b.repeat
  );
}
