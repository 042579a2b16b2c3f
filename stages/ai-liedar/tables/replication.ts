import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { LiedarReplicationRow } from "../../../schemas/ai-liedar/tables/replication.ts";
import { type CastWithResamples, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { fewScenariosSentence, intervalSentence } from "../../../src/ai-liedar/rates/interval-captions.ts";
import type { Measure } from "../../../src/ai-liedar/rates/measures.ts";
import { publishedFigures } from "../../../src/ai-liedar/replication/published.ts";
import { replicate } from "../../../src/ai-liedar/replication/replicate.ts";
import {
  type Accuracy,
  type Agreement,
  validationFigures,
} from "../../../src/ai-liedar/replication/validation.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** The published figures: one file by its path. */
  readonly published: Readonly<Record<string, string>>;
  readonly rates: readonly RatesRow[];
  /** Tables of annotated episodes; without rows, or left out, where nobody annotated any. */
  readonly human_agreement?: readonly Agreement[];
  readonly judge_accuracy?: readonly Accuracy[];
}

/** The published figures of AI-LieDar, all of them, beside what this run gives. */
export default function replication(
  { published, rates, human_agreement = [], judge_accuracy = [] }: Inputs,
  params: CastWithResamples,
): CaptionedTable<LiedarReplicationRow> {
  const figures = Object.entries(published).flatMap(([file, text]) => publishedFigures(text, file));
  const rows = replicate(figures, rates, validationFigures(human_agreement, judge_accuracy));
  const count = (status: LiedarReplicationRow["status"]) =>
    rows.filter((row) => row.status === status).length;
  const here = new Set(
    rows.flatMap(({ model, here_lo }) => (model === null || here_lo === null ? [] : [model])),
  );
  const counts = rows.flatMap(({ n }) => (n === null ? [] : [n]));
  return {
    rows,
    caption: caption(
      `Of ${rows.length} published figures (arXiv:2409.09013) ${count("inside the interval")} are inside the interval here, ${count("outside")} outside, ${count("no interval")} beside a figure without an interval, and ${count("not here")} are not here.`,
      counts.length === 0 ? "" : `n = ${range(counts)} episodes for a figure here.`,
      "A published rate has no interval; scenarios and wordings here are other ones than the published ones, so a figure inside the interval is no proof of equality.",
      "The overall table is the unweighted mean of the rates of the three categories, here as there.",
      "An episode without a label is left out here; there it seems to count among the episodes, since three columns of the public image category sum to 109 of 110.",
      intervalSentence(params.liedar_resamples),
      fewScenariosSentence(
        rates.filter(({ model }) => here.has(model)),
        rows.map((row) => row.measure as Measure),
      ),
      castSentence(params),
      scriptedSentence(
        rates.map((row) => row.model),
        params,
      ),
    ),
  };
}
