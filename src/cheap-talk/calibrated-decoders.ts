import type { DecodedActions, DecoderActions } from "./decoder-columns.ts";

/** A decoder that calibrated estimates are made for. */
export interface CalibratedDecoder {
  readonly name: "hybrid" | "stated_number";
  /** Column of `decoded` with its actions, null where it does not read the message. */
  readonly column: keyof DecodedActions;
  /** Whether its actions are what the sender says, offset and all: a report, which lines and known bias need. */
  readonly isReport: boolean;
}

/** The published primary decoder, and the number as stated. The first is fitted, the second is not. */
export const calibratedDecoders: readonly CalibratedDecoder[] = [
  { name: "hybrid", column: "a_hat", isReport: false },
  { name: "stated_number", column: "a_hat_stated", isReport: true },
];

/** States and actions of the rows that a decoder reads, in the order of the rows. */
export function readActions<Row extends DecodedActions & { readonly omega: number }>(
  rows: readonly Row[],
  column: keyof DecodedActions,
): DecoderActions {
  const omega = new Float64Array(rows.length);
  const actions = new Float64Array(rows.length);
  let n = 0;
  for (const row of rows) {
    const action = row[column];
    if (action === null) continue;
    omega[n] = row.omega;
    actions[n] = action;
    n++;
  }
  return { omega: omega.subarray(0, n), actions: actions.subarray(0, n) };
}
