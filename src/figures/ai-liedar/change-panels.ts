import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import type { Condition } from "../../ai-liedar/conditions.ts";
import type { Cast } from "../../ai-liedar/rates/cast.ts";
import { range } from "../../ai-liedar/rates/counts.ts";
import type { Measure } from "../../ai-liedar/rates/measures.ts";
import { noDataFigure } from "../no-data.ts";
import type { FigureSpec } from "../render.ts";
import { COLOURS, FIGURE_WIDTH } from "../theme.ts";
import { agentAxis, liedarHeading } from "./agents.ts";
import { LABEL_STYLES, worded } from "./styles.ts";

/** What the panels show. */
interface ChangePanels {
  readonly title: string;
  readonly effects: readonly EffectsRow[];
  /** One panel each, those with rows. */
  readonly conditions: readonly Condition[];
  readonly measures: readonly Measure[];
  /** Said where there is no effect of these conditions. */
  readonly notPlayed: string;
  readonly cast: Cast;
}

/** Said where conditions were played, and no change has a value. */
const NO_VERDICTS =
  "Verdicts are missing: no model has, in every category, a scenario with verdicts in both conditions.";

/** Pixels of a measure's line and of the gap between models. */
const LINE = 13;
const GAP = 12;

/**
 * Change of rates against the base condition: a panel per condition, a row per model, a line per measure with its
 * interval, as the unweighted mean of the categories.
 */
export function changePanels(figure: ChangePanels): FigureSpec {
  const rows = figure.effects.filter(
    (row) =>
      row.category === "mean_of_categories" &&
      figure.conditions.includes(row.condition) &&
      figure.measures.includes(row.measure),
  );
  const drawn = rows.filter((row) => row.change !== null);
  if (drawn.length === 0)
    return noDataFigure(figure.title, rows.length === 0 ? figure.notPlayed : NO_VERDICTS);
  const agents = agentAxis(rows.map((row) => row.model));
  const conditions = figure.conditions.filter((condition) => rows.some((row) => row.condition === condition));
  const styles = LABEL_STYLES.filter(({ measure }) => figure.measures.includes(measure));
  const panel = Math.min(320, Math.floor((FIGURE_WIDTH - agents.width - 20) / conditions.length) - 14);
  const values = drawn.map((row) => ({
    agent: agents.names.get(row.model),
    condition: worded(row.condition),
    measure: worded(row.measure),
    change: row.change,
    low: row.change_lo,
    high: row.change_hi,
  }));
  const n = drawn.filter((row) => row.measure === figure.measures[0]);
  const missing = rows.length - drawn.length;
  const y = {
    field: "agent",
    type: "nominal" as const,
    title: null,
    scale: { domain: [...agents.names.values()], paddingInner: 0, paddingOuter: 0 },
    axis: { ...agents.axis, grid: false },
  };
  const yOffset = {
    field: "measure",
    type: "nominal" as const,
    scale: {
      domain: styles.map(({ measure }) => worded(measure)),
      paddingOuter: GAP / 2 / LINE,
    },
  };
  const x = {
    field: "change",
    type: "quantitative" as const,
    title: null,
    scale: { domain: domainOf(drawn), nice: false },
    axis: { tickCount: 5, format: ".1~f", grid: true },
  };
  const scale = { domain: styles.map(({ measure }) => worded(measure)) };
  const colour = {
    field: "measure",
    type: "nominal" as const,
    title: null,
    scale: { ...scale, range: styles.map((style) => style.colour) },
    legend: { orient: "top" as const, symbolOpacity: 1, symbolSize: 60 },
  };
  const shape = { ...colour, scale: { ...scale, range: styles.map((style) => style.shape) } };
  return {
    title: liedarHeading(
      figure.title,
      [
        "Rate in the condition minus rate in base, in percentage points, unweighted mean of the three categories.",
        `n\u00A0=\u00A0${range(n.map((row) => row.n))} episodes per model, ${range(n.map((row) => row.n_base))} in base.`,
        "Lines: 95\u00A0% intervals, scenarios resampled.",
        ...(missing > 0 ? [`Changes without a value, not drawn: ${missing}.`] : []),
      ],
      rows.map((row) => row.model),
      figure.cast,
    ),
    description:
      `One panel per condition: ${conditions.map(worded).join(", ")}. One row per model, and in it one line for each of ` +
      `${figure.measures.map(worded).join(", ")}: the change of the rate against the base condition with its 95 % ` +
      "interval. A line marks zero, no change.",
    data: { values },
    facet: {
      column: {
        field: "condition",
        type: "nominal",
        sort: conditions.map(worded),
        header: {
          title: "change against base (percentage points)",
          titleOrient: "bottom",
          labelOrient: "top",
        },
      },
    },
    spacing: 14,
    spec: {
      width: panel,
      height: agents.names.size * (styles.length * LINE + GAP),
      layer: [
        {
          data: { values: [{}] },
          mark: { type: "rule", color: COLOURS.quiet, strokeWidth: 1 },
          encoding: { x: { datum: 0 } },
        },
        {
          transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
          mark: { type: "rule", strokeWidth: 1.8 },
          encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y, yOffset, color: colour },
        },
        {
          mark: { type: "point", filled: true, size: 52, opacity: 1, stroke: COLOURS.text, strokeWidth: 0.6 },
          encoding: { x, y, yOffset, color: colour, shape },
        },
      ],
    },
  };
}

/** From the lowest to the highest end of an interval, zero included, with a margin. */
function domainOf(rows: readonly EffectsRow[]): [number, number] {
  const ends = rows.flatMap(({ change, change_lo, change_hi }) =>
    [change, change_lo, change_hi].filter((end): end is number => end !== null),
  );
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const margin = Math.max(0.06 * (high - low), 2);
  return [low - margin, high + margin];
}
