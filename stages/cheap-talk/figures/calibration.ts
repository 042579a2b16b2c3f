import type { CalibrationRow } from "../../../schemas/cheap-talk/calibration.ts";
import { heading } from "../../../src/figures/labels.ts";
import { noDataFigure } from "../../../src/figures/no-data.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import { COLOURS } from "../../../src/figures/theme.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";
import { distinctNumbers } from "../../../src/tables/summary.ts";

/** Rows of the stage `calibration`. */
export interface Inputs {
  readonly calibration: readonly CalibrationRow[];
}

const TITLE = "Published and calibrated instruments on senders of known truth";

const SENDERS: Readonly<Record<CalibrationRow["sender"], string>> = {
  equilibrium: "equilibrium",
  exaggerator: "ω + b",
  capped_exaggerator: "ω + b, at most 1",
  truthful: "ω",
  babbler: "babbler",
};

/** What is drawn, from below to above: told apart by shape alone, so that print in grey works. */
const KINDS = [
  { kind: "truth", colour: COLOURS.theory, shape: "M-.12,-1H.12V1H-.12Z", size: 200 },
  { kind: "published, parsed report", colour: "#999999", shape: "square", size: 46 },
  { kind: "published, hybrid", colour: COLOURS.text, shape: "diamond", size: 34 },
  { kind: "calibrated", colour: COLOURS.data, shape: "circle", size: 24 },
] as const;
type Kind = (typeof KINDS)[number]["kind"];

/** The two blocks of panels, with the instrument behind each mark. */
const BLOCKS = [
  {
    title: "number of cells: N̂ published, step count calibrated",
    values: [0, 5, 10, 15, 20],
    domain: [0, 21],
    published: "N_hat",
    calibrated: { estimator: "N_count", decoder: "stated_number" },
    truth: "truth",
  },
  {
    title: "information (share of state entropy): I_norm published, adjusted index (hybrid) calibrated",
    values: [0, 0.2, 0.4, 0.6, 0.8, 1],
    domain: [-0.05, 1.05],
    published: "I_norm",
    calibrated: { estimator: "I_adjusted", decoder: "hybrid" },
    truth: "attainable",
  },
] as const;

const WIDTH = 128;
const ROW_HEIGHT = 15;

/**
 * Mean estimates on each known sender, one panel per noise: number of cells above, information below, with the
 * truth. Bars are one standard deviation over the replications either way.
 */
export default function calibrationFigure(
  { calibration }: Inputs,
  _params: object,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  if (calibration.length === 0)
    return renderVegaLite(partial, noDataFigure(TITLE, "There is no sender of known truth."));
  const { states, replications } = calibration[0];
  const senders = [...new Set(calibration.map(senderLabel))];
  const noises = distinctNumbers(calibration, (row) => row.noise);
  const sentences = [
    `Mean estimate over ${replications} replications of ${states} fresh states, noise in the report from left to right; bars: ± 1 sd.`,
    "Truth: cells that hold a state, or information of the report itself, whoever reads it.",
    "A sender that follows the state has no true number of cells; a count of 20 means 20 or more.",
    "The adjusted index is 0 by chance and elsewhere below the truth: it is held against the equilibrium's own.",
  ];
  const y = {
    field: "sender",
    type: "nominal" as const,
    title: null,
    scale: { domain: senders },
    axis: { grid: true, ticks: false, labelLimit: 0 },
  };
  return renderVegaLite(partial, {
    title: heading(TITLE, sentences),
    description:
      "Two rows of panels, one panel per standard deviation of the noise in a report; within a panel one line " +
      "per known sender. Above: the number of cells, truth, published N̂ and calibrated count. Below: information " +
      "from 0, nothing, to 1, everything: what the report tells, published I_norm under two decoders and the " +
      "chance-adjusted index. The published number of cells is 2 for almost every sender.",
    spacing: 24,
    vconcat: BLOCKS.map((block) => {
      const x = {
        field: "value",
        type: "quantitative" as const,
        title: null,
        scale: { domain: [...block.domain], nice: false },
        axis: { values: [...block.values], format: "~g", grid: true },
      };
      return {
        data: { values: marksOf(calibration, block) },
        facet: {
          column: {
            field: "noise",
            type: "nominal" as const,
            sort: noises.map(noiseLabel),
            header: { title: block.title, titleOrient: "bottom" as const, labelOrient: "top" as const },
          },
        },
        spacing: 10,
        spec: {
          width: WIDTH,
          height: ROW_HEIGHT * senders.length,
          layer: [
            {
              transform: [{ filter: "isValid(datum.low)" }],
              mark: { type: "rule" as const, strokeWidth: 1.2, opacity: 0.7 },
              encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y, color: byKind("colour") },
            },
            ...KINDS.map(({ kind, size }) => ({
              transform: [{ filter: { field: "kind", equal: kind } }],
              mark: { type: "point" as const, filled: true, opacity: 1, size },
              encoding: { x, y, color: byKind("colour"), shape: byKind("shape") },
            })),
          ],
        },
      };
    }),
  });
}

/** A scale over what is drawn; colour and shape share one legend. */
function byKind(property: "colour" | "shape") {
  return {
    field: "kind",
    type: "nominal" as const,
    title: null,
    scale: { domain: KINDS.map(({ kind }) => kind), range: KINDS.map((kind) => kind[property]) },
    legend: { orient: "top" as const, symbolOpacity: 1, symbolStrokeWidth: 0 },
  };
}

/** The marks of a block. */
function marksOf(calibration: readonly CalibrationRow[], block: (typeof BLOCKS)[number]): object[] {
  const { published, calibrated, truth } = block;
  const marks: object[] = [];
  const add = (row: CalibrationRow, kind: Kind, value: number | null, sd: number | null) => {
    if (value === null) return;
    marks.push({
      sender: senderLabel(row),
      noise: noiseLabel(row.noise),
      kind,
      value,
      low: sd === null ? null : value - sd,
      high: sd === null ? null : value + sd,
    });
  };
  const isPublished = (row: CalibrationRow, decoder: CalibrationRow["decoder"]) =>
    row.estimator === published && row.instrument === "published" && row.decoder === decoder;
  for (const row of calibration) {
    if (isPublished(row, "hybrid")) add(row, "truth", row[truth], null);
  }
  for (const row of calibration) {
    if (isPublished(row, "parsed_report")) add(row, "published, parsed report", row.mean, row.sd);
  }
  for (const row of calibration) {
    if (isPublished(row, "hybrid")) add(row, "published, hybrid", row.mean, row.sd);
  }
  for (const row of calibration) {
    if (row.estimator === calibrated.estimator && row.decoder === calibrated.decoder)
      add(row, "calibrated", row.mean, row.sd);
  }
  return marks;
}

function senderLabel({ sender, bias }: CalibrationRow): string {
  return bias > 0 ? `${SENDERS[sender]}, b = ${bias}` : SENDERS[sender];
}

function noiseLabel(noise: number): string {
  return noise === 0 ? "no noise" : `noise sd ${noise}`;
}
