import { expectedInformationOf } from "../../statistics/expected-information.ts";
import { equalBins, informationOf } from "../../statistics/information.ts";
import { oracleActions } from "../equilibrium.ts";
import { clip } from "../losses.ts";

/** H − E[I] below this is rounding noise, in nats. */
const NOTHING = 1e-12;

/**
 * Chance-adjusted information index (I − E[I])/(H − E[I]) between state bin and action bin: I the plug-in
 * information, H the entropy of the state bin, E[I] what actions of the same counts get by chance when they
 * are paired with the states at random. Vinh, Epps & Bailey 2010, JMLR 11:2837: eq. 24a for E[I]; their
 * adjusted mutual information, with the entropy of the state bin as the upper bound, as in I_norm.
 *
 * 0 on average for a babbler at any number of bins and states, 1 where the action bin fixes the state bin;
 * it may fall below 0. An index, not an estimate of I_norm: compare it with `adjustedOracle` on the same
 * states. O(T + bins²) after the first calls; `adjustedInformationOf` keeps the tables.
 *
 * @param omega states in [0, 1]
 * @param actions as many actions, any numbers; clipped to [0, 1] first
 * @param bins number of equal bins of state and action, 1 or more
 * @returns NaN where H − E[I] is 0: no rows, states in one bin, or counts that leave nothing to chance
 * @throws RangeError for NaN among states or actions, or bins outside their range
 */
export function adjustedInformation(omega: Float64Array, actions: Float64Array, bins: number): number {
  return adjustedInformationOf(omega.length, bins)(equalBins(omega, bins), equalBins(clip(actions), bins));
}

/**
 * The index of the finest equilibrium on the same states: what to compare `adjustedInformation` with.
 *
 * @param omega states in [0, 1]
 * @param bias b, 0 or more, at most six decimals; at 0 the oracle reveals the state
 * @param bins as there
 * @throws RangeError for a bias outside that domain
 */
export function adjustedOracle(omega: Float64Array, bias: number, bins: number): number {
  return adjustedInformation(omega, oracleActions(omega, bias), bins);
}

/**
 * A function from binned rows to the index, for repeated use on up to `most` rows; it keeps the tables.
 *
 * @param most most rows that a call will name
 * @param bins number of cells of either variable
 */
export function adjustedInformationOf(
  most: number,
  bins: number,
): (stateBins: Int32Array, actionBins: Int32Array, rows?: Int32Array) => number {
  const measure = informationOf(most, bins);
  const expectedBySize = new Map<number, ReturnType<typeof expectedInformationOf>>();
  const stateCounts = new Int32Array(bins);
  const actionCounts = new Int32Array(bins);
  return (stateBins, actionBins, rows) => {
    const n = rows === undefined ? stateBins.length : rows.length;
    if (n === 0) return Number.NaN;
    stateCounts.fill(0);
    actionCounts.fill(0);
    for (let k = 0; k < n; k++) {
      const i = rows === undefined ? k : rows[k];
      stateCounts[stateBins[i]]++;
      actionCounts[actionBins[i]]++;
    }
    let expectedOf = expectedBySize.get(n);
    if (expectedOf === undefined) {
      expectedOf = expectedInformationOf(n);
      expectedBySize.set(n, expectedOf);
    }
    const expected = expectedOf(stateCounts, actionCounts);
    const { mutual, entropy } = measure(stateBins, actionBins, rows);
    const room = entropy - expected;
    return room > NOTHING ? (mutual - expected) / room : Number.NaN;
  };
}
