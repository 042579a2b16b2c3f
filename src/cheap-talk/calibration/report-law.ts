import { boundaries } from "../equilibrium.ts";
import type { KnownSender } from "./senders.ts";

/** A stretch of states on which the report is one level, or the state plus a shift, before noise. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** The level, or the shift where the report follows the state. */
  readonly level: number;
  readonly follows: boolean;
}

/**
 * The distribution of a report given the state, for a uniform state: level or ω + shift, plus Gaussian noise, held
 * to [low, high].
 */
export interface ReportLaw {
  /** From state 0 to state 1 without gaps. */
  readonly pieces: readonly Piece[];
  /** Standard deviation of the noise, 0 or more. */
  readonly noise: number;
  /** Limits of the report, −Infinity and Infinity where it is not capped. */
  readonly low: number;
  readonly high: number;
}

/**
 * The law of a known sender's report; null for the babbler, whose report is not of this kind: it does not depend
 * on the state.
 */
export function reportLaw({ sender, bias, noise }: KnownSender): ReportLaw | null {
  const uncapped = { noise, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const following = [{ from: 0, to: 1, level: bias, follows: true }];
  switch (sender) {
    case "equilibrium":
      return { ...uncapped, pieces: equilibriumPieces(bias) };
    case "exaggerator":
    case "truthful":
      return { ...uncapped, pieces: following };
    case "capped_exaggerator":
      return { noise, low: 0, high: 1, pieces: following };
    case "babbler":
      return null;
    default:
      return sender satisfies never;
  }
}

function equilibriumPieces(bias: number): Piece[] {
  const bounds = boundaries(bias);
  return Array.from({ length: bounds.length - 1 }, (_, j) => ({
    from: bounds[j],
    to: bounds[j + 1],
    level: (bounds[j] + bounds[j + 1]) / 2,
    follows: false,
  }));
}

/** A receiver that acts on a line of the report, held to [0, 1]. */
export interface AffineReceiver {
  readonly intercept: number;
  /** Above 0. */
  readonly slope: number;
}

/** Takes the report as the action. */
export const LITERAL: AffineReceiver = { intercept: 0, slope: 1 };

/** Takes b off the report. */
export function knowing(bias: number): AffineReceiver {
  return { intercept: -bias, slope: 1 };
}

/** The report as the receiver's limits leave it: an action held to [0, 1] is a line of a report held to these. */
export function limitsFor(law: ReportLaw, { intercept, slope }: AffineReceiver): ReportLaw {
  return {
    ...law,
    low: Math.max(law.low, (0 - intercept) / slope),
    high: Math.min(law.high, (1 - intercept) / slope),
  };
}
