import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { FrameContrastsIRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_I.ts";
import { caption, counted, HYBRID, missing, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { frameContrasts } from "../../../src/cheap-talk/frame-contrasts.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";

/** Table 4, information: the payoff frame against the honesty frame, per model and positive bias. */
export default function frameContrastsI({
  metrics,
}: {
  readonly metrics: readonly MetricsRow[];
}): CaptionedTable<FrameContrastsIRow> {
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
      HYBRID,
      missing(rows.filter((row) => row.contrast === null).length, "a contrast needs both frames"),
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
