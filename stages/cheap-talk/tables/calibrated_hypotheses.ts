import type { CalibratedRow } from "../../../schemas/cheap-talk/calibrated.ts";
import type { HalfSamplesRow } from "../../../schemas/cheap-talk/half_samples.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";
import type { CalibratedHypothesesRow } from "../../../schemas/cheap-talk/tables/calibrated_hypotheses.ts";
import { calibratedDecoders } from "../../../src/cheap-talk/calibrated-decoders.ts";
import {
  biasSlope,
  contrastVerdict,
  frameContrast,
  type HypothesisCell,
  type InformationMeasure,
  slopeVerdict,
  testContrasts,
  testSlopes,
} from "../../../src/cheap-talk/calibrated-hypotheses.ts";
import {
  calibratedDecodersAre,
  halfSampleIntervals,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import { oracleInformation } from "../../../src/cheap-talk/equilibrium.ts";
import { sampledCells } from "../../../src/cheap-talk/sampled-cells.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { line } from "../../../src/statistics/regression.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { distinctTexts } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly calibrated: readonly CalibratedRow[];
  readonly half_samples: readonly HalfSamplesRow[];
  readonly states: readonly StatesRow[];
}

interface Params {
  readonly embedding: string;
  readonly bins: number;
  readonly half_samples: number;
  /** Largest contrast that counts as none. */
  readonly over_reveal_margin: number;
}

type Row = CalibratedHypothesesRow;

const MEASURES: readonly InformationMeasure[] = ["I_norm", "I_adjusted"];
const ALL_MODELS = "(all models)";

/**
 * H1 (information falls with the bias) and H2 (frames do not matter) with half-sample intervals: per model and
 * over all, for the published I_norm and the adjusted index, under each calibrated decoder.
 */
export default function calibratedHypotheses(
  { calibrated, half_samples, states }: Inputs,
  params: Params,
): CaptionedTable<Row> {
  const cells = sampledCells(calibrated, half_samples);
  const models = distinctTexts(calibrated, (row) => row.model);
  const rows = MEASURES.flatMap((measure) =>
    calibratedDecoders.flatMap(({ name }) => {
      const decoded = cells.filter(({ row }) => row.decoder === name);
      if (decoded.length === 0) return [];
      const groups = models.map((model) => decoded.filter(({ row }) => row.model === model));
      const labels = [...models, ALL_MODELS];
      // The models are the family; all of them together are no further member of it.
      const slopeOf = (group: readonly HypothesisCell[]) => biasSlope(group, states.length, measure);
      const slopes = [...testSlopes(groups.map(slopeOf)), ...testSlopes([slopeOf(decoded)])];
      const contrastOf = (group: readonly HypothesisCell[]) => frameContrast(group, states.length, measure);
      const margin = params.over_reveal_margin;
      const contrasts = [
        ...testContrasts(groups.map(contrastOf), margin),
        ...testContrasts([contrastOf(decoded)], margin),
      ];
      const oracles = [...groups, decoded].map((group) => oracleSlope(group, measure, params.bins));
      const head = { measure, decoder: name };
      return [
        ...slopes.map(
          (test, i): Row => ({
            hypothesis: "H1",
            ...head,
            models: labels[i],
            ...test,
            low_90: null,
            high_90: null,
            oracle: oracles[i],
            p_equivalence: null,
            p_equivalence_holm: null,
            verdict: slopeVerdict(test),
          }),
        ),
        ...contrasts.map(
          (test, i): Row => ({
            hypothesis: "H2",
            ...head,
            models: labels[i],
            ...test,
            oracle: null,
            verdict: contrastVerdict(test),
          }),
        ),
      ];
    }),
  );
  return {
    rows,
    caption: caption(
      "H1 and H2 with calibrated intervals and tests; I_norm is the published estimator, I_adjusted the calibrated index. The published tests stand in hypotheses.",
      calibratedDecodersAre(params.embedding),
      `H1: least-squares slope on b over the positive-bias cells. H2: mean over the positive biases of payoff frame minus honesty frame, by two one-sided tests against ±${params.over_reveal_margin} with the 90 % interval: equivalent where both are won, else different where the test of no difference is lost.`,
      `${halfSampleIntervals(params.half_samples, states.length)} Intervals are of one comparison each; p_holm and verdicts are adjusted by Holm with the models as the family, per hypothesis, measure and decoder; ${ALL_MODELS} stands alone.`,
      `${counted(
        calibrated.reduce((sum, row) => sum + row.n, 0),
        "reading",
      )} of messages in ${calibrated.length} cells of a decoder.`,
      missing(
        countMissing(rows, ["value", "se", "low", "high", "p", "p_holm", "verdict"]) +
          countMissing(
            rows.filter((row) => row.hypothesis === "H2"),
            ["low_90", "high_90", "p_equivalence", "p_equivalence_holm"],
          ),
        "a slope needs two positive biases, a contrast both frames, an interval two halves with messages",
      ),
      referenceSenders(models),
    ),
  };
}

/**
 * What the most informative equilibrium's slope is over the same cells: from uniform states for I_norm, from the
 * states of the cells for the adjusted index.
 */
function oracleSlope(
  group: readonly HypothesisCell[],
  measure: InformationMeasure,
  bins: number,
): number | null {
  if (measure === "I_adjusted") {
    const used = group.filter(({ row }) => row.I_adjusted !== null);
    return biasSlope(used, 0, "I_adjusted_oracle").value;
  }
  const biases = group.filter(({ row }) => row.bias > 0 && row.I_norm !== null).map(({ row }) => row.bias);
  return (
    line(
      biases,
      biases.map((bias) => oracleInformation(bias, bins)),
    )?.slope ?? null
  );
}
