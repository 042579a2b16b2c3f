import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import { informationPanels } from "../../../src/figures/information-panels.ts";
import { countLabel, senderLabels, senderSentence } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { FRAME_STYLES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** Rows of the stages `metrics` and `oracle`. */
export interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
}

const TITLE = "How much of the state the messages tell";

/**
 * I_norm of the hybrid decoder against bias, one panel per sender: each frame with its published 95 % interval,
 * the mean over frames as a line, and the most informative equilibrium.
 */
export default function informationVsBias(
  { metrics, oracle }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const cells = metrics.filter((row) => row.spec === "primary");
  const known = cells.filter((row) => Number.isFinite(row.I_norm));
  if (known.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There is no cell with a value of I_norm."));

  const labels = senderLabels(cells.map((row) => row.model));
  const biases = new Set(cells.map((row) => row.bias));
  const frames = FRAME_STYLES.filter(({ frame }) => cells.some((row) => row.frame === frame));
  const theory = oracle
    .filter((row) => biases.has(row.bias))
    .map((row) => ({ bias: row.bias, value: row.I_norm_20 }));
  const missing = labels.size * biases.size * frames.length - known.length;
  return renderVegaLite(
    partial,
    informationPanels({
      title: TITLE,
      sentences: [
        `Hybrid decoder, ${countLabel(cells.map((row) => row.n))} messages per frame and bias.`,
        "Points: frames, with published 95\u00A0% percentile intervals, which may leave out their own point.",
        "Blue: mean over frames. Orange: most informative equilibrium.",
        ...(missing > 0 ? [`Cells without a value, not drawn: ${missing}.`] : []),
        ...senderSentence(labels.keys()),
      ],
      description:
        "One panel per sender. Horizontal: bias b. Vertical: normalised mutual information of state and action, " +
        "from 0, nothing, to 1, everything. Three points per bias are the frames honesty, neutral and payoff " +
        "with their 95 % bootstrap percentile intervals as published; a blue line is their mean; a dashed orange " +
        "line is the most informative Crawford–Sobel equilibrium.",
      yTitle: "I_norm (share of state entropy)",
      yLow: 0,
      design: cells,
      cells: known.map(({ model, bias, frame, I_norm, I_norm_lo, I_norm_hi }) => ({
        model,
        bias,
        frame,
        value: I_norm,
        low: I_norm_lo,
        high: I_norm_hi,
      })),
      theory: () => theory,
    }),
  );
}
