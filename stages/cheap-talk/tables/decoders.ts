import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { DecodersRow } from "../../../schemas/cheap-talk/tables/decoders.ts";
import {
  embeddingName,
  NEAREST_NEIGHBOUR_TIES,
  PUBLISHED,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import { decoderNames, decoders } from "../../../src/cheap-talk/decoder-columns.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { meanOfPresent } from "../../../src/tables/summary.ts";

/** Table 7: how much of a finding is the receiver's: the five decoders on the same messages. */
export default function decoderComparison(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { bins, embedding }: { readonly bins: number; readonly embedding: string },
): CaptionedTable<DecodersRow> {
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
  const read = (spec: MetricsRow["spec"]) =>
    metrics.reduce((sum, row) => (row.spec === spec ? sum + row.n : sum), 0);
  const messages = read("primary");
  const silent = messages - read("stated_number");
  return {
    rows,
    caption: caption(
      `Mean I_norm over the positive-bias cells and mean R² of the unclipped action over the b = 0 cells, ${bins} bins, ${counted(
        messages,
        "message",
      )}; no intervals.`,
      PUBLISHED,
      "hybrid is the primary decoder; parsed_report takes the first number as the action (0.5 without one) and fits nothing.",
      `Embedding: ${embeddingName(embedding)}.`,
      silent === 0
        ? "stated_number takes the number that the answer states, read strictly and by role, and fits nothing."
        : `stated_number takes the number that the answer states, read strictly and by role, and fits nothing; ${counted(silent, "message")} without one ${silent === 1 ? "is" : "are"} left out.`,
      NEAREST_NEIGHBOUR_TIES,
      missing(
        countMissing(rows, ["mean_I_norm", "r_squared_b0"]),
        "the basket has no positive bias, or no b = 0",
      ),
      referenceSenders(metrics.map((row) => row.model)),
    ),
  };
}
