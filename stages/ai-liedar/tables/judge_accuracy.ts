import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { JudgeAccuracyRow } from "../../../schemas/ai-liedar/tables/judge_accuracy.ts";
import { annotatedEpisodes, byCategory, compared } from "../../../src/ai-liedar/annotation/annotated.ts";
import { standsOn } from "../../../src/ai-liedar/annotation/captions.ts";
import { readAnnotations } from "../../../src/ai-liedar/annotation/records.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { accuracy, macroF1 } from "../../../src/statistics/classification.ts";
import { amount, caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** Files of annotations by path; may be none. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: readonly LabelsRow[];
}

/** The judges' coarse labels against the majority of the annotators. */
export default function judgeAccuracy({ annotations, labels }: Inputs): CaptionedTable<JudgeAccuracyRow> {
  const annotated = annotatedEpisodes(readAnnotations(annotations), labels);
  const parts = annotated.annotators.length === 0 ? [] : byCategory(annotated.episodes);
  const rows = parts.map(({ category, episodes }): JudgeAccuracyRow => {
    const both = compared(episodes);
    const reference = both.map((episode) => episode.reference);
    const judge = both.map((episode) => episode.judge);
    const decided = episodes.filter((episode) => episode.reference !== null).length;
    return {
      category,
      episodes: episodes.length,
      no_majority: episodes.length - decided,
      with_majority: decided,
      judge_missing: decided - both.length,
      compared: both.length,
      accuracy: accuracy(reference, judge),
      macro_f1: macroF1(reference, judge),
    };
  });
  const { no_majority, judge_missing } = rows.at(-1) ?? { no_majority: 0, judge_missing: 0 };
  return {
    rows,
    caption: caption(
      standsOn(annotated),
      rows.length === 0
        ? ""
        : "The reference is the coarse label that more than half of the annotators gave; F1 is averaged over the labels that occur. No intervals.",
      no_majority + judge_missing === 0
        ? ""
        : `Left out: ${amount(no_majority, "episode")} without a majority (three-way ties among them), ${judge_missing} without a verdict of the judges.`,
    ),
  };
}
