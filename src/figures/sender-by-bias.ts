import { biasLabel, heading, PANEL_NAME, panelName, senderLabels } from "./labels.ts";
import type { FigureSpec } from "./render.ts";
import { COLOURS, FIGURE_WIDTH, FONT_SIZES } from "./theme.ts";

/** Largest number of states drawn in one panel. */
export const MOST_POINTS = 200;

/** What one panel shows: the messages of one sender at one bias. */
export interface Panel {
  readonly model: string;
  readonly bias: number;
  /** State and what is plotted against it; null (drawn nowhere, counted in the panel) where there is none. */
  readonly points: readonly { readonly x: number; readonly y: number | null }[];
  /** Polylines in theory's or the fit's colour, each a list of (x, y). */
  readonly steps: readonly (readonly (readonly [number, number])[])[];
  /** A short text in the panel's corner, for instance "3 steps". */
  readonly note?: string;
}

/** Words of a figure of panels. */
export interface PanelWords {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly description: string;
  readonly yTitle: string;
  /** What a point that is missing lacks, for the count in the panel: "no number". */
  readonly missing: string;
  readonly stepColour: string;
  /** True: a broad band under the points, for what points may hit exactly. False: a thin line over them. */
  readonly stepsBelow: boolean;
}

/**
 * Indices of states that are drawn: all of them, or every k-th in ascending order where there are more than
 * `MOST_POINTS`, so that the file does not grow with the number of rows. Depends on the set of indices alone.
 */
export function sampleStates(indices: Iterable<number>): Set<number> {
  const sorted = Float64Array.from(new Set(indices)).sort();
  const stride = Math.ceil(sorted.length / MOST_POINTS);
  return new Set(stride > 1 ? sorted.filter((_, rank) => rank % stride === 0) : sorted);
}

/** The sentence about what is drawn: frame, and how many of the states. */
export function sampleSentence(frame: string, drawn: number, all: number): string {
  const states = drawn === all ? `all ${all} states` : `${drawn} of ${all} states, evenly spaced by index`;
  return `Frame ${frame}, ${states}.`;
}

/** The frame that a figure of one frame shows: neutral where it was asked, else the first in byte order. */
export function chosenFrame(frames: Iterable<string>): string {
  const known = new Set(frames);
  return known.has("neutral") ? "neutral" : ([...known].sort()[0] ?? "neutral");
}

/** Values farther than this outside [0, 1] are counted in the panel instead of stretching the scale. */
const LARGEST_OVERSHOOT = 0.25;

/**
 * Senders in rows, biases in columns, one small panel each: points against the state on [0, 1], the diagonal,
 * step lines. Rows and columns keep the order of first appearance in `panels`. A value that lies more than
 * 0.25 outside [0, 1] is off the scale and counted; so is a missing one.
 */
export function senderByBiasFigure(panels: readonly Panel[], words: PanelWords): FigureSpec {
  const labels = senderLabels(panels.map((panel) => panel.model));
  const rowOrder = [...labels.keys()];
  const biases = [...new Set(panels.map((panel) => panel.bias))];
  const width = Math.max(70, Math.floor((FIGURE_WIDTH - 70) / biases.length) - 8);
  const height = Math.min(140, Math.max(95, width));

  let low = 0;
  let high = 1;
  for (const { points } of panels)
    for (const { y } of points)
      if (y !== null && isOnScale(y)) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }

  const values: object[] = [];
  for (const panel of panels) {
    const place = {
      row: panelName(labels, panel.model, height),
      rowOrder: rowOrder.indexOf(panel.model),
      column: biasLabel(panel.bias),
      columnOrder: biases.indexOf(panel.bias),
    };
    const put = (kind: string, x: number | null, y: number | null) => values.push({ ...place, kind, x, y });
    put("diagonal", 0, 0);
    put("diagonal", 1, 1);
    for (const step of panel.steps) {
      for (const [x, y] of step) put("step", x, y);
      put("step", null, null);
    }
    const dots: [number, number][] = [];
    let missing = 0;
    let outside = 0;
    for (const { x, y } of panel.points) {
      if (y === null) missing++;
      else if (!isOnScale(y)) outside++;
      else dots.push([x * width, ((high - y) / (high - low)) * height]);
    }
    values.push({ ...place, kind: "points", path: dotPath(dots) });
    const notes = [
      ...(panel.note === undefined ? [] : [panel.note]),
      ...(missing > 0 ? [`${words.missing}: ${missing}`] : []),
      ...(outside > 0 ? [`off scale: ${outside}`] : []),
    ];
    values.push({ ...place, kind: "note", text: notes.join("\n") });
  }

  const x = {
    field: "x",
    type: "quantitative" as const,
    scale: { domain: [0, 1] },
    axis: { values: [0, 0.5, 1], title: null, format: "~g" },
  };
  const y = {
    field: "y",
    type: "quantitative" as const,
    scale: { domain: [low, high], nice: false, zero: false },
    axis: { values: [0, 0.5, 1], title: null, format: "~g" },
  };
  const only = (kind: string) => [{ filter: `datum.kind === '${kind}'` }];
  const points = {
    transform: only("points"),
    mark: {
      type: "point" as const,
      filled: false,
      // Vega scales a shape by half the square root of its size: 4 draws it in pixels.
      size: 4,
      color: COLOURS.data,
      strokeWidth: 2.8,
      strokeCap: "round" as const,
      opacity: 0.8,
    },
    encoding: {
      x: { value: 0 },
      y: { value: 0 },
      shape: { field: "path", type: "nominal" as const, scale: null },
    },
  };
  const steps = {
    transform: only("step"),
    mark: {
      type: "line" as const,
      order: false,
      color: words.stepColour,
      strokeWidth: words.stepsBelow ? 5 : 1.8,
      strokeCap: (words.stepsBelow ? "butt" : "round") as "butt" | "round",
      opacity: words.stepsBelow ? 0.6 : 1,
    },
    encoding: { x, y },
  };
  const note = {
    align: "left" as const,
    baseline: "top" as const,
    fontSize: FONT_SIZES.small,
    lineBreak: "\n",
    x: 4,
    y: 4,
  };

  return {
    title: heading(words.title, words.sentences),
    description: words.description,
    data: { values },
    facet: {
      row: {
        field: "row",
        type: "nominal",
        sort: { field: "rowOrder", op: "min" },
        header: {
          title: words.yTitle,
          titleOrient: "left",
          labelOrient: "right",
          labelExpr: PANEL_NAME,
        },
      },
      column: {
        field: "column",
        type: "nominal",
        sort: { field: "columnOrder", op: "min" },
        header: { title: "state ω", titleOrient: "bottom", labelOrient: "top" },
      },
    },
    spacing: 8,
    spec: {
      width,
      height,
      layer: [
        {
          transform: only("diagonal"),
          mark: { type: "line", order: false, color: COLOURS.line, strokeWidth: 1, strokeDash: [3, 3] },
          encoding: { x, y },
        },
        ...(words.stepsBelow ? [steps, points] : [points, steps]),
        {
          transform: only("note"),
          mark: { type: "text", ...note, stroke: "#FFFFFF", strokeWidth: 3 },
          encoding: { text: { field: "text" } },
        },
        {
          transform: only("note"),
          mark: { type: "text", ...note, color: COLOURS.text },
          encoding: { text: { field: "text" } },
        },
      ],
    },
  };
}

/**
 * All points of a panel as one path of lines of length zero, which round caps make dots: a dozen bytes each
 * in the file, and one row for Vega instead of hundreds. Coordinates in pixels from the upper left corner.
 */
function dotPath(dots: readonly (readonly [number, number])[]): string {
  return dots.map(([x, y]) => `M${x.toFixed(2)},${y.toFixed(2)}Z`).join("");
}

function isOnScale(y: number): boolean {
  return y >= -LARGEST_OVERSHOOT && y <= 1 + LARGEST_OVERSHOOT;
}
