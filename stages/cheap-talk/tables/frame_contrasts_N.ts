import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { FrameContrastsNRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_N.ts";
import { hybridDecoder, PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { frameContrasts } from "../../../src/cheap-talk/frame-contrasts.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";

/** Table 4, the number of steps: the payoff frame against the honesty frame, per model and positive bias. */
export default function frameContrastsN(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { embedding }: { readonly embedding: string },
): CaptionedTable<FrameContrastsNRow> {
  const primary = metrics.filter((row) => row.spec === "primary");
  const rows = frameContrasts(primary, "N_hat").map(({ model, bias, payoff, honesty, contrast }) => ({
    model,
    bias,
    N_hat_payoff: payoff,
    N_hat_honesty: honesty,
    contrast,
  }));
  return {
    rows,
    caption: caption(
      `Payoff frame minus honesty frame in N_hat, positive biases, ${counted(rows.length, "contrast")} of one cell each; no intervals.`,
      PUBLISHED,
      hybridDecoder(embedding),
      missing(
        countMissing(rows, ["N_hat_payoff", "N_hat_honesty", "contrast"]),
        "a frame is not there, and a contrast needs both frames",
      ),
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
