import { normalInterval } from "../statistics/equivalence.ts";
import { halfSampleError } from "../statistics/half-samples.ts";
import type { Estimates } from "./cell-estimates.ts";
import type { CellKey } from "./cells.ts";

/** Rows of the stage `half_samples`, as far as intervals need them. */
export interface HalfRow extends CellKey, Estimates {
  readonly decoder: string;
  readonly half: number;
}

/** A cell under one decoder: its estimates on all states, and on each half in the order of the halves. */
export interface SampledCell<Row extends CellKey & Estimates & { readonly decoder: string }> {
  readonly row: Row;
  readonly halves: readonly Estimates[];
}

/** An estimate with its half-sample standard error and interval; null where undefined. */
export interface SampledEstimate {
  readonly value: number | null;
  readonly se: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Level of the intervals in the tables. */
export const INTERVAL_LEVEL = 0.95;

const UNKNOWN: SampledEstimate = { value: null, se: null, low: null, high: null };

/** Puts the halves of each cell and decoder beside its estimates on all states, in the order of those. */
export function sampledCells<Row extends CellKey & Estimates & { readonly decoder: string }>(
  whole: readonly Row[],
  halfRows: readonly HalfRow[],
): SampledCell<Row>[] {
  const byCell = new Map<string, HalfRow[]>();
  for (const row of halfRows) {
    const key = keyOf(row);
    const rows = byCell.get(key);
    if (rows === undefined) byCell.set(key, [row]);
    else rows.push(row);
  }
  return whole.map((row) => {
    const halves = byCell.get(keyOf(row)) ?? [];
    return { row, halves: [...halves].sort((a, b) => a.half - b.half) };
  });
}

function keyOf({ model, bias, frame, decoder }: CellKey & { readonly decoder: string }): string {
  return JSON.stringify([model, bias, frame, decoder]);
}

/**
 * A statistic of several cells with its half-sample standard error and interval: the statistic on all states,
 * and on each half with the same half in every cell, so that what cells share by sharing states is counted.
 *
 * @param cells all with the same halves
 * @param states number of states that the halves were drawn from
 * @param level coverage of the interval
 * @param statistic from the estimates of the cells, in their order; null where undefined. A half on which it
 *   is null is left out of the standard error
 */
export function sampledEstimate<Row extends CellKey & Estimates & { readonly decoder: string }>(
  cells: readonly SampledCell<Row>[],
  states: number,
  level: number,
  statistic: (estimates: readonly Estimates[]) => number | null,
): SampledEstimate {
  if (cells.length === 0) return UNKNOWN;
  const value = statistic(cells.map((cell) => cell.row));
  if (value === null) return UNKNOWN;
  const count = Math.min(...cells.map((cell) => cell.halves.length));
  const values = new Float64Array(count);
  const estimates = new Array<Estimates>(cells.length);
  for (let half = 0; half < count; half++) {
    for (let c = 0; c < cells.length; c++) estimates[c] = cells[c].halves[half];
    values[half] = statistic(estimates) ?? Number.NaN;
  }
  const se = halfSampleError(values, states);
  if (se === null) return { ...UNKNOWN, value };
  return { value, se, ...normalInterval({ value, se }, level) };
}

/** Mean of one measure over cells; null where a cell lacks it, so that every half means the same cells. */
export function meanMeasure(measure: keyof Estimates): (estimates: readonly Estimates[]) => number | null {
  return (estimates) => {
    let sum = 0;
    for (const estimate of estimates) {
      const value = estimate[measure];
      if (value === null) return null;
      sum += value;
    }
    return estimates.length === 0 ? null : sum / estimates.length;
  };
}
