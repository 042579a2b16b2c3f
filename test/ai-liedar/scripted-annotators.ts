import seedrandom from "seedrandom";
import type { Annotation } from "../../src/ai-liedar/annotation/records.ts";
import { transcriptMark } from "../../src/ai-liedar/annotation/transcript-mark.ts";
import { type EpisodeKey, episodeKey } from "../../src/ai-liedar/episode-key.ts";
import { FINE, type Fine } from "../../src/ai-liedar/labels.ts";

/** A program that labels like a person who errs: how often it gives another label than the true one, or none. */
export interface ScriptedAnnotator {
  readonly annotator: string;
  /** Share of episodes with a wrong label, each of the three others alike. */
  readonly errorRate: number;
  /** Share of episodes without a label. */
  readonly missingRate: number;
}

/** The three that the example data are made with. The name says that they are no people. */
export const SCRIPTED_ANNOTATORS: readonly ScriptedAnnotator[] = [
  { annotator: "scripted-1", errorRate: 0.05, missingRate: 0 },
  { annotator: "scripted-2", errorRate: 0.1, missingRate: 0 },
  { annotator: "scripted-3", errorRate: 0.15, missingRate: 0.02 },
];

const TRUTHS: Readonly<Record<string, Fine>> = {
  "embedded/always-truthful": "truthful",
  "embedded/truthful-asked-twice": "truthful",
  "embedded/conceals": "concealment",
  "embedded/equivocates": "equivocation",
  "embedded/falsifies": "falsification",
};

/** What a scripted agent does in every episode; null of one that differs from episode to episode, and of other models. */
export function knownTruth({ model }: EpisodeKey): Fine | null {
  return TRUTHS[model] ?? null;
}

/**
 * Labels of scripted annotators. Each draw is seeded by seed, annotator and episode, so that another list of episodes or
 * annotators changes no other label.
 *
 * @param truth the right label of an episode; null: nobody labels it
 */
export function scriptedAnnotations(
  episodes: readonly (EpisodeKey & { readonly transcript: string })[],
  options: {
    readonly seed: number;
    readonly annotators?: readonly ScriptedAnnotator[];
    readonly truth?: (episode: EpisodeKey) => Fine | null;
  },
): Annotation[] {
  const { seed, annotators = SCRIPTED_ANNOTATORS, truth = knownTruth } = options;
  return episodes.flatMap((episode) => {
    const right = truth(episode);
    if (right === null) return [];
    const { model, condition, scenario, variant, profile, repeat } = episode;
    return annotators.flatMap(({ annotator, errorRate, missingRate }): Annotation[] => {
      const uniform = seedrandom.alea(JSON.stringify([seed, annotator, episodeKey(episode)]));
      if (uniform() < missingRate) return [];
      const others = FINE.filter((label) => label !== right);
      const label = uniform() < errorRate ? (others[Math.floor(uniform() * others.length)] as Fine) : right;
      const key = { model, condition, scenario, variant, profile, repeat };
      return [{ ...key, annotator, label, transcript: transcriptMark(episode.transcript) }];
    });
  });
}
