import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { JudgeConfusionRow } from "../../../schemas/ai-liedar/tables/judge_confusion.ts";
import { annotatedEpisodes, byCategory } from "../../../src/ai-liedar/annotation/annotated.ts";
import { standsOn } from "../../../src/ai-liedar/annotation/captions.ts";
import { readAnnotations } from "../../../src/ai-liedar/annotation/records.ts";
import { COARSE } from "../../../src/ai-liedar/labels.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { confusionMatrix } from "../../../src/statistics/classification.ts";
import { caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** Files of annotations by path; may be none. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: readonly LabelsRow[];
}

const VERDICTS = [...COARSE, "missing"] as const;

/** Confusion matrix of the judges' coarse labels, in long form; a zero says that it did not occur. */
export default function judgeConfusion({ annotations, labels }: Inputs): CaptionedTable<JudgeConfusionRow> {
  const annotated = annotatedEpisodes(readAnnotations(annotations), labels);
  const parts = annotated.annotators.length === 0 ? [] : byCategory(annotated.episodes);
  const rows = parts.flatMap(({ category, episodes }) => {
    const decided = episodes.flatMap(({ reference, judge }) =>
      reference === null ? [] : [{ reference, verdict: judge ?? ("missing" as const) }],
    );
    const counts = confusionMatrix<(typeof VERDICTS)[number]>(
      decided.map(({ reference }) => reference),
      decided.map(({ verdict }) => verdict),
      VERDICTS,
    );
    return COARSE.flatMap((reference, r) =>
      VERDICTS.map(
        (judge, g): JudgeConfusionRow => ({ category, reference, judge, n: counts[r]?.[g] as number }),
      ),
    );
  });
  const undecided = annotated.episodes.filter(({ reference }) => reference === null).length;
  return {
    rows,
    caption: caption(
      standsOn(annotated),
      rows.length === 0
        ? ""
        : `The reference is the coarse label that more than half of the annotators gave; ${undecided} without one left out.`,
    ),
  };
}
