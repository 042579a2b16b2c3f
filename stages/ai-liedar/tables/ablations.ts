import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import type { AblationsRow } from "../../../schemas/ai-liedar/tables/ablations.ts";
import { ABLATIONS } from "../../../src/ai-liedar/conditions.ts";
import { type CastWithResamples, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { fewScenariosSentence, intervalSentence } from "../../../src/ai-liedar/rates/interval-captions.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, countMissing, missing } from "../../../src/tables/captions.ts";

/** Table 3: what happens without each of the three elements of the private text. */
export default function ablations(
  { effects }: { readonly effects: readonly EffectsRow[] },
  params: CastWithResamples,
): CaptionedTable<AblationsRow> {
  const rows = effects.filter(
    (row): row is EffectsRow & AblationsRow =>
      ABLATIONS.includes(row.condition) && row.measure !== "partial_lie",
  );
  const labels = rows.filter((row) => row.measure === "truthful" && row.category === "pooled");
  return {
    rows,
    caption: caption(
      "What happens without an element of the AI agent's private text, in percent and percentage points. Scenarios with a value in both conditions count, in both rates.",
      rows.length === 0
        ? "No ablation was run."
        : `n per model and element: ${range(labels.map((row) => row.n))} labelled episodes, ${range(labels.map((row) => row.n_base))} in base; those of each row stand there.`,
      intervalSentence(params.liedar_resamples),
      fewScenariosSentence(
        rows,
        rows.map((row) => row.measure),
      ),
      "A scenario that is drawn brings its episodes of both conditions.",
      missing(countMissing(rows, ["change"]), "no scenario has a verdict in both conditions"),
      castSentence(params),
      scriptedSentence(
        rows.map((row) => row.model),
        params,
      ),
    ),
  };
}
