import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import { countLabel, heading, panelName, senderLabels, senderSentence } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { senderFacet, senderPanelWidth } from "../../../src/figures/sender-panels.ts";
import { COLOURS, FIGURE_WIDTH, FONT_SIZES } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** Rows of the stage `metrics`. */
export interface Inputs {
  readonly metrics: readonly MetricsRow[];
}

const TITLE = "The same messages under five decoders";

/** Decoders by the specification of the metrics that uses them, in the order of the paper; ours last. */
const DECODERS: readonly { readonly spec: string; readonly label: string }[] = [
  { spec: "primary", label: "hybrid (primary)" },
  { spec: "parsed_report", label: "parsed report" },
  { spec: "ablation_embedding_only", label: "embedding ridge" },
  { spec: "alt_decoder=knn", label: "embedding k-NN" },
  { spec: "stated_number", label: "stated number" },
];

/**
 * Mean I_norm over the cells with positive bias, per decoder and sender, with the cells themselves. A mean is
 * drawn only where every cell has a value.
 */
export default function decoderComparison(
  { metrics }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  const cells = metrics.filter(
    (row) =>
      row.bias > 0 && Number.isFinite(row.I_norm) && DECODERS.some((decoder) => decoder.spec === row.spec),
  );
  const labels = senderLabels(cells.map((row) => row.model));
  const width = senderPanelWidth(labels.size, 110, FIGURE_WIDTH);
  const shown = DECODERS.filter(({ spec }) => cells.some((row) => row.spec === spec));

  const design = new Set(cells.map((row) => JSON.stringify([row.bias, row.frame])));

  const values: object[] = [];
  let missing = 0;
  for (const [order, model] of [...labels.keys()].entries())
    for (const { spec, label } of shown) {
      const place = { sender: panelName(labels, model, width), senderOrder: order, decoder: label };
      let sum = 0;
      let count = 0;
      for (const row of cells) {
        if (row.model !== model || row.spec !== spec) continue;
        values.push({ ...place, kind: "cell", value: row.I_norm });
        sum += row.I_norm;
        count++;
      }
      missing += design.size - count;
      if (count === design.size) values.push({ ...place, kind: "mean", value: sum / count });
    }
  if (values.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There is no positive bias with a value of I_norm."));

  const sentences = [
    "Large points: mean I_norm over all cells with positive bias. Small points: the cells, one per bias and frame,",
    `${countLabel(cells.map((row) => row.n))} messages each. No intervals.`,
    ...(missing > 0 ? [`Cells without a value: ${missing}; their means are not drawn.`] : []),
    ...senderSentence(labels.keys()),
  ];
  const x = {
    field: "value",
    type: "quantitative" as const,
    title: null,
    scale: { domain: [0, 1] },
    axis: { values: [0, 0.5, 1], format: "~g", labelFlush: false },
  };
  const y = {
    field: "decoder",
    type: "nominal" as const,
    title: null,
    scale: { domain: shown.map(({ label }) => label) },
    axis: { grid: true, ticks: false, labelFontSize: FONT_SIZES.label, labelLimit: 0 },
  };

  return renderVegaLite(partial, {
    title: heading(TITLE, sentences),
    description:
      "One panel per sender, decoders in rows. Horizontal: normalised mutual information of state and action, " +
      "from 0, nothing, to 1, everything. A large point with its value is the mean over the cells with positive " +
      "bias; small points are the cells.",
    data: { values },
    ...senderFacet(labels.size, "I_norm (share of state entropy)"),
    spec: {
      width,
      height: 36 * shown.length,
      layer: [
        {
          transform: [{ filter: "datum.kind === 'cell'" }],
          mark: { type: "point", filled: true, color: COLOURS.data, size: 14, opacity: 0.3 },
          encoding: { x, y },
        },
        {
          transform: [{ filter: "datum.kind === 'mean'" }],
          mark: { type: "point", filled: true, color: COLOURS.data, size: 60, opacity: 1 },
          encoding: { x, y },
        },
        {
          transform: [{ filter: "datum.kind === 'mean'" }],
          mark: { type: "text", baseline: "bottom", dy: -5, fontSize: FONT_SIZES.small },
          encoding: { x, y, text: { field: "value", type: "quantitative", format: ".2f" } },
        },
      ],
    },
  });
}
