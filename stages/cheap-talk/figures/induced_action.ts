import type { DecodedRow } from "../../../schemas/cheap-talk/decoded.ts";
import type { SegmentedRow } from "../../../schemas/cheap-talk/segmented.ts";
import { senderSentence } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import {
  chosenFrame,
  type Panel,
  sampleSentence,
  sampleStates,
  senderByBiasFigure,
} from "../../../src/figures/sender-by-bias.ts";
import { COLOURS } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** Rows of the stages `decoded` and `segmented`. */
export interface Inputs {
  readonly decoded: readonly DecodedRow[];
  readonly segmented: readonly SegmentedRow[];
}

/** The step function of one cell: its horizontal pieces and their number. */
interface Fit {
  readonly lines: [number, number][][];
  readonly count: number;
}

const TITLE = "What the receiver does, and the steps fitted to it";

/**
 * The action that the cross-fitted hybrid decoder takes on each message against the state, per sender and
 * bias, with the monotone step function that the segmentation fitted and its number of steps. One frame, at
 * most 200 states a panel; the steps are those of all states.
 */
export default function inducedAction(
  { decoded, segmented }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const frame = chosenFrame(decoded.map((row) => row.frame));
  const rows = decoded.filter((row) => row.frame === frame);
  if (rows.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There are no decoded messages."));

  const steps = new Map<string, Fit>();
  for (const row of segmented) {
    if (row.frame !== frame || row.decoder !== "hybrid") continue;
    const key = JSON.stringify([row.model, row.bias]);
    const fit: Fit = steps.get(key) ?? { lines: [], count: row.N_hat };
    fit.lines.push([
      [row.omega_low, row.level],
      [row.omega_high, row.level],
    ]);
    steps.set(key, fit);
  }

  const all = new Set(rows.map((row) => row.state_index));
  const drawn = sampleStates(all);
  const panels = new Map<string, Panel & { points: { x: number; y: number | null }[] }>();
  for (const row of rows) {
    if (!drawn.has(row.state_index)) continue;
    const key = JSON.stringify([row.model, row.bias]);
    let panel = panels.get(key);
    if (panel === undefined) {
      const fit = steps.get(key);
      panel = {
        model: row.model,
        bias: row.bias,
        points: [],
        steps: fit?.lines ?? [],
        ...(fit === undefined ? {} : { note: fit.count === 1 ? "1 step" : `${fit.count} steps` }),
      };
      panels.set(key, panel);
    }
    panel.points.push({ x: row.omega, y: row.a_hat });
  }

  return renderVegaLite(
    partial,
    senderByBiasFigure([...panels.values()], {
      title: TITLE,
      sentences: [
        "Points: action of the hybrid decoder (5-fold cross-fitted, not clipped).",
        "Black: fitted monotone steps. Dashed: the state itself.",
        sampleSentence(frame, drawn.size, all.size),
        ...senderSentence([...panels.values()].map((panel) => panel.model)),
      ],
      description:
        "Small panels, senders in rows and biases in columns. Horizontal: the state, from 0 to 1. Vertical: the " +
        "action of a receiver who reads the message with the hybrid decoder. A dashed diagonal marks the state " +
        "itself. Black steps are the monotone step function fitted by penalised least squares to all states of " +
        `the cell; their number stands in the panel. ${sampleSentence(frame, drawn.size, all.size)}`,
      yTitle: "action of the receiver",
      missing: "no action",
      stepColour: COLOURS.fit,
      stepsBelow: false,
    }),
  );
}
