import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { PairwiseTestsRow } from "../../../schemas/ai-liedar/tables/pairwise_tests.ts";
import { type Cast, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { pairwiseTests } from "../../../src/ai-liedar/rates/pairwise.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";

/** Table 5: t tests between models on the mean rates of scenarios, base condition. */
export default function pairwise(
  { labels }: { readonly labels: readonly LabelsRow[] },
  params: Cast,
): CaptionedTable<PairwiseTestsRow> {
  const base = labels.filter((label) => label.condition === "base");
  const rows = pairwiseTests(base);
  const without = base.filter((label) => label.coarse === null).length;
  return {
    rows,
    caption: caption(
      `Two-tailed Student t tests between models on the mean rates of ${range(rows.map((row) => row.scenarios))} scenarios, base condition: unpaired, as published, and paired by scenario, which is the sounder one. p values of either kind corrected by Holm over the pairs of models, measure by measure.`,
      `${counted(base.length - without, "episode")} with a label, ${without} without one and left out; no intervals.`,
      missing(
        countMissing(rows, ["t_unpaired", "t_paired"]),
        "a test is undefined where the rates of the scenarios do not vary, or there are fewer than two scenarios",
      ),
      castSentence(params),
      scriptedSentence(
        base.map((label) => label.model),
        params,
      ),
    ),
  };
}
