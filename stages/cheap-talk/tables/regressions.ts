import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { RegressionsRow } from "../../../schemas/cheap-talk/tables/regressions.ts";
import { hybridDecoder, PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { fixedEffects } from "../../../src/cheap-talk/fixed-effects.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, missing } from "../../../src/tables/captions.ts";

const RESPONSES = ["I_norm", "N_hat"] as const;

/** Table 5: information and steps on the bias, with model and frame effects. */
export default function regressions(
  { metrics }: { readonly metrics: readonly MetricsRow[] },
  { embedding }: { readonly embedding: string },
): CaptionedTable<RegressionsRow> {
  const cells = metrics.filter((row) => row.spec === "primary" && row.bias > 0);
  const rows = RESPONSES.flatMap((spec) => {
    const used = cells.filter((cell) => cell[spec] !== null);
    const responses = used.map(({ model, frame, bias, [spec]: y }) => ({
      model,
      frame,
      bias,
      y: y as number,
    }));
    return fixedEffects(responses).map(({ term, value }) => ({ spec, term, value }));
  });
  return {
    rows,
    caption: caption(
      `Y = α_model + γ_frame + βb by least squares on the positive-bias cells (${counted(cells.length, "cell")}), classical standard errors; base: the first model and frame in byte order.`,
      PUBLISHED,
      hybridDecoder(embedding),
      missing(
        rows.filter((row) => row.value === null && row.term !== "t_beta").length,
        "coefficients need two positive biases, standard errors more cells than terms",
      ),
      missing(
        rows.filter((row) => row.value === null && row.term === "t_beta").length,
        "t_beta needs a residual variance above 0",
      ),
      referenceSenders(cells.map((row) => row.model)),
    ),
  };
}
