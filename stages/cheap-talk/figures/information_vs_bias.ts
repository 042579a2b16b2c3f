import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import {
  countLabel,
  heading,
  PANEL_NAME,
  panelName,
  senderLabels,
  senderSentence,
  spreadLabels,
} from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { ownAxes } from "../../../src/figures/sender-panels.ts";
import { COLOURS, FONT_SIZES, FRAME_STYLES } from "../../../src/figures/theme.ts";

/** Rows of the stages `metrics` and `oracle`. */
export interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
}

const TITLE = "How much of the state the messages tell";
const COLUMNS = 2;
const WIDTH = 290;
const HEIGHT = 180;

/**
 * I_norm of the hybrid decoder against bias, one panel per sender: each frame with its 95 % interval, the mean
 * over frames as a line, and the most informative equilibrium. A mean is drawn only where every frame has a
 * value.
 */
export default function informationVsBias({ metrics, oracle }: Inputs): Promise<string> {
  const cells = metrics.filter((row) => row.spec === "primary");
  const known = cells.filter((row) => Number.isFinite(row.I_norm));
  if (known.length === 0)
    return renderVegaLite(noDataFigure(TITLE, "There is no cell with a value of I_norm."));

  const labels = senderLabels(cells.map((row) => row.model));
  const biases = [...new Set(cells.map((row) => row.bias))].sort((a, b) => a - b);
  const frames = FRAME_STYLES.filter(({ frame }) => cells.some((row) => row.frame === frame));
  const largest = Math.max(biases[biases.length - 1], 0.01);
  // A quarter of the panel on the right is for the labels of the lines, a little on the left for the offsets.
  const span = largest * 1.34;
  const offset = Math.min((span * 5) / WIDTH, smallestGap(biases) / 4);
  const xDomain = [biases[0] - 2 * offset, biases[0] + span];
  const pixel = 1 / HEIGHT;

  const values: object[] = [];
  for (const [order, model] of [...labels.keys()].entries()) {
    const place = { sender: panelName(labels, model, WIDTH), senderOrder: order };
    const theory = oracle
      .filter((row) => biases.includes(row.bias))
      .map((row) => ({ bias: row.bias, value: row.I_norm_20 }));
    const means = biases.map((bias) => ({ bias, value: meanOverFrames(known, frames.length, model, bias) }));
    for (const { bias, value } of theory) values.push({ ...place, kind: "theory", bias, value });
    for (const { bias, value } of means) values.push({ ...place, kind: "mean", bias, value });
    for (const row of known) {
      if (row.model !== model) continue;
      const position = frames.findIndex(({ frame }) => frame === row.frame);
      values.push({
        ...place,
        kind: "cell",
        frame: row.frame,
        bias: row.bias + (position - (frames.length - 1) / 2) * offset,
        value: row.I_norm,
        low: row.I_norm_lo,
        high: row.I_norm_hi,
      });
    }
    const ends = [
      { text: "equilibrium", end: theory[theory.length - 1] },
      { text: "mean", end: means.filter((mean) => mean.value !== null).pop() },
    ].filter(({ end }) => end !== undefined);
    const heights = spreadLabels(
      ends.map(({ end }) => end?.value as number),
      12 * pixel,
    );
    for (const [index, { text }] of ends.entries())
      values.push({
        ...place,
        kind: "label",
        text,
        bias: biases[biases.length - 1] + 2.4 * offset,
        value: heights[index],
      });
  }

  const x = {
    field: "bias",
    type: "quantitative" as const,
    title: "bias b",
    scale: { domain: xDomain, nice: false, zero: false },
    axis: { values: biases, grid: false, format: "~g", labelOverlap: "greedy" as const },
  };
  const y = {
    field: "value",
    type: "quantitative" as const,
    title: "I_norm (share of state entropy)",
    scale: { domain: [0, 1] },
    axis: { values: [0, 0.2, 0.4, 0.6, 0.8, 1], format: "~g" },
  };
  const frameScale = { domain: frames.map(({ frame }) => frame) };
  const colour = {
    field: "frame",
    type: "nominal" as const,
    title: "frame",
    scale: { ...frameScale, range: frames.map((style) => style.colour) },
    legend: { orient: "top" as const, symbolOpacity: 1 },
  };
  const shape = {
    field: "frame",
    type: "nominal" as const,
    title: "frame",
    scale: { ...frameScale, range: frames.map((style) => style.shape) },
  };
  const label = (text: string, color: string) => ({
    transform: [{ filter: `datum.kind === 'label' && datum.text === '${text}'` }],
    mark: {
      type: "text" as const,
      align: "left" as const,
      baseline: "middle" as const,
      fontSize: FONT_SIZES.small,
      color,
    },
    encoding: { x, y, text: { field: "text" } },
  });
  const missing = labels.size * biases.length * frames.length - known.length;
  const sentences = [
    `Hybrid decoder, ${countLabel(cells.map((row) => row.n))} messages per frame and bias.`,
    "Points: frames, with published 95\u00A0% percentile intervals, which may leave out their own point.",
    "Blue: mean over frames. Orange: most informative equilibrium.",
    ...(missing > 0 ? [`Cells without a value, not drawn: ${missing}.`] : []),
    ...senderSentence(labels.keys()),
  ];

  return renderVegaLite({
    title: heading(TITLE, sentences),
    description:
      "One panel per sender. Horizontal: bias b. Vertical: normalised mutual information of state and action, " +
      "from 0, nothing, to 1, everything. Three points per bias are the frames honesty, neutral and payoff " +
      "with their 95 % bootstrap percentile intervals as published; a blue line is their mean; a dashed orange " +
      "line is the most informative Crawford–Sobel equilibrium.",
    data: { values },
    facet: {
      field: "sender",
      type: "nominal",
      sort: { field: "senderOrder", op: "min" },
      header: { title: null, labelExpr: PANEL_NAME },
    },
    columns: COLUMNS,
    ...ownAxes(labels.size, COLUMNS),
    spacing: 16,
    spec: {
      width: WIDTH,
      height: HEIGHT,
      layer: [
        {
          transform: [{ filter: "datum.kind === 'theory'" }],
          mark: {
            type: "line",
            color: COLOURS.theory,
            strokeWidth: 1.6,
            strokeDash: [5, 3],
            point: { color: COLOURS.theory, size: 14 },
          },
          encoding: { x, y },
        },
        {
          transform: [{ filter: "datum.kind === 'mean'" }],
          // The cap shows a mean whose neighbours have no value: a line of length zero.
          mark: { type: "line", color: COLOURS.data, strokeWidth: 2.2, strokeCap: "round" },
          encoding: { x, y },
        },
        {
          transform: [{ filter: "datum.kind === 'cell' && isValid(datum.low) && isValid(datum.high)" }],
          mark: { type: "rule", strokeWidth: 1.4, opacity: 0.55 },
          encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color: colour },
        },
        {
          transform: [{ filter: "datum.kind === 'cell'" }],
          mark: { type: "point", filled: true, size: 22, opacity: 0.9 },
          encoding: { x, y, color: colour, shape },
        },
        label("equilibrium", COLOURS.theory),
        label("mean", COLOURS.data),
      ],
    },
  });
}

/** Mean of I_norm over the frames of one sender and bias; null unless all `frames` frames have a value. */
function meanOverFrames(
  known: readonly MetricsRow[],
  frames: number,
  model: string,
  bias: number,
): number | null {
  let sum = 0;
  let count = 0;
  for (const row of known) {
    if (row.model !== model || row.bias !== bias) continue;
    sum += row.I_norm;
    count++;
  }
  return count === frames ? sum / count : null;
}

/** Smallest distance of neighbours in an ascending list; Infinity for fewer than two. */
function smallestGap(ascending: readonly number[]): number {
  let gap = Infinity;
  for (let i = 1; i < ascending.length; i++) gap = Math.min(gap, ascending[i] - ascending[i - 1]);
  return gap;
}
