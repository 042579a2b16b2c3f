import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { ParsedRow } from "../../../schemas/cheap-talk/parsed.ts";
import type { HypothesesRow } from "../../../schemas/cheap-talk/tables/hypotheses.ts";
import { oracleAt } from "../../../src/cheap-talk/bias-gradient.ts";
import { PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { hypotheses as testHypotheses } from "../../../src/cheap-talk/hypotheses.ts";
import { firstUnsignedNumber } from "../../../src/cheap-talk/numbers.ts";
import { oracleSlopes } from "../../../src/cheap-talk/oracle-slopes.ts";
import { PRIOR_MEAN } from "../../../src/cheap-talk/receivers/receiver.ts";
import { type ReportCell, reportCells, weightedInformation } from "../../../src/cheap-talk/report-cells.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { equalBins } from "../../../src/statistics/information.ts";
import { caption, counted, missing } from "../../../src/tables/captions.ts";
import { distinctNumbers, distinctTexts, shareOfPresent } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly parsed: readonly ParsedRow[];
  readonly oracle: readonly OracleRow[];
}

interface Params {
  readonly bins: number;
  readonly hypothesis_resamples: number;
  readonly hypothesis_seed: number;
  readonly over_reveal_margin: number;
}

const EMPTY = { low: null, high: null, oracle: null, over_reveals: null };

/**
 * Table 10: H1 (information falls with the bias) and H2 (frames do not matter) under the parsed report, with
 * the shares of messages that have a number and the information per bias with and without each model.
 */
export default function hypotheses(
  { parsed, oracle }: Inputs,
  params: Params,
): CaptionedTable<HypothesesRow> {
  const models = distinctTexts(parsed, (row) => row.model);
  const biases = distinctNumbers(parsed, (row) => row.bias);
  const reports = parsed.map((row) => firstUnsignedNumber(row.message));
  const cells = binnedReports(parsed, reports, params.bins);
  const slopes = oracleSlopes(oracle);

  const { slope, contrast } = testHypotheses(cells, params.hypothesis_resamples, params.hypothesis_seed);
  const rows: HypothesesRow[] = [
    { ...EMPTY, measure: "h1_slope", models: "all", biases: "positive", ...slope, oracle: slopes.I_norm },
    { ...EMPTY, measure: "h2_contrast", models: "all", biases: "positive", ...contrast },
    { ...EMPTY, measure: "oracle_slope_I_norm", models: "oracle", biases: "positive", value: slopes.I_norm },
    { ...EMPTY, measure: "oracle_slope_N_CS", models: "oracle", biases: "positive", value: slopes.N_CS },
  ];

  const hasNumber = reports.map((report) => report !== null);
  const share = (name: string, used: readonly boolean[]): HypothesesRow => {
    return { ...EMPTY, measure: "parseable_share", models: name, biases: "all", value: shareOfPresent(used) };
  };
  rows.push(share("all", hasNumber));
  for (const model of models)
    rows.push(
      share(
        model,
        hasNumber.filter((_, i) => parsed[i]?.model === model),
      ),
    );

  const information = weightedInformation(cells, cells.cells.length);
  const everyState = new Int32Array(cells.states).fill(1);
  for (const [name, excluded] of [
    ["all", null],
    ...models.map((model) => [`all but ${model}`, model]),
  ] as const) {
    for (const bias of biases) {
      const used = cells.cells.filter((cell: ReportCell) => cell.bias === bias && cell.model !== excluded);
      const value = presentOrNull(information(used, everyState));
      const best = oracleAt(oracle, bias).I_norm_20;
      const exceeds = value === null ? null : bias > 0 && value > best + params.over_reveal_margin;
      rows.push({
        ...EMPTY,
        measure: "pooled_I_norm",
        models: name as string,
        biases: String(bias),
        value,
        oracle: best,
        over_reveals: exceeds,
      });
    }
  }

  return {
    rows,
    caption: caption(
      `Decoder: parsed report, the first number of the message clipped to [0, 1], ${PRIOR_MEAN} where there is none; ${params.bins} bins, ${counted(parsed.length, "message")}.`,
      PUBLISHED,
      "H1 and H2 use the mean over cells, pooled_I_norm all models and frames together; the oracle's values are those of uniform states.",
      `Intervals: 95 % percentile, ${params.hypothesis_resamples} resamples of whole states, the same in every cell; resampling with replacement raises I_norm, so they need not cover the truth.`,
      "all but … leaves one model out.",
      missing(
        rows.filter((row) => row.value === null).length,
        "a slope needs two positive biases, a contrast both frames, and leaving out the only model leaves nothing",
      ),
      referenceSenders(models),
    ),
  };
}

/** State–report pairs as bins: 0.5 stands where no number is, and reports are clipped to [0, 1]. */
function binnedReports(parsed: readonly ParsedRow[], reports: readonly (number | null)[], bins: number) {
  const stateBins = equalBins(
    Float64Array.from(parsed, (row) => row.omega),
    bins,
  );
  const reportBins = equalBins(
    Float64Array.from(reports, (report) => report ?? PRIOR_MEAN),
    bins,
  );
  const pairs = parsed.map(({ model, bias, frame, state_index }, i) => ({
    model,
    bias,
    frame,
    state_index,
    stateBin: stateBins[i] as number,
    reportBin: reportBins[i] as number,
  }));
  return reportCells(pairs, bins);
}

function presentOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
