import { meanOfPresent, shareOfPresent } from "../tables/summary.ts";

/** What the gradient takes from the metrics of one cell. */
export interface GradientCell {
  readonly bias: number;
  readonly I_norm: number | null;
  readonly N_hat: number | null;
  readonly L_R: number | null;
  readonly L_S: number | null;
  readonly over_reveal_N: boolean | null;
  readonly over_reveal_mi: boolean | null;
}

/** What it takes from the oracle at one bias. */
export interface GradientOracle {
  readonly bias: number;
  readonly N_CS: number | null;
  readonly I_norm_20: number;
  readonly L_R_CS: number;
  readonly L_S_CS: number;
}

/**
 * Bias gradient (cheap-talk.md §6.2): per bias the unweighted means over its cells beside the oracle's values,
 * and the shares of cells that reveal more than the equilibrium. One row per bias of the cells, ascending; the
 * oracle's values are those of uniform states with 20 bins, whatever the cells were binned with.
 *
 * @throws RangeError when the oracle lacks a bias of the cells
 */
export function biasGradient(cells: readonly GradientCell[], oracle: readonly GradientOracle[]) {
  const biases = [...new Set(cells.map((cell) => cell.bias))].sort((a, b) => a - b);
  return biases.map((bias) => {
    const here = cells.filter((cell) => cell.bias === bias);
    const best = oracleAt(oracle, bias);
    return {
      bias,
      n_cells: here.length,
      mean_I_norm: meanOfPresent(here.map((cell) => cell.I_norm)),
      mean_N_hat: meanOfPresent(here.map((cell) => cell.N_hat)),
      N_CS: best.N_CS,
      I_norm_CS: best.I_norm_20,
      mean_L_R: meanOfPresent(here.map((cell) => cell.L_R)),
      mean_L_S: meanOfPresent(here.map((cell) => cell.L_S)),
      L_R_CS: best.L_R_CS,
      L_S_CS: best.L_S_CS,
      frac_overreveal_N: shareOfPresent(here.map((cell) => cell.over_reveal_N)),
      frac_overreveal_MI: shareOfPresent(here.map((cell) => cell.over_reveal_mi)),
    };
  });
}

/**
 * The oracle's row at a bias.
 * @throws RangeError when there is none
 */
export function oracleAt<Row extends { readonly bias: number }>(oracle: readonly Row[], bias: number): Row {
  const row = oracle.find((candidate) => candidate.bias === bias);
  if (row === undefined) {
    throw new RangeError(
      `the oracle requires a row for every bias, got none for ${bias} among ${oracle.map((r) => r.bias).join(", ")}`,
    );
  }
  return row;
}
