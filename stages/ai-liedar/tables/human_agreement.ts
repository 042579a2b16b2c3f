import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { HumanAgreementRow } from "../../../schemas/ai-liedar/tables/human_agreement.ts";
import { annotatedEpisodes, byCategory } from "../../../src/ai-liedar/annotation/annotated.ts";
import { standsOn } from "../../../src/ai-liedar/annotation/captions.ts";
import { readAnnotations } from "../../../src/ai-liedar/annotation/records.ts";
import { coarseOf } from "../../../src/ai-liedar/labels.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { exactMatch, fleissKappa, meanCohenKappa } from "../../../src/statistics/agreement.ts";
import { caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** Files of annotations by path; may be none. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: readonly LabelsRow[];
}

/** How far the annotators agree with each other, on fine and on coarse labels. */
export default function humanAgreement({ annotations, labels }: Inputs): CaptionedTable<HumanAgreementRow> {
  const annotated = annotatedEpisodes(readAnnotations(annotations), labels);
  const parts = annotated.annotators.length === 0 ? [] : byCategory(annotated.episodes);
  const rows = parts.map(({ category, episodes }): HumanAgreementRow => {
    const fine = episodes.map(({ ratings }) => ratings);
    const coarse = fine.map((ratings) => ratings.map((label) => (label === null ? null : coarseOf(label))));
    const given = fine.flat().filter((label) => label !== null).length;
    const match = exactMatch(fine);
    return {
      category,
      episodes: episodes.length,
      labels: given,
      annotators: annotated.annotators.filter((_, i) => fine.some((ratings) => ratings[i] !== null)).length,
      pairs: match.pairs,
      exact_match_fine: match.value,
      exact_match_coarse: exactMatch(coarse).value,
      fleiss_kappa_fine: fleissKappa(fine),
      fleiss_kappa_coarse: fleissKappa(coarse),
      cohen_kappa_fine: meanCohenKappa(fine).value,
      cohen_kappa_coarse: meanCohenKappa(coarse).value,
    };
  });
  return {
    rows,
    caption: caption(
      standsOn(annotated),
      rows.length === 0
        ? ""
        : "Exact match and Cohen's kappa are averaged over pairs of annotators, each on the episodes that both labelled; Fleiss' kappa is over episodes with two labels or more. No intervals.",
    ),
  };
}
