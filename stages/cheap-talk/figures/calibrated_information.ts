import type { CalibratedRow } from "../../../schemas/cheap-talk/calibrated.ts";
import type { HalfSamplesRow } from "../../../schemas/cheap-talk/half_samples.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";
import {
  INTERVAL_LEVEL,
  meanMeasure,
  sampledCells,
  sampledEstimate,
} from "../../../src/cheap-talk/sampled-cells.ts";
import { type InformationCell, informationPanels } from "../../../src/figures/information-panels.ts";
import { countLabel, senderLabels, senderSentence } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { FRAME_STYLES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";
import { distinctNumbers, meanOfPresent } from "../../../src/tables/summary.ts";

/** Rows of the stages `calibrated`, `half_samples` and `states`. */
export interface Inputs {
  readonly calibrated: readonly CalibratedRow[];
  readonly half_samples: readonly HalfSamplesRow[];
  readonly states: readonly StatesRow[];
}

const TITLE = "How much of the state the messages tell beyond chance";

/** A babbler's interval reaches below 0, seldom further. */
const LOWEST = -0.15;

/**
 * The adjusted index of the hybrid decoder against bias, one panel per sender: each frame with its half-sample
 * interval, the mean over frames as a line, and the same index of the most informative equilibrium on the same
 * states.
 */
export default function calibratedInformation(
  { calibrated, half_samples, states }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const design = calibrated.filter((row) => row.decoder === "hybrid");
  const cells = sampledCells(design, half_samples).flatMap((cell): InformationCell[] => {
    const { value, low, high } = sampledEstimate(
      [cell],
      states.length,
      INTERVAL_LEVEL,
      meanMeasure("I_adjusted"),
    );
    if (value === null) return [];
    const { model, bias, frame } = cell.row;
    // An interval that leaves the axis is drawn up to its edge.
    return [
      {
        model,
        bias,
        frame,
        value: Math.max(value, LOWEST),
        low: low === null ? null : Math.max(low, LOWEST),
        high: high === null ? null : Math.min(high, 1),
      },
    ];
  });
  if (cells.length === 0)
    return renderVegaLite(
      partial,
      noDataFigure(TITLE, "There is no cell with a value of the adjusted index."),
    );

  const labels = senderLabels(design.map((row) => row.model));
  const biases = distinctNumbers(design, (row) => row.bias);
  const frames = FRAME_STYLES.filter(({ frame }) => design.some((row) => row.frame === frame));
  const missing = labels.size * biases.length * frames.length - cells.length;
  const theory = (model: string) =>
    biases.flatMap((bias) => {
      const here = design.filter((row) => row.model === model && row.bias === bias);
      const value = meanOfPresent(here.map((row) => row.I_adjusted_oracle));
      return value === null ? [] : [{ bias, value }];
    });
  return renderVegaLite(
    partial,
    informationPanels({
      title: TITLE,
      sentences: [
        `Hybrid decoder, ${countLabel(design.map((row) => row.n))} messages per frame and bias.`,
        "Points: frames, with 95\u00A0% half-sample intervals. Blue: mean over frames.",
        "Orange: most informative equilibrium on the same states.",
        ...(missing > 0 ? [`Cells without a value, not drawn: ${missing}.`] : []),
        ...senderSentence(labels.keys()),
      ],
      description:
        "One panel per sender. Horizontal: bias b. Vertical: information of state and action adjusted for " +
        "chance, from 0, what a babbler tells, to 1, everything. Three points per bias are the frames honesty, " +
        "neutral and payoff with their 95 % half-sample intervals; a blue line is their mean; a dashed orange " +
        "line is the same index of the most informative Crawford–Sobel equilibrium on the same states.",
      yTitle: "adjusted information (index)",
      yLow: LOWEST,
      design,
      cells,
      theory,
    }),
  );
}
