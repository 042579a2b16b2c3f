import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { MetricsRow } from "../../schemas/cheap-talk/metrics.ts";
import type { SegmentedRow } from "../../schemas/cheap-talk/segmented.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { actionsOf, type DecoderName, decoderNames, decoders } from "../../src/cheap-talk/decoder-columns.ts";
import { bootstrapIntervals, estimands, tabledPartitionSize } from "../../src/cheap-talk/estimands.ts";
import { bootstrapRows } from "../../src/statistics/resampling.ts";

interface Inputs {
  readonly decoded: readonly DecodedRow[];
  readonly segmented: readonly SegmentedRow[];
}

interface Params {
  /** Equal bins of state and action. */
  readonly bins: number;
  /** Bootstrap resamples of each cell. */
  readonly resamples: number;
  readonly resample_seed: number;
  /** How far I_norm must exceed the oracle's to count as over-revealing. */
  readonly over_reveal_margin: number;
}

interface Spec {
  readonly spec: MetricsRow["spec"];
  readonly decoder: DecoderName;
  /** Bins, where the specification sets its own. */
  readonly bins?: number;
}

/** Each decoder with the published bins (the hybrid is the primary specification), and the hybrid with others. */
const SPECS: readonly Spec[] = [
  ...decoderNames.map((decoder) => ({ spec: decoders[decoder].spec, decoder })),
  { spec: "MI_bins=10", decoder: "hybrid", bins: 10 },
  { spec: "MI_bins=30", decoder: "hybrid", bins: 30 },
];

/**
 * The published estimands per cell and specification, with percentile intervals for the primary one. A cell
 * where information is undefined (no rows, or all states in one bin) has no row.
 */
export default function metrics({ decoded, segmented }: Inputs, params: Params): MetricsRow[] {
  const stepCounts = new Map(segmented.map((row) => [stepKey(row, row.decoder), row.N_hat]));
  const drawsFor = remember((n: number) => bootstrapRows(n, params.resamples, params.resample_seed));
  return byCell(decoded).flatMap((cell) =>
    SPECS.flatMap((spec) => {
      const { model, bias, frame } = cell[0];
      const actions = { ...actionsOf(cell, spec.decoder), bias };
      const bins = spec.bins ?? params.bins;
      const measured = estimands(actions, bins, params.over_reveal_margin);
      if (measured === null) return [];
      const stepCount = stepCounts.get(stepKey(cell[0], spec.decoder));
      if (stepCount === undefined) {
        throw new Error(
          `metrics requires the segmentation of ${spec.decoder} in ${model}, ${bias}, ${frame}; got none`,
        );
      }
      const { n } = measured;
      const intervals = spec.spec === "primary" ? bootstrapIntervals(actions, bins, drawsFor(n)) : null;
      const partition = tabledPartitionSize(bias);
      return {
        model,
        bias,
        frame,
        spec: spec.spec,
        decoder: spec.decoder,
        bins,
        n,
        N_hat: stepCount,
        N_CS: partition,
        N_ratio: partition === 0 ? 0 : stepCount / partition,
        I_norm: measured.information,
        L_R: measured.receiverLoss,
        L_S: measured.senderLoss,
        L_R_oracle: measured.oracleReceiverLoss,
        L_S_oracle: measured.oracleSenderLoss,
        delta_R: measured.receiverLoss - measured.oracleReceiverLoss,
        delta_S: measured.senderLoss - measured.oracleSenderLoss,
        over_reveal_mi: measured.overRevealing,
        over_reveal_N: partition > 0 && stepCount > partition,
        L_R_lo: intervals?.receiverLoss.low ?? null,
        L_R_hi: intervals?.receiverLoss.high ?? null,
        L_S_lo: intervals?.senderLoss.low ?? null,
        L_S_hi: intervals?.senderLoss.high ?? null,
        I_norm_lo: intervals?.information.low ?? null,
        I_norm_hi: intervals?.information.high ?? null,
        r_squared: measured.rSquared,
      };
    }),
  );
}

function stepKey(cell: { model: string; bias: number; frame: string }, decoder: string): string {
  return JSON.stringify([cell.model, cell.bias, cell.frame, decoder]);
}

/** The function with its results kept: cells of equal size share their draws. */
function remember<Value>(compute: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
