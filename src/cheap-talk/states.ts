import { defaultRng } from "../statistics/random/index.ts";

/** States as drawn and as used. */
export interface DrawnStates {
  /** Rounded to six decimals: printed in the prompt and used in the analysis. */
  readonly omega: Float64Array;
  /** As drawn. */
  readonly omegaRaw: Float64Array;
}

const MILLION = 1_000_000;

/** Nearest multiple of 10⁻⁶, halves to the even one, as numpy rounds. */
function roundToMillionths(value: number): number {
  const scaled = value * MILLION;
  const below = Math.floor(scaled);
  const part = scaled - below;
  const up = part > 0.5 || (part === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) / MILLION;
}

/**
 * The list of states that serves every cell: uniform draws of numpy's `default_rng(seed)`, rounded to six
 * decimals *before* prompt and analysis. A draw that equals an earlier one at six decimals is passed over, so
 * that all requests are distinct.
 *
 * @param seed seed of the generator; 20260529 gives the published list
 * @param count number of states, 1 … 500,000 (of the 1,000,001 that six decimals can tell apart)
 * @throws RangeError for a count outside that range
 */
export function drawStates(seed: number, count: number): DrawnStates {
  if (!Number.isInteger(count) || count < 1 || count > MILLION / 2) {
    throw new RangeError(`drawStates requires a whole number of states from 1 to 500000, got ${count}`);
  }
  const random = defaultRng(seed);
  const omega = new Float64Array(count);
  const omegaRaw = new Float64Array(count);
  const seen = new Set<number>();
  while (seen.size < count) {
    const raw = random.uniform();
    const rounded = roundToMillionths(raw);
    if (seen.has(rounded)) continue;
    omega[seen.size] = rounded;
    omegaRaw[seen.size] = raw;
    seen.add(rounded);
  }
  return { omega, omegaRaw };
}

/**
 * Checks states that were given, not drawn.
 *
 * @param omega states
 * @throws RangeError for a state outside [0, 1] and for two that are equal at six decimals, naming both
 */
export function checkStates(omega: Iterable<number>): void {
  const seen = new Map<number, number>();
  let index = 0;
  for (const state of omega) {
    if (!(state >= 0 && state <= 1)) {
      throw new RangeError(`state ${index} must lie in [0, 1], got ${state}`);
    }
    const rounded = Math.round(state * MILLION);
    const earlier = seen.get(rounded);
    if (earlier !== undefined) {
      throw new RangeError(
        `states ${earlier} and ${index} are equal at six decimals (${(rounded / MILLION).toFixed(6)}); ` +
          "their requests would be the same",
      );
    }
    seen.set(rounded, index);
    index++;
  }
}
