import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { ModelSummaryRow } from "../../../schemas/cheap-talk/tables/model_summary.ts";
import { hybridDecoder, PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { line } from "../../../src/statistics/regression.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { groupBy, meanOfPresent, shareOfPresent } from "../../../src/tables/summary.ts";

/** Table 3: each model's means over its cells, and its slopes on b where b is positive. */
export default function modelSummary(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { embedding }: { readonly embedding: string },
): CaptionedTable<ModelSummaryRow> {
  const primary = metrics.filter((row) => row.spec === "primary");
  const models = groupBy(primary, (row) => row.model);
  const rows = [...models].map(([model, cells]) => ({
    model,
    n_cells: cells.length,
    mean_I_norm: meanOfPresent(cells.map((cell) => cell.I_norm)),
    mean_N_hat: meanOfPresent(cells.map((cell) => cell.N_hat)),
    slope_I_on_b: slopeOnBias(cells, "I_norm"),
    slope_N_on_b: slopeOnBias(cells, "N_hat"),
    frac_overreveal_N: shareOfPresent(cells.map((cell) => cell.over_reveal_N)),
  }));
  return {
    rows,
    caption: caption(
      `Means over a model's cells (bias × frame; ${counted(primary.length, "cell")}), and least-squares slopes on b over its positive-bias cells; no intervals.`,
      PUBLISHED,
      hybridDecoder(embedding),
      missing(countMissing(rows, ["slope_I_on_b", "slope_N_on_b"]), "a slope needs two positive biases"),
      referenceSenders(models.keys()),
    ),
  };
}

function slopeOnBias(cells: readonly MetricsRow[], measure: "I_norm" | "N_hat"): number | null {
  const used = cells.filter((cell) => cell.bias > 0 && cell[measure] !== null);
  const fit = line(
    used.map((cell) => cell.bias),
    used.map((cell) => cell[measure] as number),
  );
  return fit?.slope ?? null;
}
