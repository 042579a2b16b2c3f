import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { type RateLookup, ratedConditions, rateLookup } from "../../../src/ai-liedar/rates/rate-columns.ts";
import { CATEGORIES } from "../../../src/ai-liedar/scenarios/scenario.ts";
import { agentAxis, liedarHeading } from "../../../src/figures/ai-liedar/agents.ts";
import { LABEL_STYLES, UNDIVIDED_STYLE, worded } from "../../../src/figures/ai-liedar/styles.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { textWidth } from "../../../src/figures/text-width.ts";
import { FIGURE_WIDTH, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

const TITLE = "How truthful are the agents?";
const STYLES = [...LABEL_STYLES.slice(0, 3), UNDIVIDED_STYLE, ...LABEL_STYLES.slice(3)];
/** Pixels of a model's bar with the gap to the next. */
const STEP = 25;
/** A part of fewer percent has no place in the sum: it is rounding. */
const LEAST = 1e-9;

/** A bar for each model and category, base condition: the shares of the labels. */
export default function truthfulness(
  { rates }: { readonly rates: readonly RatesRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const lookup = rateLookup(rates);
  const models = ratedConditions(rates)
    .filter(({ condition }) => condition === "base")
    .map(({ model }) => model);
  const bars = CATEGORIES.flatMap((category) =>
    models.map((model) => ({ category, model, rates: lookup(model, "base", category) })),
  );
  const counted = bars.filter((bar) => bar.rates("truthful").n > 0);
  if (counted.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "No episode of the base condition has a label."));
  const agents = agentAxis(models);
  const panel = Math.floor((FIGURE_WIDTH - agents.width - 14) / CATEGORIES.length) - 20;
  const values = counted.flatMap((bar) => {
    let from = 0;
    return shares(bar.rates).map(({ style, share }) => {
      const start = from;
      from += share;
      return {
        category: worded(bar.category),
        agent: agents.names.get(bar.model),
        label: legendName(style),
        from: start,
        to: from,
        middle: (start + from) / 2,
        text: textOf(style.letter, share, panel),
        ink: style.ink,
      };
    });
  });
  const styles = STYLES.filter(
    (style) => style !== UNDIVIDED_STYLE || values.some((value) => value.label === legendName(style)),
  );
  const missing = bars.length - counted.length;
  const y = {
    field: "agent",
    type: "nominal" as const,
    title: null,
    scale: { domain: [...agents.names.values()], paddingInner: 0.2, paddingOuter: 0.1 },
    axis: agents.axis,
  };
  const x = {
    field: "from",
    type: "quantitative" as const,
    title: null,
    scale: { domain: [0, 100], nice: false },
    axis: { values: [0, 25, 50, 75, 100], grid: false, labelFlush: false },
  };
  return renderVegaLite(partial, {
    title: liedarHeading(
      TITLE,
      [
        "Shares of the labels of episodes in the base condition, in percent: truthful, concealment, equivocation, falsification.",
        `n\u00A0=\u00A0${range(counted.map((bar) => bar.rates("truthful").n))} labelled episodes per bar, ${counted.reduce((sum, bar) => sum + bar.rates("truthful").missing, 0)} without a label left out; intervals stand in the table by_category.`,
        ...(missing > 0 ? [`Bars without a label, not drawn: ${missing}.`] : []),
      ],
      models,
      params,
    ),
    description:
      "One panel per category: benefits, public image, emotion. One horizontal bar per model, from 0 to 100 percent, in " +
      "parts from left to right: truthful (T), concealment (C), equivocation (E), falsification (F).",
    data: { values },
    facet: {
      column: {
        field: "category",
        type: "nominal",
        sort: CATEGORIES.map(worded),
        header: { title: "share of episodes (percent)", titleOrient: "bottom", labelOrient: "top" },
      },
    },
    spacing: 22,
    spec: {
      width: panel,
      height: STEP * models.length,
      layer: [
        {
          mark: { type: "bar", stroke: "#FFFFFF", strokeWidth: 1 },
          encoding: {
            x,
            x2: { field: "to" },
            y,
            color: {
              field: "label",
              type: "nominal",
              title: null,
              scale: { domain: styles.map(legendName), range: styles.map((style) => style.colour) },
              legend: { orient: "top", symbolType: "square", symbolSize: 110 },
            },
          },
        },
        ...["#FFFFFF", STYLES[1].ink].map((ink) => ({
          transform: [{ filter: `datum.text !== '' && datum.ink === '${ink}'` }],
          mark: {
            type: "text" as const,
            color: ink,
            baseline: "middle" as const,
            fontSize: FONT_SIZES.small,
          },
          encoding: { x: { ...x, field: "middle" }, y, text: { field: "text", type: "nominal" as const } },
        })),
      ],
    },
  });
}

/** "T truthful": the letter that stands in the bars, and the label's name. */
function legendName(style: (typeof STYLES)[number]): string {
  return style === UNDIVIDED_STYLE
    ? `${style.letter} partial lie of either kind`
    : `${style.letter} ${style.measure}`;
}

/**
 * Parts of a bar, those that are there. All are of the episodes with a coarse label: a partial lie without a fine label
 * is a part of its own.
 */
function shares(rates: RateLookup) {
  const n = rates("truthful").n;
  const divided = (["concealment", "equivocation"] as const).map(
    (measure) => ((rates(measure).rate ?? 0) * rates(measure).n) / n,
  );
  const parts = {
    truthful: rates("truthful").rate as number,
    concealment: divided[0],
    equivocation: divided[1],
    partial_lie: (rates("partial_lie").rate as number) - divided[0] - divided[1],
    falsification: rates("falsification").rate as number,
  };
  return STYLES.map((style) => ({ style, share: parts[style.measure as keyof typeof parts] })).filter(
    ({ share }) => share > LEAST,
  );
}

/** Letter and percent where they fit, the letter where it fits, else nothing. */
function textOf(letter: string, share: number, panel: number): string {
  const room = (share / 100) * panel - 3;
  const whole = `${letter} ${Math.round(share)}`;
  return [whole, letter].find((text) => textWidth(text, FONT_SIZES.small) <= room) ?? "";
}
