import type { CellKey } from "../cells.ts";
import type { DecoderName } from "../decoder-columns.ts";
import { OVERALL, type PublishedFigure } from "./published.ts";

/** Tables of ours that hold published figures, by the name of their stage; the last two are counted here. */
export type OurTable =
  | "bias_table"
  | "model_summary"
  | "frame_contrasts_I"
  | "frame_contrasts_N"
  | "regressions"
  | "robustness"
  | "validity"
  | "linear_exaggeration"
  | "decoders"
  | "hypotheses"
  | "tallies"
  | "comprehension_tallies";

/** The actions that a figure is computed from. */
export interface ActionsRead {
  readonly decoder: DecoderName;
  readonly cells: (cell: CellKey) => boolean;
  /** Whether the decoder is fitted on all these cells together, and not cell by cell. */
  readonly together?: true;
}

/** Where a figure of one published table stands among ours. */
export interface Place {
  readonly ours: (figure: PublishedFigure) => OurTable;
  /** Columns that name the row. */
  readonly row: (figure: PublishedFigure) => Readonly<{ [column: string]: string | number | null }>;
  readonly column: (figure: PublishedFigure) => string;
  /** Whether the figure is of all the published models together. */
  readonly pooled: (figure: PublishedFigure) => boolean;
  /** The actions it rests on; null where it rests on none. Left out: none of the table's figures does. */
  readonly actions?: (figure: PublishedFigure) => ActionsRead | null;
}

const yes = () => true;
const no = () => false;
const isPositive = (cell: CellKey) => cell.bias > 0;

/** Columns of a bias gradient that come from theory alone. */
const ORACLE = new Set(["N_CS", "I_norm_CS", "L_R_CS", "L_S_CS"]);

/** The gradient at one bias, by one decoder. Nothing over-reveals at b = 0, whatever the actions. */
function gradient(decoderOf: (figure: PublishedFigure) => DecoderName): Omit<Place, "ours" | "row"> {
  return {
    column: ({ measure }) => measure,
    pooled: ({ measure }) => !ORACLE.has(measure),
    actions: (figure) => {
      const { measure, bias } = figure;
      const isFlag = measure.startsWith("frac_");
      if (ORACLE.has(measure) || measure === "n_cells" || (isFlag && bias === 0)) return null;
      return { decoder: decoderOf(figure), cells: (cell) => cell.bias === bias };
    },
  };
}

const ROBUSTNESS_DECODERS: Readonly<{ [spec: string]: DecoderName }> = {
  "MI_bins=10": "hybrid",
  "MI_bins=30": "hybrid",
  "alt_decoder=knn": "embedding_knn",
  ablation_embedding_only: "embedding_ridge",
  drop_invalid: "hybrid_valid",
};

const DECODER_COLUMNS: Readonly<{ [measure: string]: string }> = {
  mean_I_norm_positive_bias: "mean_I_norm",
  r2_at_zero_bias: "r_squared_b0",
};

const ESTIMATE_COLUMNS: Readonly<{ [measure: string]: string }> = {
  slope: "value",
  contrast: "value",
  ci_low: "low",
  ci_high: "high",
};

const R_SQUARED = "receiver_decoder_R2_at_b0";

/** Each published table, and where its figures stand among ours. */
export const PLACES: Readonly<{ [table: string]: Place }> = {
  bias_gradient: {
    ours: () => "bias_table",
    row: ({ bias }) => ({ bias }),
    ...gradient(() => "hybrid"),
  },
  robustness: {
    ours: () => "robustness",
    row: ({ spec, bias }) => ({ spec, bias }),
    ...gradient(({ spec }) => ROBUSTNESS_DECODERS[spec ?? ""] ?? "hybrid"),
  },
  model_summary: {
    ours: () => "model_summary",
    row: ({ model }) => ({ model }),
    column: ({ measure }) => measure,
    pooled: no,
    actions: ({ model, measure }) => {
      if (measure === "n_cells") return null;
      const cells = measure.startsWith("mean_") ? yes : isPositive;
      return { decoder: "hybrid", cells: (cell) => cell.model === model && cells(cell) };
    },
  },
  frame_contrasts: {
    ours: ({ measure }) => (measure.includes("N_hat") ? "frame_contrasts_N" : "frame_contrasts_I"),
    row: ({ model, bias }) => ({ model, bias }),
    column: ({ measure }) => (measure.startsWith("contrast_") ? "contrast" : measure),
    pooled: no,
    actions: ({ model, bias, measure }) => ({
      decoder: "hybrid",
      cells: (cell) =>
        cell.model === model &&
        cell.bias === bias &&
        (measure.startsWith("contrast_") ? cell.frame !== "neutral" : measure.endsWith(cell.frame)),
    }),
  },
  regression: {
    ours: () => "regressions",
    row: ({ spec, measure }) => ({ spec, term: measure.replace(/^coef:/, "") }),
    column: () => "value",
    pooled: yes,
    actions: () => ({ decoder: "hybrid", cells: isPositive }),
  },
  validity: {
    ours: ({ measure }) => (measure.includes(":") ? "tallies" : "validity"),
    row: ({ measure }) => (measure.includes(":") ? { measure } : { check: measure }),
    column: ({ measure }) => (measure.includes(":") ? "value" : "rate"),
    pooled: yes,
    actions: ({ measure }) => {
      if (measure !== R_SQUARED) return null;
      const cells = (cell: CellKey) => cell.bias === 0 && cell.frame === "neutral";
      return { decoder: "hybrid_valid", cells, together: true };
    },
  },
  linear_exaggeration: {
    ours: () => "linear_exaggeration",
    row: ({ bias }) => ({ scope: "bias", group: String(bias) }),
    column: ({ measure }) => measure,
    pooled: yes,
  },
  decoders: {
    ours: () => "decoders",
    row: ({ spec }) => ({ decoder: spec }),
    column: ({ measure }) => DECODER_COLUMNS[measure] ?? measure,
    pooled: yes,
    actions: ({ spec, measure }) => {
      const cells = measure === "r2_at_zero_bias" ? (cell: CellKey) => cell.bias === 0 : isPositive;
      return { decoder: spec as DecoderName, cells };
    },
  },
  parseable_numbers: {
    ours: () => "hypotheses",
    row: ({ model }) => ({ measure: "parseable_share", models: model === OVERALL ? "all" : model }),
    column: () => "value",
    pooled: ({ model }) => model === OVERALL,
  },
  h1_state_clustered: {
    ours: () => "hypotheses",
    row: () => ({ measure: "h1_slope", models: "all" }),
    column: ({ measure }) => ESTIMATE_COLUMNS[measure] ?? measure,
    pooled: yes,
  },
  h2_state_clustered: {
    ours: ({ spec }) => (spec === "hybrid" ? "tallies" : "hypotheses"),
    row: ({ spec }) =>
      spec === "hybrid" ? { measure: "h2_contrast:hybrid" } : { measure: "h2_contrast", models: "all" },
    column: ({ measure }) => ESTIMATE_COLUMNS[measure] ?? measure,
    pooled: yes,
    actions: ({ spec }) =>
      spec === "hybrid"
        ? { decoder: "hybrid", cells: (cell) => cell.bias > 0 && cell.frame !== "neutral" }
        : null,
  },
  excluding_llama: {
    ours: () => "hypotheses",
    row: ({ bias }) => ({
      measure: "pooled_I_norm",
      models: "all but llama-3.3-70b",
      biases: String(bias),
    }),
    column: () => "value",
    pooled: yes,
  },
  comprehension: {
    ours: () => "comprehension_tallies",
    row: ({ model }) => ({ model }),
    column: ({ measure }) => measure,
    pooled: no,
  },
};
