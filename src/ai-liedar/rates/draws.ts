import seedrandom from "seedrandom";
import type { Category } from "../scenarios/scenario.ts";
import { type ScenarioSums, WIDTH } from "./clusters.ts";

/** Bootstrap settings of the study. */
export interface LiedarBootstrap {
  /** Number of resamples, 1 or more. */
  readonly liedar_resamples: number;
  readonly liedar_seed: number;
}

/** Places of the scenarios drawn, `n` for each resample, of a category with `n` scenarios. */
export type Draws = (category: Category, n: number) => Int32Array;

/**
 * Draws of scenarios with replacement, within a category. They depend on the seed, the category's name and the number of
 * scenarios alone, so models, conditions and measures that have the same scenarios share them: a difference of two is
 * resampled together, and another model moves nothing.
 *
 * @throws RangeError for a number of resamples that is no whole number of 1 or more
 */
export function scenarioDraws({ liedar_resamples: resamples, liedar_seed: seed }: LiedarBootstrap): Draws {
  if (!Number.isInteger(resamples) || resamples < 1)
    throw new RangeError(`liedar_resamples requires a whole number of 1 or more, got ${resamples}`);
  const kept = new Map<string, Int32Array>();
  return (category, n) => {
    const name = `${category}/${n}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const random = seedrandom(`${seed}/${category}`);
    const drawn = new Int32Array(resamples * n);
    for (let i = 0; i < drawn.length; i++) drawn[i] = Math.floor(random.quick() * n);
    kept.set(name, drawn);
    return drawn;
  };
}

/** For each resample the `WIDTH` totals over the scenarios that it drew. O(resamples × scenarios). */
export function drawnTotals({ scenarios, sums }: ScenarioSums, drawn: Int32Array): Float64Array {
  const n = scenarios.length;
  if (n === 0) return new Float64Array(0);
  const out = new Float64Array((drawn.length / n) * WIDTH);
  for (let i = 0, row = 0; i < drawn.length; row += WIDTH)
    for (const end = i + n; i < end; i++) {
      const from = drawn[i] * WIDTH;
      for (let k = 0; k < WIDTH; k++) out[row + k] += sums[from + k];
    }
  return out;
}
