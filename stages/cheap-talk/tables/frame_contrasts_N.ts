import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { FrameContrastsNRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_N.ts";
import { caption, counted, HYBRID, missing, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { frameContrasts } from "../../../src/cheap-talk/frame-contrasts.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";

/** Table 4, the number of steps: the payoff frame against the honesty frame, per model and positive bias. */
export default function frameContrastsN({
  metrics,
}: {
  readonly metrics: readonly MetricsRow[];
}): CaptionedTable<FrameContrastsNRow> {
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
      HYBRID,
      missing(rows.filter((row) => row.contrast === null).length, "a contrast needs both frames"),
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
