import { FULL, type PublishedFigure } from "./published.ts";

/** A figure of ours: a number, the word Full, or null where there is none. */
export type Here = number | typeof FULL | null;

export interface Agreement {
  /** here − published; null unless both are numbers. */
  readonly difference: number | null;
  /** Whether the two are equal up to rounding; null where there is none here. */
  readonly within: boolean | null;
}

/** What another order of summation may move (the tolerance of the parity tests). */
const RELATIVE = 1e-9;
const ABSOLUTE = 1e-12;

/**
 * Whether a figure agrees with the published one: |here − y| ≤ ½·10^−decimals + 1e-9·|y| + 1e-12, without the first
 * term where the figure is published in full. Rounding noise such as a slope of 1.7e-15 is below the last term.
 */
export function agreement(
  { value, decimals }: Pick<PublishedFigure, "value" | "decimals">,
  here: Here,
): Agreement {
  if (here === null) return { difference: null, within: null };
  if (value === FULL || here === FULL) return { difference: null, within: value === here };
  const difference = here - value;
  const half = decimals === null ? 0 : Number(`5e-${decimals + 1}`);
  return { difference, within: Math.abs(difference) <= half + RELATIVE * Math.abs(value) + ABSOLUTE };
}
