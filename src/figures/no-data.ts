import { heading } from "./labels.ts";
import type { FigureSpec } from "./render.ts";
import { COLOURS, FIGURE_WIDTH } from "./theme.ts";

/** The figure that stands where there is nothing to draw; it says so and why. */
export function noDataFigure(title: string, reason: string): FigureSpec {
  return {
    title: heading(title, [reason]),
    description: `${title}. No data: ${reason}`,
    width: FIGURE_WIDTH,
    height: 80,
    data: { values: [{ text: "no data" }] },
    mark: { type: "text", fontSize: 14, color: COLOURS.quiet },
    encoding: { text: { field: "text" } },
  };
}
