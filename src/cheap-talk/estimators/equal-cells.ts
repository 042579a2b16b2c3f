import { poolInPlace } from "../../statistics/isotonic.ts";
import { risingOrder } from "../../statistics/rising-order.ts";

/**
 * Equivalent number of equal cells: 1/√(12·L_R), L_R the mean squared error of a receiver who knows that
 * reports rise with the state and no more. N equal cells leave the receiver a loss of 1/(12·N²), so the value
 * is the number of equal cells that would inform as well as this sender does.
 *
 * The receiver is an isotonic least-squares fit of the state on the report (Ayer et al. 1955; Barlow et al.
 * 1972), cross-fitted: the state of each row is predicted from the rows of the other folds, linearly between
 * fitted reports and constant beyond them; equal reports share one prediction. Predictions are means of
 * states, hence in [0, 1]. No bins; an offset or a scale of the report makes no difference, a cap does.
 *
 * About 0.98 for a babbler (truth 1: the fit costs a little), 5.02 … 1.54 for the equilibrium at b = .01 …
 * .12, beyond 50 for a lossless sender; print it as `equivalentCellsText` does. A report that falls with the
 * state looks like babbling: the receiver does not turn it round. O(T log T + folds · T).
 *
 * @param omega states in [0, 1]
 * @param actions the report or action at each state, not clipped, finite
 * @param folds the fold of each row, 0 or more (`crossFitFolds`)
 * @returns above 0; Infinity where nothing is lost; NaN where a row has nothing to be predicted from (fewer
 *   than two rows, or all in one fold)
 * @throws RangeError for lengths that differ
 */
export function equivalentCells(omega: Float64Array, actions: Float64Array, folds: Int32Array): number {
  const n = omega.length;
  if (actions.length !== n || folds.length !== n) {
    throw new RangeError(
      `equivalentCells requires as many actions and folds as states, got ${actions.length} and ${folds.length} for ${n}`,
    );
  }
  const order = risingOrder(actions);
  let foldCount = 0;
  for (let i = 0; i < n; i++) foldCount = Math.max(foldCount, folds[i] + 1);
  const reports = new Float64Array(n);
  const levels = new Float64Array(n);
  const weights = new Float64Array(n);
  const ends = new Int32Array(n);
  let squares = 0;
  for (let fold = 0; fold < foldCount; fold++) {
    const points = isotonicFit(omega, actions, folds, order, fold, reports, levels, weights, ends);
    let at = 0;
    for (let k = 0; k < n; k++) {
      const i = order[k];
      if (folds[i] !== fold) continue;
      if (points === 0) return Number.NaN;
      // Rows come in the order of their reports, so the place among the fitted points only moves up.
      while (at < points && reports[at] < actions[i]) at++;
      const error = predicted(actions[i], reports, levels, at, points) - omega[i];
      squares += error * error;
    }
  }
  return n === 0 ? Number.NaN : 1 / Math.sqrt((12 * squares) / n);
}

/** The value as it is to be read: two decimals, and "> 50" beyond what 200 states can tell from no loss. */
export function equivalentCellsText(cells: number): string {
  return cells > 50 ? "> 50" : cells.toFixed(2);
}

/**
 * Isotonic fit of the states on the reports over the rows outside a fold; equal reports are one point.
 *
 * @param order rows by rising report
 * @param reports is filled with the distinct reports, rising
 * @param levels is filled with the fitted state at each
 * @param weights work space, as is `ends`
 * @returns how many points
 */
function isotonicFit(
  omega: Float64Array,
  actions: Float64Array,
  folds: Int32Array,
  order: Int32Array,
  fold: number,
  reports: Float64Array,
  levels: Float64Array,
  weights: Float64Array,
  ends: Int32Array,
): number {
  let points = 0;
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    if (folds[i] === fold) continue;
    if (points === 0 || actions[i] !== reports[points - 1]) {
      reports[points] = actions[i];
      levels[points] = 0;
      weights[points] = 0;
      points++;
    }
    levels[points - 1] += omega[i];
    weights[points - 1]++;
  }
  for (let p = 0; p < points; p++) levels[p] /= weights[p];
  poolInPlace(levels, weights, ends, points);
  return points;
}

/** The fitted state at a report; `at` is the first fitted point that is not below it, `points` if none. */
function predicted(
  report: number,
  reports: Float64Array,
  levels: Float64Array,
  at: number,
  points: number,
): number {
  if (at === points) return levels[points - 1];
  if (at === 0 || reports[at] === report) return levels[at];
  const share = (report - reports[at - 1]) / (reports[at] - reports[at - 1]);
  return levels[at - 1] + share * (levels[at] - levels[at - 1]);
}
