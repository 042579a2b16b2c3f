import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { CellMetricsRow } from "../../../schemas/cheap-talk/tables/cell_metrics.ts";
import { hybridDecoder, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted } from "../../../src/tables/captions.ts";

interface Params {
  readonly bins: number;
  readonly resamples: number;
  readonly embedding: string;
}

/** The published estimands cell by cell, under the primary decoder. */
export default function cellMetrics(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { bins, resamples, embedding }: Params,
): CaptionedTable<CellMetricsRow> {
  const primary = metrics.filter((row) => row.spec === "primary");
  const rows = primary.map((row) => ({
    model: row.model,
    bias: row.bias,
    frame: row.frame,
    n: row.n,
    N_hat: row.N_hat,
    N_CS: row.N_CS,
    N_ratio: row.N_ratio,
    I_norm: row.I_norm,
    L_R: row.L_R,
    L_S: row.L_S,
    L_R_oracle: row.L_R_oracle,
    L_S_oracle: row.L_S_oracle,
    delta_R: row.delta_R,
    delta_S: row.delta_S,
    over_reveal_mi: row.over_reveal_mi,
    over_reveal_N: row.over_reveal_N,
    L_R_lo: row.L_R_lo,
    L_R_hi: row.L_R_hi,
    L_S_lo: row.L_S_lo,
    L_S_hi: row.L_S_hi,
    I_norm_lo: row.I_norm_lo,
    I_norm_hi: row.I_norm_hi,
    regressor: row.decoder,
  }));
  return {
    rows,
    caption: caption(
      `Published estimands per cell, ${bins} bins, ${counted(
        primary.reduce((sum, row) => sum + row.n, 0),
        "message",
      )} in ${primary.length} cells.`,
      hybridDecoder(embedding),
      `Intervals: 95 % percentile, ${resamples} resamples of state–message pairs within the cell; resampling with replacement raises I_norm, so an interval may leave out its own estimate.`,
      "N_CS is 0 at b = 0, where full revelation is an equilibrium and nothing counts as over-revelation.",
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
