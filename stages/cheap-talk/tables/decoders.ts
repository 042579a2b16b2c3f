import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { DecodersRow } from "../../../schemas/cheap-talk/tables/decoders.ts";
import {
  caption,
  counted,
  missing,
  NEAREST_NEIGHBOUR_TIES,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import { meanOfPresent } from "../../../src/cheap-talk/summary.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";

/** Which specification of the metrics holds each decoder with 20 bins. */
const SPEC_OF = {
  hybrid: "primary",
  parsed_report: "parsed_report",
  embedding_ridge: "ablation_embedding_only",
  embedding_knn: "alt_decoder=knn",
} as const;

/** Table 7: how much of a finding is the receiver's: the four decoders on the same messages. */
export default function decoders({
  metrics,
}: {
  readonly metrics: readonly MetricsRow[];
}): CaptionedTable<DecodersRow> {
  const names = ["hybrid", "parsed_report", "embedding_ridge", "embedding_knn"] as const;
  const rows = names.map((decoder) => {
    const cells = metrics.filter((row) => row.spec === SPEC_OF[decoder]);
    return {
      decoder,
      mean_I_norm: meanOfPresent(cells.filter((cell) => cell.bias > 0).map((cell) => cell.I_norm)),
      r_squared_b0: meanOfPresent(cells.filter((cell) => cell.bias === 0).map((cell) => cell.r_squared)),
    };
  });
  const primary = metrics.filter((row) => row.spec === "primary");
  return {
    rows,
    caption: caption(
      `Mean I_norm over the positive-bias cells and mean R² of the unclipped action over the b = 0 cells, 20 bins, ${counted(
        primary.reduce((sum, row) => sum + row.n, 0),
        "message",
      )}; no intervals.`,
      "hybrid is the primary decoder; parsed_report takes the first number as the action (0.5 without one) and fits nothing.",
      NEAREST_NEIGHBOUR_TIES,
      missing(
        rows.filter((row) => row.mean_I_norm === null || row.r_squared_b0 === null).length,
        "the basket has no positive bias, or no b = 0",
      ),
      referenceSenders(metrics.map((row) => row.model)),
    ),
  };
}
