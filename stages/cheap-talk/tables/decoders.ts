import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { DecodersRow } from "../../../schemas/cheap-talk/tables/decoders.ts";
import {
  caption,
  counted,
  missing,
  NEAREST_NEIGHBOUR_TIES,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import { decoderNames, decoders } from "../../../src/cheap-talk/decoder-columns.ts";
import { meanOfPresent } from "../../../src/cheap-talk/summary.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";

/** Table 7: how much of a finding is the receiver's: the four decoders on the same messages. */
export default function decoderComparison({
  metrics,
}: {
  readonly metrics: readonly MetricsRow[];
}): CaptionedTable<DecodersRow> {
  // The hybrid on valid messages alone reads other messages: robustness holds it.
  const names = decoderNames.filter((decoder) => decoder !== "hybrid_valid");
  const rows = names.map((decoder) => {
    const cells = metrics.filter((row) => row.spec === decoders[decoder].spec);
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
