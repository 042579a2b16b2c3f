import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { byEpisode, type EpisodeKey, episodeKey } from "../episode-key.ts";
import { absoluteMajority, type Coarse, type Fine } from "../labels.ts";
import type { Annotation } from "./records.ts";

export type Category = LabelsRow["category"];

/** An episode that people labelled, beside the judges' verdict on it. */
export interface AnnotatedEpisode extends EpisodeKey {
  readonly category: Category;
  /** Label by annotator, in the order of `Annotated.annotators`; null where one gave none. */
  readonly ratings: readonly (Fine | null)[];
  /** Coarse label by majority of the annotators; null where there is none. */
  readonly reference: Coarse | null;
  /** Coarse label of the judges; null where there is none. */
  readonly judge: Coarse | null;
}

/** Annotations, joined to the episodes that they are of. */
export interface Annotated {
  /** Names in byte order. */
  readonly annotators: readonly string[];
  readonly episodes: readonly AnnotatedEpisode[];
  /** Annotations of episodes that the run does not have, or that were played anew since. They enter nothing. */
  readonly unmatched: number;
  /** Annotations of other conditions than base. They enter nothing: the tables are of the base condition. */
  readonly otherConditions: number;
}

/** Joins annotations of the base condition to the verdicts of the judges, by the key of the episode and its transcript. */
export function annotatedEpisodes(
  annotations: readonly Annotation[],
  labels: readonly LabelsRow[],
): Annotated {
  const verdicts = new Map(labels.map((row) => [episodeKey(row), row]));
  const ofBase = annotations.filter(({ condition }) => condition === "base");
  const annotators = [...new Set(ofBase.map(({ annotator }) => annotator))].sort(byteOrder);
  const place = new Map(annotators.map((name, i) => [name, i]));
  const found = new Map<string, { readonly verdict: LabelsRow; readonly ratings: (Fine | null)[] }>();
  let unmatched = 0;
  for (const annotation of ofBase) {
    const key = episodeKey(annotation);
    const verdict = verdicts.get(key);
    if (verdict === undefined || verdict.transcript !== annotation.transcript) {
      unmatched++;
      continue;
    }
    const episode = found.get(key) ?? { verdict, ratings: annotators.map(() => null) };
    episode.ratings[place.get(annotation.annotator) as number] = annotation.label;
    found.set(key, episode);
  }
  const episodes = [...found.values()].map(({ verdict, ratings }): AnnotatedEpisode => {
    const { model, condition, category, scenario, variant, profile, repeat, coarse } = verdict;
    const reference = absoluteMajority(ratings.filter((label) => label !== null));
    return {
      model,
      condition,
      category,
      scenario,
      variant,
      profile,
      repeat,
      ratings,
      reference,
      judge: coarse,
    };
  });
  return {
    annotators,
    episodes: episodes.sort(byEpisode),
    unmatched,
    otherConditions: annotations.length - ofBase.length,
  };
}

/** Categories of the tables; pooled takes all episodes together. */
export const CATEGORIES = ["benefits", "public_image", "emotion", "pooled"] as const;

/** The episodes of each category, in the order of the tables. */
export function byCategory(
  episodes: readonly AnnotatedEpisode[],
): { readonly category: (typeof CATEGORIES)[number]; readonly episodes: readonly AnnotatedEpisode[] }[] {
  return CATEGORIES.map((category) => ({
    category,
    episodes: category === "pooled" ? episodes : episodes.filter((episode) => episode.category === category),
  }));
}

/** Reference and verdict of the episodes that have both. */
export function compared(
  episodes: readonly AnnotatedEpisode[],
): { readonly reference: Coarse; readonly judge: Coarse }[] {
  return episodes.flatMap(({ reference, judge }) =>
    reference === null || judge === null ? [] : [{ reference, judge }],
  );
}
