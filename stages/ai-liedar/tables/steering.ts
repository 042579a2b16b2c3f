import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { SteeringRow } from "../../../schemas/ai-liedar/tables/steering.ts";
import { STEERING } from "../../../src/ai-liedar/conditions.ts";
import { type CastWithResamples, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import { episodeSentence } from "../../../src/ai-liedar/rates/counts.ts";
import { fewScenariosSentence, intervalSentence } from "../../../src/ai-liedar/rates/interval-captions.ts";
import { POOLS } from "../../../src/ai-liedar/rates/measures.ts";
import {
  countColumns,
  fineColumns,
  ratedConditions,
  rateLookup,
} from "../../../src/ai-liedar/rates/rate-columns.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, countMissing, missing } from "../../../src/tables/captions.ts";

interface Inputs {
  readonly rates: readonly RatesRow[];
  readonly effects: readonly EffectsRow[];
}

const LEVELS = ["utility", "truthful", "concealment", "equivocation", "falsification"] as const;
const CHANGES = ["truthful", "falsification", "utility"] as const;

/** Table 4: base, truthful and falsification prompt, with what either changes. Models without a prompt have no row. */
export default function steering(
  { rates, effects }: Inputs,
  params: CastWithResamples,
): CaptionedTable<SteeringRow> {
  const ratesOf = rateLookup(rates);
  const steered = ratedConditions(rates).filter(({ condition }) => STEERING.includes(condition));
  const models = new Set(steered.map(({ model }) => model));
  const played = ratedConditions(rates).filter(
    ({ model, condition }) => models.has(model) && (condition === "base" || STEERING.includes(condition)),
  );
  const rows = POOLS.flatMap((category) =>
    played.map(({ model, condition }) => {
      const lookup = ratesOf(model, condition, category);
      return {
        category,
        model,
        condition,
        ...Object.fromEntries(LEVELS.map((measure) => [measure, lookup(measure).rate])),
        ...changes(effects, { category, model, condition }),
        scenarios: lookup("truthful").scenarios,
        ...countColumns(lookup),
        ...fineColumns(lookup),
      } as SteeringRow;
    }),
  );
  const changed = rows.filter((row) => row.condition !== "base");
  return {
    rows,
    caption: caption(
      "An instruction at the end of the AI agent's private text, to be truthful or to falsify, against base; in percent and percentage points. A change is of the scenarios with a value in both conditions, so where verdicts are missing it may differ from the difference of the two rates.",
      rows.length === 0
        ? "No instruction was given."
        : episodeSentence(rows.filter((row) => row.category === "pooled")),
      intervalSentence(params.liedar_resamples),
      fewScenariosSentence(
        effects.filter(({ condition }) => STEERING.includes(condition)),
        CHANGES,
      ),
      "A scenario that is drawn brings its episodes of both conditions.",
      missing(
        countMissing(rows, LEVELS) +
          countMissing(
            changed,
            CHANGES.map((name) => `${name}_change` as const),
          ),
        "no episode, or none of some category, has a verdict there",
      ),
      castSentence(params),
      scriptedSentence(models, params),
    ),
  };
}

/** Change of each measure; null in base, and where the effect is not known. */
function changes(
  effects: readonly EffectsRow[],
  { category, model, condition }: Pick<EffectsRow, "category" | "model" | "condition">,
) {
  const own = effects.filter(
    (row) => row.category === category && row.model === model && row.condition === condition,
  );
  return Object.fromEntries(
    CHANGES.flatMap((measure) => {
      const effect = own.find((row) => row.measure === measure);
      return [
        [`${measure}_change`, effect?.change ?? null],
        [`${measure}_change_lo`, effect?.change_lo ?? null],
        [`${measure}_change_hi`, effect?.change_hi ?? null],
      ];
    }),
  );
}
