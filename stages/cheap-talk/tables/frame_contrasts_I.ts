import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { FrameContrastsIRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_I.ts";
import { hybridDecoder, PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { frameContrasts } from "../../../src/cheap-talk/frame-contrasts.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";

/** Table 4, information: the payoff frame against the honesty frame, per model and positive bias. */
export default function frameContrastsI(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { embedding }: { readonly embedding: string },
): CaptionedTable<FrameContrastsIRow> {
  const primary = metrics.filter((row) => row.spec === "primary");
  const rows = frameContrasts(primary, "I_norm").map(({ model, bias, payoff, honesty, contrast }) => ({
    model,
    bias,
    I_norm_payoff: payoff,
    I_norm_honesty: honesty,
    contrast,
  }));
  return {
    rows,
    caption: caption(
      `Payoff frame minus honesty frame in I_norm, positive biases, ${counted(rows.length, "contrast")} of one cell each; no intervals.`,
      PUBLISHED,
      hybridDecoder(embedding),
      missing(
        countMissing(rows, ["I_norm_payoff", "I_norm_honesty", "contrast"]),
        "a frame is not there, and a contrast needs both frames",
      ),
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
