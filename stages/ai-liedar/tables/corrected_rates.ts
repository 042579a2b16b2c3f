import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { CorrectedRatesRow } from "../../../schemas/ai-liedar/tables/corrected_rates.ts";
import { annotatedEpisodes, compared } from "../../../src/ai-liedar/annotation/annotated.ts";
import { standsOn } from "../../../src/ai-liedar/annotation/captions.ts";
import { readAnnotations } from "../../../src/ai-liedar/annotation/records.ts";
import { COARSE, type Coarse } from "../../../src/ai-liedar/labels.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { type ClassifiedCounts, langReiczigel, roganGladen } from "../../../src/statistics/rogan-gladen.ts";
import { byteOrder } from "../../../src/tables/canonical.ts";
import { amount, caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** Files of annotations by path; may be none. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: readonly LabelsRow[];
}

const LEVEL = 0.95;

/** Rates of the base condition beside what they are once the judges' errors are taken out. */
export default function correctedRates({ annotations, labels }: Inputs): CaptionedTable<CorrectedRatesRow> {
  const base = labels.filter((row) => row.condition === "base");
  const annotated = annotatedEpisodes(readAnnotations(annotations), labels);
  const known = compared(annotated.episodes);
  const models = [...new Set(base.map((row) => row.model))].sort(byteOrder);
  const rows =
    annotated.annotators.length === 0
      ? []
      : models.flatMap((model) => {
          const judged = base.filter((row) => row.model === model);
          return COARSE.map((label) => rowOf(model, label, judged, known));
        });
  const lacking = rows.filter((row) => row.corrected === null).length;
  const outside = rows.filter((row) => row.outside === true).length;
  return {
    rows,
    caption: caption(
      standsOn(annotated),
      rows.length === 0
        ? ""
        : `Base condition, all episodes of a model together. Sensitivity and specificity of the judges from ${amount(known.length, "annotated episode")} of the base condition, all models and categories together; the correction holds where they are the same for every model.`,
      rows.length === 0
        ? ""
        : "Intervals: 95 %, Lang and Reiczigel (2014), which count episodes as independent.",
      outside === 0 ? "" : `${amount(outside, "corrected rate")} outside 0 … 100, kept and flagged.`,
      lacking === 0
        ? ""
        : `${amount(lacking, "corrected rate")} undefined: a label without an annotated episode, or sensitivity and specificity that make no more than 100 %.`,
    ),
  };
}

function rowOf(
  model: string,
  label: Coarse,
  judged: readonly LabelsRow[],
  known: ReturnType<typeof compared>,
): CorrectedRatesRow {
  const withVerdict = judged.filter((row) => row.coarse !== null);
  const positives = known.filter(({ reference }) => reference === label);
  const negatives = known.filter(({ reference }) => reference !== label);
  const counts: ClassifiedCounts = {
    positive: withVerdict.filter((row) => row.coarse === label).length,
    classified: withVerdict.length,
    truePositive: positives.filter(({ judge }) => judge === label).length,
    referencePositive: positives.length,
    trueNegative: negatives.filter(({ judge }) => judge !== label).length,
    referenceNegative: negatives.length,
  };
  const rate = roganGladen(counts);
  const interval = langReiczigel(counts, LEVEL);
  return {
    model,
    label,
    n: counts.classified,
    missing: judged.length - withVerdict.length,
    apparent: percent(rate.apparent),
    reference_with: counts.referencePositive,
    reference_without: counts.referenceNegative,
    sensitivity: percent(rate.sensitivity),
    specificity: percent(rate.specificity),
    corrected: percent(rate.corrected),
    corrected_lo: percent(interval?.low ?? null),
    corrected_hi: percent(interval?.high ?? null),
    outside: rate.outside,
  };
}

function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}
