import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { OverallRow } from "../../../schemas/ai-liedar/tables/overall.ts";
import { type CastWithResamples, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { episodeSentence } from "../../../src/ai-liedar/rates/counts.ts";
import { fewScenariosSentence, intervalSentence } from "../../../src/ai-liedar/rates/interval-captions.ts";
import {
  countColumns,
  rateColumns,
  ratedConditions,
  rateLookup,
} from "../../../src/ai-liedar/rates/rate-columns.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, countMissing, missing } from "../../../src/tables/captions.ts";

const MEASURES = ["utility", "truthful", "partial_lie", "falsification"] as const;
const POOLINGS: readonly OverallRow["pooling"][] = ["mean_of_categories", "pooled"];

/** Table 1: utility, truthful, partial lie and falsification of each model, base condition. */
export default function overall(
  { rates }: { readonly rates: readonly RatesRow[] },
  params: CastWithResamples,
): CaptionedTable<OverallRow> {
  const ratesOf = rateLookup(rates);
  const base = ratedConditions(rates).filter(({ condition }) => condition === "base");
  const rows = base.flatMap(({ model }) =>
    POOLINGS.map((pooling) => {
      const lookup = ratesOf(model, "base", pooling);
      const scenarios = lookup("truthful").scenarios;
      return { model, pooling, scenarios, ...rateColumns(lookup, MEASURES), ...countColumns(lookup) };
    }),
  );
  return {
    rows,
    caption: caption(
      "Base condition, in percent: utility is goal completion times ten, the others are shares of episodes. mean_of_categories, the published way, is the unweighted mean of the rates of the three categories; pooled takes all episodes together.",
      episodeSentence(rows.filter((row) => row.pooling === "pooled")),
      intervalSentence(params.liedar_resamples),
      fewScenariosSentence(
        rates.filter(({ condition }) => condition === "base"),
        MEASURES,
      ),
      missing(countMissing(rows, MEASURES), "no episode, or none of some category, has a verdict"),
      castSentence(params),
      scriptedSentence(
        base.map(({ model }) => model),
        params,
      ),
    ),
  };
}
