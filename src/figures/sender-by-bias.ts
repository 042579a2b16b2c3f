import { biasLabel, heading, PANEL_NAME, panelName, senderLabels } from "./labels.ts";
import type { FigureSpec } from "./render.ts";
import { COLOURS, FIGURE_WIDTH, FONT_SIZES } from "./theme.ts";

/** Largest number of states drawn in one panel. */
const MOST_POINTS = 200;

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

/** A path that draws nothing; for an empty one Vega would draw a circle. */
const NOTHING = "M0,0";

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

  // One row per panel, its points and steps drawn as one path each: a dozen bytes a point in the file, and
  // 20 rows for Vega instead of thousands.
  const pixels = ([x, y]: readonly [number, number]) =>
    `${(x * width).toFixed(2)},${(((high - y) / (high - low)) * height).toFixed(2)}`;
  const values = panels.map((panel) => {
    const dots: string[] = [];
    let missing = 0;
    let outside = 0;
    for (const { x, y } of panel.points) {
      if (y === null) missing++;
      else if (!isOnScale(y)) outside++;
      else dots.push(`M${pixels([x, y])}Z`);
    }
    const notes = [
      ...(panel.note === undefined ? [] : [panel.note]),
      ...(missing > 0 ? [`${words.missing}: ${missing}`] : []),
      ...(outside > 0 ? [`off scale: ${outside}`] : []),
    ];
    return {
      row: panelName(labels, panel.model, height),
      rowOrder: rowOrder.indexOf(panel.model),
      column: biasLabel(panel.bias),
      columnOrder: biases.indexOf(panel.bias),
      points: dots.join("") || NOTHING,
      steps: panel.steps.map((step) => `M${step.map(pixels).join("L")}`).join("") || NOTHING,
      note: notes.join("\n"),
    };
  });

  const axis = { values: [0, 0.5, 1], title: null, format: "~g" };
  // Vega scales a shape by half the square root of its size: 4 draws a path in pixels.
  const path = (field: "points" | "steps", style: object) => ({
    mark: { type: "point" as const, filled: false, size: 4, ...style },
    encoding: { x: { value: 0 }, y: { value: 0 }, shape: { field, type: "nominal" as const, scale: null } },
  });
  // A line of length zero is a dot by its round caps.
  const points = path("points", { color: COLOURS.data, strokeWidth: 2.8, strokeCap: "round", opacity: 0.8 });
  const steps = path(
    "steps",
    words.stepsBelow
      ? { color: words.stepColour, strokeWidth: 5, strokeCap: "butt", opacity: 0.6 }
      : { color: words.stepColour, strokeWidth: 1.8, strokeCap: "round", opacity: 1 },
  );
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
          mark: { type: "rule", color: COLOURS.line, strokeWidth: 1, strokeDash: [3, 3] },
          encoding: {
            x: { datum: 0, type: "quantitative", scale: { domain: [0, 1] }, axis },
            y: { datum: 0, type: "quantitative", scale: { domain: [low, high], nice: false }, axis },
            x2: { datum: 1 },
            y2: { datum: 1 },
          },
        },
        ...(words.stepsBelow ? [steps, points] : [points, steps]),
        {
          mark: { type: "text", ...note, stroke: "#FFFFFF", strokeWidth: 3 },
          encoding: { text: { field: "note" } },
        },
        {
          mark: { type: "text", ...note, color: COLOURS.text },
          encoding: { text: { field: "note" } },
        },
      ],
    },
  };
}

function isOnScale(y: number): boolean {
  return y >= -LARGEST_OVERSHOOT && y <= 1 + LARGEST_OVERSHOOT;
}
