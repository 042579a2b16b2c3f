import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { ByCategoryRow } from "../../../schemas/ai-liedar/tables/by_category.ts";
import { type CastWithResamples, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { episodeSentence } from "../../../src/ai-liedar/rates/counts.ts";
import { fewScenariosSentence, intervalSentence } from "../../../src/ai-liedar/rates/interval-captions.ts";
import {
  countColumns,
  fineColumns,
  rateColumns,
  ratedConditions,
  rateLookup,
} from "../../../src/ai-liedar/rates/rate-columns.ts";
import { CATEGORIES } from "../../../src/ai-liedar/scenarios/scenario.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, countMissing, missing } from "../../../src/tables/captions.ts";

const MEASURES = ["utility", "truthful", "concealment", "equivocation", "falsification"] as const;

/** Table 2: utility and labels of each model by category, concealment and equivocation apart, base condition. */
export default function byCategory(
  { rates }: { readonly rates: readonly RatesRow[] },
  params: CastWithResamples,
): CaptionedTable<ByCategoryRow> {
  const ratesOf = rateLookup(rates);
  const base = ratedConditions(rates).filter(({ condition }) => condition === "base");
  const rows = CATEGORIES.flatMap((category) =>
    base.map(({ model }) => {
      const lookup = ratesOf(model, "base", category);
      return {
        category,
        model,
        scenarios: lookup("truthful").scenarios,
        ...rateColumns(lookup, MEASURES),
        ...countColumns(lookup),
        ...fineColumns(lookup),
      };
    }),
  );
  return {
    rows,
    caption: caption(
      "Base condition by category, in percent: utility is goal completion times ten, the others are shares of episodes. Concealment and equivocation are shares of the episodes with a fine label.",
      episodeSentence(rows),
      intervalSentence(params.liedar_resamples),
      fewScenariosSentence(
        rates.filter(({ condition }) => condition === "base"),
        MEASURES,
      ),
      missing(countMissing(rows, MEASURES), "no episode of the category has a verdict"),
      castSentence(params),
      scriptedSentence(
        base.map(({ model }) => model),
        params,
      ),
    ),
  };
}
