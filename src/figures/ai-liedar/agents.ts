import { type Cast, castSentence, scriptedSentence } from "../../ai-liedar/rates/cast.ts";
import { breakName, PANEL_NAME, senderLabels } from "../labels.ts";
import { textWidth, wrapText } from "../text-width.ts";
import { FIGURE_WIDTH, FONT_SIZES } from "../theme.ts";

/** Widest name beside an axis, in pixels; a longer one goes on a second line. */
const WIDEST = 108;

/** Share of the figure's width that a subtitle takes: fonts wider than the one it is measured in are not cut off. */
const SUBTITLE = 0.83;

/** How much wider than the font in which text is measured a reader's font may be: DejaVu Sans against Helvetica. */
export const WIDE_FONT = 1.14;

/** Pixels from one line of a name to the next. */
export const NAME_LINE = 11;

const NAME_AXIS = {
  title: null,
  labelExpr: PANEL_NAME,
  labelLimit: 0,
  labelLineHeight: NAME_LINE,
  // Vega puts the first of two lines beside the value.
  labelOffset: {
    condition: { test: "length(split(datum.value, '\\n')) > 2", value: -NAME_LINE / 2 },
    value: 0,
  },
  ticks: false,
} as const;

/** Names of AI agents beside an axis. */
export interface AgentAxis {
  /** Value of each model on the axis: its number, so that none is taken for another, then its lines. */
  readonly names: ReadonlyMap<string, string>;
  /** What an axis needs to show the names: lines one below the other, their middle beside the value. */
  readonly axis: typeof NAME_AXIS & { readonly minExtent: number };
  /** Pixels that the widest line needs. */
  readonly width: number;
}

/** Names of the models for an axis, in the order given, on at most two lines each. */
export function agentAxis(models: Iterable<string>): AgentAxis {
  const names = new Map<string, string>();
  let width = 0;
  for (const [model, label] of senderLabels(models)) {
    const lines = breakName(label, WIDEST, FONT_SIZES.small, 2);
    for (const line of lines.split("\n"))
      width = Math.max(width, WIDE_FONT * textWidth(line, FONT_SIZES.small));
    names.set(model, `${names.size}\n${lines}`);
  }
  return { names, axis: { ...NAME_AXIS, minExtent: Math.ceil(width) + 6 }, width };
}

/** Title and subtitle; the last sentences name judges and human, and say what is scripted. */
export function liedarHeading(
  title: string,
  sentences: readonly string[],
  models: Iterable<string>,
  cast: Cast,
): { text: string; subtitle: string[] } {
  const all = [...sentences, castSentence(cast), scriptedSentence(models, cast)].filter(
    (each) => each !== "",
  );
  return { text: title, subtitle: wrapText(all.join(" "), SUBTITLE * FIGURE_WIDTH, FONT_SIZES.text) };
}
