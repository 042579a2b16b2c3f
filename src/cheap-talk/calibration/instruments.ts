import type { Measures } from "./measures.ts";
import type { Reading, Truths } from "./truths.ts";

/** An equivalent number of equal cells above this is said as such, not averaged: the loss behind it is nearly 0. */
export const MOST_EQUAL_CELLS = 50;

/** What is true of one replication: of its sender, and of the states that were drawn. */
export interface ReplicationTruths extends Truths {
  /** Cells that hold a state; NaN for a sender without cells. */
  readonly cells: number;
}

/** One estimator as published or as calibrated, under one reading of the report. */
export interface Instrument {
  readonly estimator:
    | "N_hat"
    | "N_count"
    | "I_norm"
    | "I_adjusted"
    | "I_excess"
    | "L_R"
    | "equal_cells"
    | "slope"
    | "offset"
    | "shape";
  readonly instrument: "published" | "calibrated";
  readonly decoder: Reading;
  /** Its value on a sample, NaN where undefined; of the shape 1 where it is right and 0 where it is not. */
  readonly value: (measures: Measures, truths: ReplicationTruths) => number;
  /** What it should be, NaN where there is no such number. */
  readonly truth: (truths: ReplicationTruths) => number;
  /** What the best reading of the same reports would give; for measures of information and loss. */
  readonly attainable?: (truths: ReplicationTruths) => number;
  /** A value that is counted in words; only for whole numbers and shapes. */
  readonly word?: (measures: Measures) => string;
  /** Whether the value stands for "this or more". */
  readonly isBeyond?: (measures: Measures) => boolean;
}

const READINGS = { parsed_report: "reports", stated_number: "reports", hybrid: "hybrid" } as const;
type ActionReading = keyof typeof READINGS;

function publishedCount(decoder: "parsed_report" | "hybrid"): Instrument {
  const value = (measures: Measures) => measures[READINGS[decoder]].publishedCount;
  return {
    estimator: "N_hat",
    instrument: "published",
    decoder,
    value,
    truth: (truths) => truths.cells,
    word: (measures) => String(value(measures)),
  };
}

function information(
  decoder: Reading,
  instrument: Instrument["instrument"],
  value: (m: Measures) => number,
): Instrument {
  return {
    estimator: "I_norm",
    instrument,
    decoder,
    value,
    truth: (truths) => truths.information[decoder],
    attainable: (truths) => truths.toldInformation,
  };
}

/** The population of the adjusted index is that of I_norm: chance takes nothing off infinitely many states. */
function adjusted(decoder: ActionReading): Instrument {
  return {
    estimator: "I_adjusted",
    instrument: "calibrated",
    decoder,
    value: (measures) => measures[READINGS[decoder]].adjustedInformation,
    truth: (truths) => truths.information[decoder],
    attainable: (truths) => truths.toldInformation,
  };
}

/** The index less that of the equilibrium on the same states: the pair that the rule of over-revelation compares. */
function excess(decoder: ActionReading): Instrument {
  return {
    estimator: "I_excess",
    instrument: "calibrated",
    decoder,
    value: (measures, { oracleInformation }) =>
      oracleInformation === null
        ? Number.NaN
        : measures[READINGS[decoder]].adjustedInformation - measures.adjustedOracle,
    truth: (truths) =>
      truths.oracleInformation === null ? Number.NaN : truths.information[decoder] - truths.oracleInformation,
    attainable: (truths) =>
      truths.oracleInformation === null ? Number.NaN : truths.toldInformation - truths.oracleInformation,
  };
}

function loss(
  decoder: Reading,
  instrument: Instrument["instrument"],
  value: (m: Measures) => number,
): Instrument {
  return {
    estimator: "L_R",
    instrument,
    decoder,
    value,
    truth: (truths) => truths.loss[decoder],
    attainable: (truths) => truths.bestLoss,
  };
}

/** The truth is the best receiver's: a monotone one comes to it, since a higher report never means a lower state. */
function equalCells(decoder: ActionReading): Instrument {
  const of = (measures: Measures) => measures[READINGS[decoder]].equalCells;
  return {
    estimator: "equal_cells",
    instrument: "calibrated",
    decoder,
    value: of,
    truth: ({ bestLoss }) => {
      const cells = 1 / Math.sqrt(12 * bestLoss);
      return cells > MOST_EQUAL_CELLS ? Number.NaN : cells;
    },
    isBeyond: (measures) => of(measures) > MOST_EQUAL_CELLS,
  };
}

/** Every instrument that is calibrated, the published one before the one that stands beside it. */
export const instruments: readonly Instrument[] = [
  publishedCount("parsed_report"),
  publishedCount("hybrid"),
  {
    estimator: "N_count",
    instrument: "calibrated",
    decoder: "stated_number",
    value: (measures) => measures.count,
    truth: (truths) => truths.cells,
    word: (measures) => String(measures.count),
    isBeyond: (measures) => measures.atCeiling,
  },
  information("parsed_report", "published", (measures) => measures.reports.information),
  information("hybrid", "published", (measures) => measures.hybrid.information),
  information("known_bias", "calibrated", (measures) => measures.knownBias.information),
  adjusted("stated_number"),
  adjusted("hybrid"),
  excess("stated_number"),
  excess("hybrid"),
  loss("parsed_report", "published", (measures) => measures.reports.loss),
  loss("hybrid", "published", (measures) => measures.hybrid.loss),
  loss("known_bias", "calibrated", (measures) => measures.knownBias.loss),
  equalCells("stated_number"),
  equalCells("hybrid"),
  {
    estimator: "slope",
    instrument: "published",
    decoder: "parsed_report",
    value: (measures) => measures.line.slope,
    truth: (truths) => truths.line.slope,
  },
  {
    estimator: "slope",
    instrument: "calibrated",
    decoder: "stated_number",
    value: (measures) => measures.interiorLine?.slope ?? Number.NaN,
    truth: (truths) => truths.interiorLine.slope,
  },
  {
    estimator: "offset",
    instrument: "published",
    decoder: "parsed_report",
    value: (measures) => measures.line.intercept,
    truth: (truths) => truths.line.offset,
  },
  {
    estimator: "offset",
    instrument: "calibrated",
    decoder: "stated_number",
    value: (measures) => measures.interiorLine?.offset ?? Number.NaN,
    truth: (truths) => truths.interiorLine.offset,
  },
  {
    estimator: "shape",
    instrument: "calibrated",
    decoder: "stated_number",
    value: ({ shape }, truths) => (shape === null ? Number.NaN : shape === truths.shape ? 1 : 0),
    truth: () => 1,
    word: (measures) => measures.shape ?? "none",
  },
];
