import type { CalibratedRow } from "../../../schemas/cheap-talk/calibrated.ts";
import type { ComprehensionRow } from "../../../schemas/cheap-talk/comprehension.ts";
import type { HalfSamplesRow } from "../../../schemas/cheap-talk/half_samples.ts";
import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";
import type { HeadlineRow } from "../../../schemas/cheap-talk/tables/headline.ts";
import { oracleAt } from "../../../src/cheap-talk/bias-gradient.ts";
import { halfSampleIntervals, hybridDecoder, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import {
  INTERVAL_LEVEL,
  meanMeasure,
  type SampledCell,
  sampledCells,
  sampledEstimate,
} from "../../../src/cheap-talk/sampled-cells.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import {
  distinctNumbers,
  distinctTexts,
  groupBy,
  meanOfPresent,
  shareOfPresent,
} from "../../../src/tables/summary.ts";

interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
  readonly comprehension: readonly ComprehensionRow[];
  readonly calibrated: readonly CalibratedRow[];
  readonly half_samples: readonly HalfSamplesRow[];
  readonly states: readonly StatesRow[];
}

interface Params {
  readonly embedding: string;
  readonly half_samples: number;
  readonly validity_thresholds: {
    readonly comprehension_pass_rate: { readonly target: number; readonly fail: number };
  };
}

const ALL = "(all models)";
const NOT_FAILING = "(models that do not fail comprehension)";

/**
 * How many times the equilibrium's information each model transmits, per positive bias; and the same over all
 * models, with and without those that fail comprehension: for these, more than the equilibrium tells may be
 * a game that was not understood.
 */
export default function headline(inputs: Inputs, params: Params): CaptionedTable<HeadlineRow> {
  const { oracle, comprehension, states } = inputs;
  const metrics = inputs.metrics.filter((row) => row.spec === "primary" && row.bias > 0);
  const calibrated = inputs.calibrated.filter((row) => row.decoder === "hybrid" && row.bias > 0);
  const cells = sampledCells(calibrated, inputs.half_samples);
  const models = distinctTexts(metrics, (row) => row.model);
  const biases = distinctNumbers(metrics, (row) => row.bias);

  const answers = groupBy(comprehension, (row) => row.model);
  const passRate = (among: readonly string[]): number | null =>
    shareOfPresent(among.flatMap((model) => (answers.get(model) ?? []).map((row) => row.passed)));
  const { fail } = params.validity_thresholds.comprehension_pass_rate;
  const failing = models.filter((model) => {
    const rate = passRate([model]);
    return rate !== null && rate < fail;
  });
  const unknown = models.filter((model) => passRate([model]) === null);

  const rowsOf = (label: string, among: readonly string[]): HeadlineRow[] =>
    biases.flatMap((bias) => {
      const here = metrics.filter((row) => row.bias === bias && among.includes(row.model));
      // A model without this bias has no row; models together have one even where none is left.
      if (here.length === 0 && label !== ALL && label !== NOT_FAILING) return [];
      const sampled = cells.filter(({ row }) => row.bias === bias && among.includes(row.model));
      return {
        model: label,
        bias,
        ...ratios(here, sampled, oracleAt(oracle, bias).I_norm_20, states.length),
        cells: here.length,
        comprehension_pass_rate: passRate(among),
      };
    });
  const rows = [
    ...models.flatMap((model) => rowsOf(model, [model])),
    ...(models.length === 0 ? [] : rowsOf(ALL, models)),
    ...(models.length === 0
      ? []
      : rowsOf(
          NOT_FAILING,
          models.filter((model) => !failing.includes(model)),
        )),
  ];
  return {
    rows,
    caption: caption(
      `Published: I_norm (mean over the cells; ${counted(metrics.length, "cell")}) over the oracle's (uniform states, 20 bins), positive biases. Calibrated: the intervals, and the adjusted index over that of the oracle on the same states.`,
      hybridDecoder(params.embedding),
      halfSampleIntervals(params.half_samples, states.length),
      `A model fails comprehension where less than ${fail} of its answers name both ideal actions${failing.length === 0 ? "; none does" : `: ${failing.join(", ")}`}.`,
      unknown.length === 0 ? "" : `Not asked, and counted as not failing: ${unknown.join(", ")}.`,
      missing(
        countMissing(rows, [
          "I_norm",
          "ratio",
          "ratio_lo",
          "ratio_hi",
          "I_adjusted",
          "I_adjusted_oracle",
          "ratio_adjusted",
          "ratio_adjusted_lo",
          "ratio_adjusted_hi",
          "comprehension_pass_rate",
        ]),
        "the oracle's information is 0 from b = 0.25 on, no model is left, or there is nothing to measure",
      ),
      referenceSenders(models),
    ),
  };
}

function ratios(
  metrics: readonly MetricsRow[],
  sampled: readonly SampledCell<CalibratedRow>[],
  I_oracle: number,
  states: number,
) {
  const I_norm = meanOfPresent(metrics.map((cell) => cell.I_norm));
  // From b = 1/4 on the oracle babbles: a multiple of no information is undefined.
  const ratio = I_norm === null || !(I_oracle > 0) ? null : I_norm / I_oracle;
  const informed = sampled.filter(({ row }) => row.I_norm !== null);
  const mean = meanMeasure("I_norm");
  const published = sampledEstimate(informed, states, INTERVAL_LEVEL, (estimates) => {
    const value = mean(estimates);
    return value === null || ratio === null ? null : value / I_oracle;
  });
  const indexed = sampled.filter(({ row }) => row.I_adjusted !== null && row.I_adjusted_oracle !== null);
  const index = meanMeasure("I_adjusted");
  const oracleIndex = meanMeasure("I_adjusted_oracle");
  const adjusted = sampledEstimate(indexed, states, INTERVAL_LEVEL, (estimates) => {
    const value = index(estimates);
    const best = oracleIndex(estimates);
    return value === null || best === null || !(best > 0) ? null : value / best;
  });
  return {
    I_norm,
    I_oracle,
    ratio,
    ratio_lo: published.low,
    ratio_hi: published.high,
    I_adjusted: index(indexed.map(({ row }) => row)),
    I_adjusted_oracle: oracleIndex(indexed.map(({ row }) => row)),
    ratio_adjusted: adjusted.value,
    ratio_adjusted_lo: adjusted.low,
    ratio_adjusted_hi: adjusted.high,
  };
}
