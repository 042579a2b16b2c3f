import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { ParsedRow } from "../../../schemas/cheap-talk/parsed.ts";
import { firstNumber } from "../../../src/cheap-talk/numbers.ts";
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

/** Rows of the stages `parsed` and `oracle`. */
export interface Inputs {
  readonly parsed: readonly ParsedRow[];
  readonly oracle: readonly OracleRow[];
}

const TITLE = "What senders say about the state";

/**
 * The number that a receiver reads in each message against the state, per sender and bias, with the most
 * informative equilibrium: in each of its cells every state induces one action, the midpoint of the cell. One
 * frame, at most 200 states a panel.
 */
export default function messageVsState(
  { parsed, oracle }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const frame = chosenFrame(parsed.map((row) => row.frame));
  const rows = parsed.filter((row) => row.frame === frame);
  if (rows.length === 0) return renderVegaLite(partial, noDataFigure(TITLE, "There are no parsed messages."));

  const all = new Set(rows.map((row) => row.state_index));
  const drawn = sampleStates(all);
  const boundaries = new Map(oracle.map((row) => [row.bias, row.boundaries]));
  const panels = new Map<string, Panel & { points: { x: number; y: number | null }[] }>();
  for (const row of rows) {
    if (!drawn.has(row.state_index)) continue;
    const key = JSON.stringify([row.model, row.bias]);
    let panel = panels.get(key);
    if (panel === undefined) {
      const steps = boundaries.has(row.bias) ? oracleSteps(boundaries.get(row.bias) ?? null) : [];
      panel = { model: row.model, bias: row.bias, points: [], steps };
      panels.set(key, panel);
    }
    panel.points.push({ x: row.omega, y: firstNumber(row.message) });
  }

  return renderVegaLite(
    partial,
    senderByBiasFigure([...panels.values()], {
      title: TITLE,
      sentences: [
        "Points: first number in the message (parsed report).",
        "Orange: action that the most informative equilibrium induces. Dashed: the state itself.",
        sampleSentence(frame, drawn.size, all.size),
        ...senderSentence(panelModels(panels)),
      ],
      description:
        "Small panels, senders in rows and biases in columns. Horizontal: the state, from 0 to 1. Vertical: the " +
        "first number in the message. A dashed diagonal marks the state itself. Orange steps mark the cell " +
        "midpoints of the most informative Crawford–Sobel equilibrium; at bias 0 it reveals the state and lies " +
        `on the diagonal. ${sampleSentence(frame, drawn.size, all.size)} Messages without a number, and numbers ` +
        "more than 0.25 outside the scale, are counted in the panel.",
      yTitle: "number read in the message",
      missing: "no number",
      stepColour: COLOURS.theory,
      stepsBelow: true,
    }),
  );
}

/** Horizontal pieces at the midpoints of the cells; the diagonal where the state is revealed (no boundaries). */
function oracleSteps(boundaries: string | null): [number, number][][] {
  if (boundaries === null)
    return [
      [
        [0, 0],
        [1, 1],
      ],
    ];
  const cuts = JSON.parse(boundaries) as number[];
  return cuts.slice(1).map((high, cell) => {
    const low = cuts[cell];
    const action = (low + high) / 2;
    return [
      [low, action],
      [high, action],
    ];
  });
}

function panelModels(panels: ReadonlyMap<string, Panel>): string[] {
  return [...panels.values()].map((panel) => panel.model);
}
