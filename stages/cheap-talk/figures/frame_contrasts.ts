import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import { differenceInterval } from "../../../src/figures/difference-interval.ts";
import { countLabel, heading, panelName, senderLabels, senderSentence } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { senderFacet, senderPanelWidth } from "../../../src/figures/sender-panels.ts";
import { COLOURS, FIGURE_WIDTH } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** Rows of the stage `metrics`. */
export interface Inputs {
  readonly metrics: readonly MetricsRow[];
}

const TITLE = "Does the frame change how much is told?";

/**
 * I_norm under the payoff frame minus I_norm under the honesty frame, per sender and positive bias, with an
 * interval from the published intervals of the two cells (see `differenceInterval`).
 */
export default function frameContrasts(
  { metrics }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const cells = metrics.filter(
    (row) => row.spec === "primary" && row.bias > 0 && Number.isFinite(row.I_norm),
  );
  const labels = senderLabels(cells.map((row) => row.model));
  const biases = [...new Set(cells.map((row) => row.bias))].sort((a, b) => a - b);
  const width = senderPanelWidth(labels.size, 60, FIGURE_WIDTH);

  const values: object[] = [];
  let widest = 0.05;
  let missing = 0;
  for (const [order, model] of [...labels.keys()].entries())
    for (const bias of biases) {
      const payoff = cells.find((row) => row.model === model && row.bias === bias && row.frame === "payoff");
      const honesty = cells.find(
        (row) => row.model === model && row.bias === bias && row.frame === "honesty",
      );
      if (payoff === undefined || honesty === undefined) {
        missing++;
        continue;
      }
      const value = payoff.I_norm - honesty.I_norm;
      const intervals = [payoff, honesty].map(interval);
      const { low, high } =
        intervals[0] !== null && intervals[1] !== null
          ? differenceInterval(intervals[0], intervals[1])
          : { low: null, high: null };
      widest = Math.max(widest, Math.abs(value), Math.abs(low ?? 0), Math.abs(high ?? 0));
      values.push({
        sender: panelName(labels, model, width),
        senderOrder: order,
        bias: String(bias),
        value,
        low,
        high,
      });
    }
  if (values.length === 0)
    return renderVegaLite(
      partial,
      noDataFigure(TITLE, "There is no positive bias with a value of I_norm in both frames."),
    );

  const sentences = [
    "Difference of I_norm, payoff − honesty frame, hybrid decoder,",
    `${countLabel(cells.map((row) => row.n))} messages per cell; above 0 the payoff frame tells more.`,
    "95\u00A0% intervals: half-widths of the two published intervals added in quadrature, as if the frames were independent.",
    ...(missing > 0 ? [`Contrasts without a value, not drawn: ${missing}.`] : []),
    ...senderSentence(labels.keys()),
  ];
  const x = {
    field: "bias",
    type: "ordinal" as const,
    title: null,
    scale: { domain: biases.map(String) },
    axis: { labelAngle: 0, grid: false, ticks: false },
  };
  const y = {
    field: "value",
    type: "quantitative" as const,
    title: "payoff − honesty, in I_norm",
    scale: { domain: [-widest, widest], nice: true },
    axis: { tickCount: 5, format: "~g", grid: true },
  };

  return renderVegaLite(partial, {
    title: heading(TITLE, sentences),
    description:
      "One panel per sender. Horizontal: positive biases. Vertical: I_norm in the payoff frame minus I_norm in " +
      "the honesty frame, with 95 % intervals that treat the two frames as independent. A line marks zero, no " +
      "difference.",
    data: { values },
    ...senderFacet(labels.size, "bias b"),
    spec: {
      width,
      height: 220,
      layer: [
        {
          data: { values: [{}] },
          mark: { type: "rule", color: COLOURS.quiet, strokeWidth: 1 },
          encoding: { y: { datum: 0 } },
        },
        {
          transform: [{ filter: "isValid(datum.low)" }],
          mark: { type: "rule", color: COLOURS.data, strokeWidth: 1.6 },
          encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } },
        },
        {
          mark: { type: "point", filled: true, color: COLOURS.data, size: 42, opacity: 1 },
          encoding: { x, y },
        },
      ],
    },
  });
}

/** The published interval of a cell's I_norm; null where the cell has none. */
function interval(row: MetricsRow) {
  if (row.I_norm_lo === null || row.I_norm_hi === null) return null;
  return { value: row.I_norm, low: row.I_norm_lo, high: row.I_norm_hi };
}
