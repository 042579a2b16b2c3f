import { oracleActions, oracleInformation } from "../equilibrium.ts";
import type { Shape } from "../estimators/shapes.ts";
import {
  bestLoss,
  fittedReceiver,
  populationInformation,
  populationLine,
  populationLoss,
  toldInformation,
} from "./population.ts";
import { type AffineReceiver, knowing, LITERAL, reportLaw } from "./report-law.ts";
import type { KnownSender } from "./senders.ts";

/** Who acts on the report. */
export type Reading = "parsed_report" | "stated_number" | "hybrid" | "known_bias";

/** A line of the report on the state: over all of them, or over those up to 1 − b. */
export interface LineTruth {
  readonly slope: number;
  readonly offset: number;
}

/** What is true of a sender, whatever states are drawn. */
export interface Truths {
  /** I_norm in the population under each reading: what an estimate from infinitely many states would be. */
  readonly information: Readonly<Record<Reading, number>>;
  /** Information of the report itself: the most that any reading could show. */
  readonly toldInformation: number;
  /** L_R in the population under each reading. */
  readonly loss: Readonly<Record<Reading, number>>;
  /** L_R of the receiver who acts on E[ω | report]: the least that any reading could show. */
  readonly bestLoss: number;
  /** I_norm of the most informative equilibrium; null at b = 0, where nothing is compared with it. */
  readonly oracleInformation: number | null;
  /** The line that the sender follows where no limit cuts it; of the equilibrium the least-squares line. */
  readonly line: LineTruth;
  readonly interiorLine: LineTruth;
  /** What kind of sender it is. */
  readonly shape: Shape;
}

/** The truths of a known sender at a number of bins. */
export function truthsOf(known: KnownSender, bins: number): Truths {
  const { sender, bias } = known;
  const oracle = bias > 0 ? oracleInformation(bias, bins) : null;
  const law = reportLaw(known);
  if (law === null) {
    // A uniform report that says nothing: taken as the action it loses 1/6; the fitted line is flat at 1/2.
    const flat = { slope: 0, offset: 0.5 };
    return {
      information: { parsed_report: 0, stated_number: 0, hybrid: 0, known_bias: 0 },
      toldInformation: 0,
      loss: { parsed_report: 1 / 6, stated_number: 1 / 6, hybrid: 1 / 12, known_bias: 1 / 6 },
      bestLoss: 1 / 12,
      oracleInformation: oracle,
      line: flat,
      interiorLine: flat,
      shape: "babbling",
    };
  }
  const receivers: readonly (readonly [Reading, AffineReceiver])[] = [
    ["parsed_report", LITERAL],
    ["stated_number", LITERAL],
    ["hybrid", fittedReceiver(law)],
    ["known_bias", knowing(bias)],
  ];
  const under = (measure: (receiver: AffineReceiver) => number) =>
    Object.fromEntries(receivers.map(([reading, receiver]) => [reading, measure(receiver)])) as Record<
      Reading,
      number
    >;
  const isPartition = sender === "equilibrium";
  const added = { slope: 1, offset: bias };
  return {
    information: under((receiver) => populationInformation(law, receiver, bins)),
    toldInformation: toldInformation(law, bins),
    loss: under((receiver) => populationLoss(law, receiver)),
    bestLoss: bestLoss(law),
    oracleInformation: oracle,
    line: isPartition ? populationLine(law, 1) : added,
    interiorLine: isPartition ? populationLine(law, 1 - bias) : added,
    shape: isPartition ? "partition" : "line",
  };
}

/**
 * Number of cells that hold a state: the truth of a partition count, which cannot see a cell without one. 1 for
 * the babbler; NaN for a sender who follows the state, whose report has no cells.
 */
export function cellsWithStates({ sender, bias }: KnownSender, omega: Float64Array): number {
  if (sender === "babbler") return 1;
  if (sender !== "equilibrium") return Number.NaN;
  return new Set(oracleActions(omega, bias)).size;
}
