import type { Generator } from "../statistics/random/index.ts";

/**
 * State-clustered bootstrap: each resample draws T whole states with replacement, the same for every cell,
 * and evaluates a statistic at the resulting weights (how often each state was drawn).
 *
 * @param statistic NaN marks a resample on which it is undefined
 * @returns the statistic of each resample, undefined ones left out
 */
export function stateBootstrap(
  states: number,
  resamples: number,
  generator: Pick<Generator, "choice">,
  statistic: (weights: Int32Array) => number,
): Float64Array {
  const values = new Float64Array(resamples);
  const weights = new Int32Array(states);
  let defined = 0;
  for (let r = 0; r < resamples; r++) {
    weights.fill(0);
    for (const state of generator.choice(states, states)) weights[state] += 1;
    const value = statistic(weights);
    if (Number.isNaN(value)) continue;
    values[defined] = value;
    defined += 1;
  }
  return values.slice(0, defined);
}
