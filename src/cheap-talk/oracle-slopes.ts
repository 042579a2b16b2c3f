import { line } from "../statistics/regression.ts";

/** Slopes of the oracle's values on b; null with fewer than two positive biases. */
export interface OracleSlopes {
  readonly I_norm: number | null;
  readonly N_CS: number | null;
}

/**
 * Least-squares slopes of the oracle's I_norm and N_CS on b over the positive biases (cheap-talk.md §6.1).
 * Full revelation at b = 0 has no number of cells and is left out of both.
 */
export function oracleSlopes(
  oracle: readonly { readonly bias: number; readonly N_CS: number | null; readonly I_norm_20: number }[],
): OracleSlopes {
  const positive = oracle.filter((row) => row.bias > 0 && row.N_CS !== null);
  const biases = positive.map((row) => row.bias);
  return {
    I_norm:
      line(
        biases,
        positive.map((row) => row.I_norm_20),
      )?.slope ?? null,
    N_CS:
      line(
        biases,
        positive.map((row) => row.N_CS as number),
      )?.slope ?? null,
  };
}
