import type { ReplicationRow } from "../../../schemas/cheap-talk/tables/replication.ts";
import { heading } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { COLOURS, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";
import { groupBy } from "../../../src/tables/summary.ts";

/** Rows of the table `replication`. */
export interface Inputs {
  readonly replication: readonly ReplicationRow[];
}

const TITLE = "Does this run give the published figures?";

/** Colour and shape of each status, and its words after a number. */
const STATUSES = [
  { status: "within rounding", words: "within rounding", colour: COLOURS.data, shape: "circle" },
  { status: "differs", words: "differ", colour: COLOURS.theory, shape: "diamond" },
  { status: "needs MiniLM", words: "need MiniLM", colour: "#CC79A7", shape: "triangle-up" },
  { status: "not here", words: "not here", colour: COLOURS.quiet, shape: "square" },
] as const;

/** The shapes as text. */
const SIGNS = { circle: "●", diamond: "◆", "triangle-up": "▲", square: "■" } as const;

/** Panels of figures in one unit, by measures, or by table and measure. Counts have no panel. */
const QUANTITIES: readonly { readonly label: string; readonly of: RegExp }[] = [
  { label: "information", of: / (mean_I_norm|I_norm_)/ },
  { label: "steps", of: / (mean_N_hat|N_hat_|N_CS|contrast_N)/ },
  { label: "loss", of: / (mean_)?L_[RS]/ },
  { label: "shares and R²", of: / (frac_|share$|r2_)|_rate$|R2_at_b0$/ },
  { label: "contrasts, offsets", of: / (contrast|intercept|coef:[MF]=)|^h2_/ },
  { label: "slopes, errors, t", of: / (slope|beta$|se_|t_|coef:(b|const)$)|^h1_/ },
];

const PANEL = { width: 122, height: 122 };
const BARS = { width: 114, step: 17 };

/**
 * The replication report: how many figures of each published table have which status, and the published figures
 * against those here, a panel per unit, with the line on which they are equal.
 */
export default function replication(
  { replication: rows }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  if (rows.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There are no published figures."));
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const undrawn = rows.filter((row) => row.here !== null && quantityOf(row) === undefined).length;
  const sentences = [
    `${rows.length} published figures: ${STATUSES.map(({ status, words }) => `${count(status)} ${words}`).join(", ")}.`,
    "Bars: share of each table's figures, with their number.",
    "Points: published figure (horizontal) against the one here (vertical), equal on the line; colours and shapes as above.",
    ...(undrawn > 0 ? [`Not drawn below: ${undrawn} counts.`] : []),
    ...(count("needs MiniLM") > 0
      ? ["Needs MiniLM: rests on other sentence embeddings than the published figure."]
      : []),
  ];
  return renderVegaLite(partial, {
    title: heading(TITLE, sentences),
    description:
      "Above, four columns of bars, one for each status: within rounding, differs, needs MiniLM, not here; one row per " +
      "published table. Below, six panels of points, one for each unit: the published figure against the figure of " +
      "this run, with the line on which the two are equal.",
    spacing: 22,
    vconcat: [
      { spacing: 14, hconcat: statusBars(rows) },
      { spacing: 18, hconcat: QUANTITIES.slice(0, 3).map((each) => scatter(rows, each)) },
      { spacing: 18, hconcat: QUANTITIES.slice(3).map((each) => scatter(rows, each)) },
    ],
  });
}

function quantityOf(row: ReplicationRow) {
  return QUANTITIES.find(({ of }) => of.test(`${row.table} ${row.measure}`));
}

/** A published table, the robustness checks one by one. */
function tableOf({ table, spec }: ReplicationRow): string {
  return table === "robustness" && spec !== null ? `${table}, ${spec}` : table;
}

/** A column of bars for each status, a row for each table; only the first column names the tables. */
function statusBars(rows: readonly ReplicationRow[]) {
  const tables = [...groupBy(rows, tableOf)];
  const named = (table: string, members: readonly ReplicationRow[]) => `${table} (${members.length})`;
  return STATUSES.map(({ status, colour, shape }, column) => {
    const values = tables.map(([table, members]) => {
      const here = members.filter((row) => row.status === status).length;
      return { table: named(table, members), share: here / members.length, count: here };
    });
    const y = {
      field: "table",
      type: "nominal" as const,
      title: null,
      scale: { domain: tables.map(([table, members]) => named(table, members)) },
      axis: { labels: column === 0, ticks: false, grid: true, labelLimit: 0 },
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
        text: `${SIGNS[shape]} ${status}`,
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

/** Published figures of one unit against those here, on equal axes. */
function scatter(rows: readonly ReplicationRow[], quantity: (typeof QUANTITIES)[number]) {
  const members = rows.filter((row) => quantityOf(row) === quantity && row.published !== null);
  const values = STATUSES.flatMap(({ status }) =>
    members.flatMap(({ published, here, status: own }) =>
      own === status && here !== null ? [{ published, here, status }] : [],
    ),
  );
  const numbers = values.flatMap(({ published, here }) => [published as number, here as number]);
  const low = Math.min(0, ...numbers);
  const high = Math.max(numbers.length === 0 ? 1 : 0, ...numbers);
  const margin = 0.04 * (high - low || 1);
  const domain = [low - margin, high + margin];
  const axis = { tickCount: 4, format: "~g", grid: true, labelFlush: false };
  const x = { type: "quantitative" as const, scale: { domain, nice: false }, axis };
  // Room for the widest labels, so that panels stand in columns.
  const y = { ...x, axis: { ...axis, minExtent: 32 } };
  const drawn =
    values.length === members.length ? `${values.length}` : `${values.length} of ${members.length}`;
  return {
    ...PANEL,
    title: {
      text: `${quantity.label} (${drawn})`,
      fontSize: FONT_SIZES.label,
      frame: "group" as const,
      offset: 5,
    },
    layer: [
      {
        data: { values: [{ from: domain[0], to: domain[1] }] },
        mark: { type: "rule" as const, color: COLOURS.line },
        encoding: {
          x: { ...x, field: "from", title: "published" },
          x2: { field: "to" },
          y: { ...y, field: "from", title: "here" },
          y2: { field: "to" },
        },
      },
      ...STATUSES.map(({ status, colour, shape }) => ({
        data: { values: values.filter((value) => value.status === status) },
        mark: { type: "point" as const, shape, color: colour, size: 26, strokeWidth: 1.3, opacity: 0.85 },
        encoding: {
          x: { ...x, field: "published", title: "published" },
          y: { ...y, field: "here", title: "here" },
        },
      })),
    ],
  };
}
