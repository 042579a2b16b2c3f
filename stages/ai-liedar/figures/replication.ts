import type { LiedarReplicationRow } from "../../../schemas/ai-liedar/tables/replication.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { liedarHeading, WIDE_FONT } from "../../../src/figures/ai-liedar/agents.ts";
import { worded } from "../../../src/figures/ai-liedar/styles.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { textWidth } from "../../../src/figures/text-width.ts";
import { COLOURS, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";
import { groupBy } from "../../../src/tables/summary.ts";

const TITLE = "Does this run give the published figures?";

/** Colour and shape of each status, and its words after a number. */
const STATUSES = [
  {
    status: "inside the interval",
    words: "inside the interval here",
    colour: COLOURS.data,
    shape: "circle",
    sign: "●",
  },
  { status: "outside", words: "outside", colour: COLOURS.theory, shape: "diamond", sign: "◆" },
  {
    status: "no interval",
    words: "beside a figure without an interval",
    colour: "#CC79A7",
    shape: "triangle-up",
    sign: "▲",
  },
  { status: "not here", words: "not here", colour: COLOURS.quiet, shape: "square", sign: "■" },
] as const;

/** Measures with a panel each, in order. */
const PANELS = ["utility", "truthful", "falsification", "partial_lie", "concealment", "equivocation"];
const VALIDATION = "agreement, accuracy";

const PANEL = { width: 150, height: 140 };
const BARS = { width: 130, step: 18 };

/** The replication report: published figures by table and status, and each against the one here with its interval. */
export default function replication(
  { replication: rows }: { readonly replication: readonly LiedarReplicationRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  if (rows.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There are no published figures."));
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const models = rows.flatMap(({ model, here }) => (model === null || here === null ? [] : [model]));
  const panels = [
    ...PANELS.map((measure) => ({
      label: worded(measure),
      rows: rows.filter((row) => row.measure === measure),
    })),
    { label: VALIDATION, rows: rows.filter((row) => row.table === "human_validation") },
  ].filter((panel) => panel.rows.some((row) => row.here !== null));
  const lines = [0, 3, 6].map((from) => panels.slice(from, from + 3)).filter((line) => line.length > 0);
  return renderVegaLite(partial, {
    title: liedarHeading(
      TITLE,
      [
        `${rows.length} published figures: ${STATUSES.map(({ status, words }) => `${count(status)} ${words}`).join(", ")}.`,
        "Bars: share of each table's figures, with their number.",
        "Points: published figure (horizontal) against the one here (vertical) with its 95\u00A0% interval, in percent, equal on the line; colours and shapes as above.",
      ],
      models,
      params,
    ),
    description:
      `Above, four columns of bars, one for each status: ${STATUSES.map(({ status }) => status).join(", ")}; one row per ` +
      "published table. Below, one panel of points for each measure that this run has: the published figure against the " +
      "figure of this run with its 95 % interval, and the line on which the two are equal.",
    spacing: 22,
    vconcat: [
      { spacing: 14, hconcat: statusBars(rows) },
      ...lines.map((line) => ({ spacing: 18, hconcat: line.map(scatter) })),
    ],
  });
}

/** A column of bars for each status, a row for each table; only the first column names the tables. */
function statusBars(rows: readonly LiedarReplicationRow[]) {
  const tables = [...groupBy(rows, ({ table }) => worded(table))];
  const named = (table: string, members: readonly LiedarReplicationRow[]) => `${table} (${members.length})`;
  const widest = Math.max(
    ...tables.map(([table, members]) => WIDE_FONT * textWidth(named(table, members), FONT_SIZES.small)),
  );
  return STATUSES.map(({ status, colour, sign }, column) => {
    const values = tables.map(([table, members]) => {
      const here = members.filter((row) => row.status === status).length;
      return { table: named(table, members), share: here / members.length, count: here };
    });
    const y = {
      field: "table",
      type: "nominal" as const,
      title: null,
      scale: { domain: tables.map(([table, members]) => named(table, members)) },
      axis: {
        labels: column === 0,
        ticks: false,
        grid: true,
        labelLimit: 0,
        minExtent: column === 0 ? Math.ceil(widest) + 6 : 0,
      },
    };
    const x = {
      field: "share",
      type: "quantitative" as const,
      title: null,
      scale: { domain: [0, 1.25] },
      axis: null,
    };
    const counted = [{ filter: "datum.count > 0" }];
    return {
      width: BARS.width,
      height: BARS.step * tables.length,
      title: {
        text: `${sign} ${status}`,
        color: colour,
        fontSize: FONT_SIZES.label,
        frame: "group" as const,
        offset: 5,
      },
      data: { values },
      layer: [
        { transform: counted, mark: { type: "bar" as const, color: colour, height: 10 }, encoding: { x, y } },
        {
          transform: counted,
          mark: { type: "text" as const, align: "left" as const, dx: 3 },
          encoding: { x, y, text: { field: "count", type: "quantitative" as const } },
        },
      ],
    };
  });
}

/** Published figures of one measure against those here, on equal axes. */
function scatter({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly LiedarReplicationRow[];
}) {
  const values = rows.filter((row) => row.here !== null);
  const [low, high] = domainOf(values);
  const axis = { tickCount: 5, format: "d", grid: true, labelFlush: false };
  const x = {
    field: "published",
    type: "quantitative" as const,
    title: "published",
    scale: { domain: [low - 3, high + 3], nice: false, zero: false },
    axis,
  };
  // Room for the widest labels, so that panels stand in columns.
  const y = { ...x, field: "here", title: "here", axis: { ...axis, minExtent: 26 } };
  return {
    ...PANEL,
    title: {
      text: `${label} (${values.length === rows.length ? rows.length : `${values.length} of ${rows.length}`})`,
      fontSize: FONT_SIZES.label,
      frame: "group" as const,
      offset: 5,
    },
    layer: [
      {
        data: { values: [{ from: low, to: high }] },
        mark: { type: "rule" as const, color: COLOURS.line },
        encoding: {
          x: { ...x, field: "from" },
          x2: { field: "to" },
          y: { ...y, field: "from" },
          y2: { field: "to" },
        },
      },
      ...STATUSES.slice(0, 3).flatMap(({ status, colour, shape }) => {
        const own = values
          .filter((row) => row.status === status)
          .map(({ published, here, here_lo, here_hi }) => ({ published, here, here_lo, here_hi }));
        return [
          {
            data: { values: own },
            transform: [{ filter: "isValid(datum.here_lo) && isValid(datum.here_hi)" }],
            mark: { type: "rule" as const, color: colour, strokeWidth: 1, opacity: 0.4 },
            encoding: { x, y: { ...y, field: "here_lo" }, y2: { field: "here_hi" } },
          },
          {
            data: { values: own },
            mark: { type: "point" as const, shape, color: colour, size: 26, strokeWidth: 1.3, opacity: 0.9 },
            encoding: { x, y },
          },
        ];
      }),
    ],
  };
}

/** Whole tens around published figures, those here and their intervals. */
function domainOf(rows: readonly LiedarReplicationRow[]): [number, number] {
  const ends = rows.flatMap(({ published, here, here_lo, here_hi }) =>
    [published, here, here_lo, here_hi].filter((end): end is number => end !== null),
  );
  return [Math.floor(Math.min(...ends) / 10) * 10, Math.ceil(Math.max(...ends) / 10) * 10];
}
