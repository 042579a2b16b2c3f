import { gramRidge, innerProducts } from "../statistics/gram-ridge.ts";
import { calibratedDecoders } from "./calibrated-decoders.ts";
import { cellEstimator, type Estimates, NO_REPORT, pick } from "./cell-estimates.ts";
import type { DecodedActions } from "./decoder-columns.ts";
import { type Embeddings, embedTrigrams } from "./embedding.ts";
import { crossFitFolds } from "./folds.ts";
import { firstNumber } from "./numbers.ts";
import { hybridBy } from "./receivers/hybrid.ts";
import type { ReceiverSettings } from "./receivers/receiver.ts";

/** What the half-samples of a cell take from `decoded`. */
export type HalfCellRow = DecodedActions & {
  readonly state_index: number;
  readonly omega: number;
  readonly message: string;
};

type Embed = (messages: readonly string[]) => Embeddings;

/** The estimates of one decoder on one half. */
export interface HalfEstimates extends Estimates {
  readonly decoder: "hybrid" | "stated_number";
  readonly half: number;
  /** Messages of the cell in this half that the decoder reads. */
  readonly n: number;
}

/**
 * A function that gives the estimates of a cell on each half of the states. The hybrid decoder is refitted on the
 * half, folds too, so that the spread over halves holds what fitting adds; the stated number is not fitted. A cell
 * that lacks states uses those of the half that it has.
 *
 * @param states state indices that the halves are drawn from, ascending, each once
 * @param drawn positions in `states`, ascending, per half; the same halves for every cell
 * @param bins equal bins of state and action
 * @param settings of the receivers
 * @param embed embeds messages; hashed trigrams where none is given
 * @returns from the rows of one cell, at most one per state, and its bias; it throws a RangeError where a row has a
 *   state that is not among `states`
 */
export function halfEstimator(
  states: readonly number[],
  drawn: readonly Int32Array[],
  bins: number,
  settings: ReceiverSettings,
  embed: Embed = (messages) => embedTrigrams(messages, settings.dimensions),
): (cell: readonly HalfCellRow[], bias: number) => HalfEstimates[] {
  const placeOf = new Map(states.map((index, place) => [index, place]));
  const estimator = cellEstimator(states.length, bins);
  const foldsOf = remember((n: number) => crossFitFolds(n, settings.folds, settings.foldSeed));
  // The equilibrium's index depends on the states alone: cells that have all of a half share it.
  const oracles = remember((_bias: number): (number | null)[] => []);
  return (cell, bias) => {
    const places = Int32Array.from(cell, ({ state_index }) => {
      const place = placeOf.get(state_index);
      if (place !== undefined) return place;
      throw new RangeError(`halfEstimator requires the states of the design, got state_index ${state_index}`);
    });
    return calibratedDecoders.flatMap(({ name, column, isReport }) => {
      const { omega, actions, rowAt } = readRows(cell, places, column, states.length);
      // A fitted decoder reads every message, so its rows are those of the cell.
      const refit = name === "hybrid" ? hybridOf(cell, omega, settings, embed) : null;
      const reports = isReport ? estimator.ofReports({ omega, actions, bias }) : null;
      return drawn.map((half, number): HalfEstimates => {
        const rows = rowsOf(half, rowAt);
        const here = pick(omega, rows);
        const folds = foldsOf(rows.length);
        const part = { omega: here, actions: refit?.(rows, here, folds) ?? pick(actions, rows), bias };
        const oracle = rows.length === half.length ? shared(oracles(bias), number, here) : undefined;
        return {
          decoder: name,
          half: number,
          n: rows.length,
          ...estimator.ofActions(part, folds, oracle),
          ...(reports?.(rows) ?? NO_REPORT),
        };
      });
    });

    function shared(known: (number | null)[], half: number, here: Float64Array): number | null {
      if (known[half] === undefined) known[half] = estimator.ofOracle(here, bias);
      return known[half];
    }
  };
}

/**
 * The hybrid receiver of a cell as a function of the rows that it is fitted on. Inner products of the embeddings are
 * computed once; messages with a number are not embedded, since it reads the number.
 *
 * @returns from row numbers, their states and their folds, the action at each
 */
function hybridOf(
  cell: readonly HalfCellRow[],
  omega: Float64Array,
  { ridgeAlpha }: ReceiverSettings,
  embed: Embed,
): (rows: Int32Array, here: Float64Array, folds: Int32Array) => Float64Array {
  const numbers = Float64Array.from(cell, ({ message }) => firstNumber(message) ?? Number.NaN);
  const worded = cell.map((_, i) => i).filter((i) => Number.isNaN(numbers[i]));
  const { vectors, rowOf } = embed(worded.map((i) => cell[i].message));
  const products = innerProducts(vectors, rowOf);
  const placeOf = new Int32Array(cell.length);
  for (const [place, i] of worded.entries()) placeOf[i] = place;
  return (rows, here, folds) =>
    hybridBy({ omega: here, numbers: pick(numbers, rows), folds }, (training) => {
      const chosen = Int32Array.from(training, (k) => placeOf[rows[k]]);
      const states = Float64Array.from(training, (k) => omega[rows[k]]);
      const predict = gramRidge(products, worded.length, chosen, states, ridgeAlpha);
      return (k) => predict(placeOf[rows[k]]);
    });
}

/** States and actions of the rows that a decoder reads, and for each state of the design its row, or −1. */
function readRows(
  cell: readonly HalfCellRow[],
  places: Int32Array,
  column: keyof DecodedActions,
  states: number,
) {
  const rowAt = new Int32Array(states).fill(-1);
  const omega = new Float64Array(cell.length);
  const actions = new Float64Array(cell.length);
  let n = 0;
  for (let i = 0; i < cell.length; i++) {
    const action = cell[i][column];
    if (action === null) continue;
    rowAt[places[i]] = n;
    omega[n] = cell[i].omega;
    actions[n] = action;
    n++;
  }
  return { omega: omega.subarray(0, n), actions: actions.subarray(0, n), rowAt };
}

/** Rows of the states of a half, where there are such. */
function rowsOf(half: Int32Array, rowAt: Int32Array): Int32Array {
  const rows = new Int32Array(half.length);
  let n = 0;
  for (let k = 0; k < half.length; k++) {
    const row = rowAt[half[k]];
    if (row >= 0) rows[n++] = row;
  }
  return rows.subarray(0, n);
}

/** The function with its results kept. */
function remember<Value>(compute: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
