import type { PairwiseTestsRow } from "../../../schemas/ai-liedar/tables/pairwise_tests.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { range } from "../../../src/ai-liedar/rates/counts.ts";
import { agentAxis, liedarHeading } from "../../../src/figures/ai-liedar/agents.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { COLOURS, FIGURE_WIDTH, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

const TITLE = "Which agents differ?";

/** Classes of p values, from dark to light; the last is for tests that are undefined. */
const CLASSES = [
  { name: "p < .001", below: 0.001, colour: "#08306B", ink: "#FFFFFF" },
  { name: "p < .01", below: 0.01, colour: "#2171B5", ink: "#FFFFFF" },
  { name: "p < .05", below: 0.05, colour: "#9ECAE1", ink: COLOURS.text },
  { name: "p ≥ .05", below: Infinity, colour: "#F0F4F8", ink: COLOURS.text },
] as const;
const UNDEFINED = { name: "undefined", colour: "#FFFFFF", ink: COLOURS.quiet } as const;

/** Narrowest cell that holds its text, and widest, in pixels. */
const CELL = { least: 34, most: 58 };

/** p values of the paired tests between models, corrected by Holm: a map for each measure, base condition. */
export default function pairwise(
  { pairwise_tests: tests }: { readonly pairwise_tests: readonly PairwiseTestsRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  if (tests.length === 0)
    return renderVegaLite(
      partial,
      noDataFigure(TITLE, "There are no two models to compare in the base condition."),
    );
  const models = [...new Set(tests.flatMap((row) => [row.model_a, row.model_b]))];
  const { names, axis, width } = agentAxis(models);
  const shown = (model: string) => names.get(model) as string;
  const values = tests.map((row) => {
    const p = row.p_paired_holm;
    const { name, ink } = p === null ? UNDEFINED : classOf(p);
    return {
      map: `${row.measure} rate`,
      across: shown(row.model_a),
      down: shown(row.model_b),
      class: name,
      ink,
      text: p === null ? "–" : textOf(p),
    };
  });
  const lacking = tests.filter((row) => row.p_paired_holm === null).length;
  const side = models.length - 1;
  const isBeside = (FIGURE_WIDTH - width - 40) / 2 >= side * CELL.least;
  const cell = Math.max(
    CELL.least,
    Math.min(CELL.most, Math.floor((FIGURE_WIDTH - width - 40) / (isBeside ? 2 : 1) / side)),
  );
  const classes = [...CLASSES, ...(lacking > 0 ? [UNDEFINED] : [])];
  const x = {
    field: "across",
    type: "nominal" as const,
    scale: { domain: models.slice(0, -1).map(shown) },
    axis: { ...axis, labelAngle: -90 },
  };
  const y = { field: "down", type: "nominal" as const, scale: { domain: models.slice(1).map(shown) }, axis };
  return renderVegaLite(partial, {
    title: liedarHeading(
      TITLE,
      [
        `Two-tailed p values of paired t tests on the mean rates of ${range(tests.map((row) => row.scenarios))} scenarios, base condition, corrected by Holm over the pairs of each map.`,
        "The unpaired tests, as published, stand in the table pairwise_tests.",
        ...(lacking > 0 ? [`Undefined (–), since nothing varies or scenarios are too few: ${lacking}.`] : []),
      ],
      models,
      params,
    ),
    description:
      "Two maps: truthful rate and falsification rate. One cell for each pair of models with the p value of the paired t " +
      "test as text; the darker, the smaller. " +
      `Models: ${models.length}.`,
    data: { values },
    facet: {
      field: "map",
      type: "nominal",
      sort: ["truthful rate", "falsification rate"],
      header: { title: null },
    },
    columns: isBeside ? 2 : 1,
    spacing: 20,
    spec: {
      width: cell * side,
      height: 28 * side,
      view: { stroke: null },
      layer: [
        {
          mark: { type: "rect", stroke: "#FFFFFF", strokeWidth: 1.5 },
          encoding: {
            x,
            y,
            color: {
              field: "class",
              type: "nominal",
              title: null,
              scale: { domain: classes.map(({ name }) => name), range: classes.map(({ colour }) => colour) },
              legend: {
                orient: "top",
                symbolType: "square",
                symbolSize: 110,
                symbolStrokeColor: COLOURS.line,
                symbolStrokeWidth: 0.5,
              },
            },
          },
        },
        ...["#FFFFFF", COLOURS.text, COLOURS.quiet].map((ink) => ({
          transform: [{ filter: `datum.ink === '${ink}'` }],
          mark: {
            type: "text" as const,
            color: ink,
            baseline: "middle" as const,
            fontSize: FONT_SIZES.small,
          },
          encoding: { x, y, text: { field: "text", type: "nominal" as const } },
        })),
      ],
    },
  });
}

function classOf(p: number) {
  return CLASSES.find(({ below }) => p < below) as (typeof CLASSES)[number];
}

/** ".034", "<.001", "1": three decimals without the zero before the point. A value never rounds into another class. */
function textOf(p: number): string {
  if (p < 0.001) return "<.001";
  if (p > 0.9995) return "1";
  const floor = Math.floor(p * 1000) / 1000;
  const rounded = Math.round(p * 1000) / 1000;
  return (classOf(rounded) === classOf(p) ? rounded : floor).toFixed(3).slice(1);
}
