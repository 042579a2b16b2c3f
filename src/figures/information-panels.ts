import { heading, PANEL_NAME, panelName, senderLabels, spreadLabels } from "./labels.ts";
import type { FigureSpec } from "./render.ts";
import { ownAxes } from "./sender-panels.ts";
import { COLOURS, FONT_SIZES, FRAME_STYLES } from "./theme.ts";

/** One cell: a measure of information with its interval. */
export interface InformationCell {
  readonly model: string;
  readonly bias: number;
  readonly frame: string;
  readonly value: number;
  /** Ends of the interval; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
}

/** What the panels show. */
export interface InformationPanels {
  readonly title: string;
  readonly description: string;
  /** Sentences of the subtitle. */
  readonly sentences: readonly string[];
  readonly yTitle: string;
  /** Lower end of the vertical axis; the upper one is 1. */
  readonly yLow: number;
  /** Every sender and bias of the design, with or without a value. */
  readonly design: readonly { readonly model: string; readonly bias: number; readonly frame: string }[];
  /** Cells with a value, one or more. */
  readonly cells: readonly InformationCell[];
  /** What the equilibrium gives in the place of a sender, by ascending bias. */
  readonly theory: (model: string) => readonly { readonly bias: number; readonly value: number }[];
}

const COLUMNS = 2;
const WIDTH = 290;
const HEIGHT = 180;

/**
 * A measure of information against bias, one panel per sender: each frame with its interval, the mean over
 * frames as a line, and the most informative equilibrium. A mean is drawn only where every frame has a value.
 */
export function informationPanels(figure: InformationPanels): FigureSpec {
  const { design, cells } = figure;
  const labels = senderLabels(design.map((row) => row.model));
  const biases = [...new Set(design.map((row) => row.bias))].sort((a, b) => a - b);
  const frames = FRAME_STYLES.filter(({ frame }) => design.some((row) => row.frame === frame));
  const largest = Math.max(biases[biases.length - 1], 0.01);
  // A quarter of the panel on the right is for the labels of the lines, a little on the left for the offsets.
  const span = largest * 1.34;
  const offset = Math.min((span * 5) / WIDTH, smallestGap(biases) / 4);
  const xDomain = [biases[0] - 2 * offset, biases[0] + span];
  const pixel = (1 - figure.yLow) / HEIGHT;

  const values: object[] = [];
  for (const [order, model] of [...labels.keys()].entries()) {
    const place = { sender: panelName(labels, model, WIDTH), senderOrder: order };
    const theory = figure.theory(model);
    const means = biases.map((bias) => ({ bias, value: meanOverFrames(cells, frames.length, model, bias) }));
    for (const { bias, value } of theory) values.push({ ...place, kind: "theory", bias, value });
    for (const { bias, value } of means) values.push({ ...place, kind: "mean", bias, value });
    for (const cell of cells) {
      if (cell.model !== model) continue;
      const position = frames.findIndex(({ frame }) => frame === cell.frame);
      values.push({
        ...place,
        kind: "cell",
        frame: cell.frame,
        bias: cell.bias + (position - (frames.length - 1) / 2) * offset,
        value: cell.value,
        low: cell.low,
        high: cell.high,
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
    title: figure.yTitle,
    scale: { domain: [figure.yLow, 1] },
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

  return {
    title: heading(figure.title, figure.sentences),
    description: figure.description,
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
  };
}

/** Mean over the frames of one sender and bias; null unless all `frames` frames have a value. */
function meanOverFrames(
  cells: readonly InformationCell[],
  frames: number,
  model: string,
  bias: number,
): number | null {
  let sum = 0;
  let count = 0;
  for (const cell of cells) {
    if (cell.model !== model || cell.bias !== bias) continue;
    sum += cell.value;
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
