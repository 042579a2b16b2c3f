import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import { STEERING } from "../../../src/ai-liedar/conditions.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { ratedConditions, rateLookup } from "../../../src/ai-liedar/rates/rate-columns.ts";
import { liedarHeading, NAME_LINE, WIDE_FONT } from "../../../src/figures/ai-liedar/agents.ts";
import { spreadWithin } from "../../../src/figures/ai-liedar/spread-within.ts";
import { worded } from "../../../src/figures/ai-liedar/styles.ts";
import { breakName, senderLabels } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { ownAxes } from "../../../src/figures/sender-panels.ts";
import { textWidth } from "../../../src/figures/text-width.ts";
import { COLOURS, FIGURE_WIDTH, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

const TITLE = "Does truthfulness cost utility?";
const COLUMNS = 2;
const HEIGHT = 210;
/** Pixels that a label takes beside its lines. */
const LABEL_GAP = 2;
/** Pixels between the labels' column and the plot, and widest label. */
const MARGIN = 22;
const WIDEST = 120;

/** Utility against the truthful rate of each model, intervals both ways; a panel for base and each instruction. */
export default function utilityTruthfulness(
  { rates }: { readonly rates: readonly RatesRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const lookup = rateLookup(rates);
  const points = ratedConditions(rates)
    .filter(({ condition }) => condition === "base" || STEERING.includes(condition))
    .map(({ model, condition }) => {
      const of = lookup(model, condition, "mean_of_categories");
      return { model, condition, truthful: of("truthful"), utility: of("utility") };
    });
  const drawn = points.filter(({ truthful, utility }) => truthful.rate !== null && utility.rate !== null);
  if (drawn.length === 0)
    return renderVegaLite(
      partial,
      noDataFigure(TITLE, "No model has both a truthful rate and a utility in every category."),
    );
  const conditions = ["base" as const, ...STEERING].filter((condition) =>
    drawn.some((point) => point.condition === condition),
  );
  const labels = new Map(
    [...senderLabels(drawn.map(({ model }) => model))].map(([model, label]) => [
      model,
      breakName(label, WIDEST, FONT_SIZES.small, 2).split("\n"),
    ]),
  );
  const columns = Math.min(COLUMNS, conditions.length);
  const labelWidth = Math.max(
    ...[...labels.values()].flat().map((line) => WIDE_FONT * textWidth(line, FONT_SIZES.small)),
  );
  const width = Math.min(560, Math.floor((FIGURE_WIDTH - 40) / columns) - 30);
  // The plot takes what the labels leave of the panel: its 100 percent are that many pixels.
  const unit = (width - labelWidth - MARGIN - 10) / 104;
  const labelAt = 102 + MARGIN / unit;
  const [low, high] = utilityDomain(
    drawn.flatMap(({ utility }) => [utility.rate, utility.rate_lo, utility.rate_hi]),
  );
  const lines = Math.max(...[...labels.values()].map((label) => label.length));
  const gapPixels = lines * NAME_LINE + LABEL_GAP;
  const height = Math.max(HEIGHT, labels.size * gapPixels);
  const pixel = (high - low) / height;
  const gap = gapPixels * pixel;

  const values = conditions.flatMap((condition) => {
    const here = drawn.filter((point) => point.condition === condition);
    // Equal heights keep the order from left to right, so that the lines to their labels do not cross.
    here.sort((a, b) => (b.truthful.rate as number) - (a.truthful.rate as number));
    const heights = spreadWithin(
      here.map(({ utility }) => utility.rate as number),
      gap,
      [low + gap / 2, high - gap / 2],
    );
    return here.map(({ model, truthful, utility }, i) => ({
      condition: worded(condition),
      label: labels.get(model),
      x: truthful.rate,
      x_lo: truthful.rate_lo,
      x_hi: truthful.rate_hi,
      y: utility.rate,
      y_lo: utility.rate_lo,
      y_hi: utility.rate_hi,
      labelAt,
      labelFrom: labelAt - 3 / unit,
      labelHeight: heights[i],
      firstLine: heights[i] + (((labels.get(model) as string[]).length - 1) / 2) * NAME_LINE * pixel,
    }));
  });
  const x = {
    field: "x",
    type: "quantitative" as const,
    title: "truthful rate (percent)",
    scale: { domain: [-2, -2 + width / unit], nice: false, zero: false },
    axis: { values: [0, 20, 40, 60, 80, 100], grid: true, titleAnchor: "start" as const },
  };
  const y = {
    field: "y",
    type: "quantitative" as const,
    title: "utility (percent)",
    scale: { domain: [low, high], nice: false, zero: false },
    axis: { tickCount: 6, grid: true, format: "d" },
  };
  const interval = { type: "rule" as const, color: COLOURS.data, strokeWidth: 1.3, opacity: 0.55 };
  return renderVegaLite(partial, {
    title: liedarHeading(
      TITLE,
      [
        "Utility (goal completion times ten) against the share of truthful episodes, unweighted means of the three categories.",
        `n\u00A0=\u00A0${range(drawn.map(({ truthful }) => truthful.n))} labelled episodes per point. Lines: 95\u00A0% intervals, scenarios resampled; thin grey lines lead to the names.`,
        ...(drawn.length < points.length
          ? [`Points without a value, not drawn: ${points.length - drawn.length}.`]
          : []),
      ],
      points.map(({ model }) => model),
      params,
    ),
    description:
      `One panel per condition: ${conditions.map(worded).join(", ")}. Horizontal: truthful rate from 0 to 100 percent. ` +
      "Vertical: utility in percent. One point per model with its name on the right and 95 % intervals in both directions.",
    data: { values },
    facet: {
      field: "condition",
      type: "nominal",
      sort: conditions.map(worded),
      header: { title: null },
    },
    columns,
    ...ownAxes(conditions.length, columns),
    spacing: 16,
    spec: {
      width,
      height,
      layer: [
        {
          mark: { type: "rule", color: COLOURS.line, strokeWidth: 0.6 },
          encoding: { x, x2: { field: "labelFrom" }, y, y2: { field: "labelHeight" } },
        },
        {
          transform: [{ filter: "isValid(datum.x_lo) && isValid(datum.x_hi)" }],
          mark: interval,
          encoding: { x: { ...x, field: "x_lo" }, x2: { field: "x_hi" }, y },
        },
        {
          transform: [{ filter: "isValid(datum.y_lo) && isValid(datum.y_hi)" }],
          mark: interval,
          encoding: { x, y: { ...y, field: "y_lo" }, y2: { field: "y_hi" } },
        },
        {
          mark: { type: "point", filled: true, size: 40, color: COLOURS.data, opacity: 1 },
          encoding: { x, y },
        },
        // Grid lines end before a name.
        ...[{ stroke: "#FFFFFF", strokeWidth: 4 }, {}].map((halo) => ({
          mark: {
            type: "text" as const,
            align: "left" as const,
            baseline: "middle" as const,
            fontSize: FONT_SIZES.small,
            lineHeight: NAME_LINE,
            ...halo,
          },
          encoding: {
            x: { ...x, field: "labelAt" },
            y: { ...y, field: "firstLine" },
            text: { field: "label", type: "nominal" as const },
          },
        })),
      ],
    },
  });
}

/** Whole tens around the values, within 0 and 100, with a little air. */
function utilityDomain(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value): value is number => value !== null);
  const low = Math.max(0, Math.floor(Math.min(...known) / 10) * 10);
  const high = Math.min(100, Math.ceil(Math.max(...known) / 10) * 10);
  return [low - 2, Math.max(high, low + 10) + 2];
}
