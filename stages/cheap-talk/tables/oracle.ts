import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { OracleTableRow } from "../../../schemas/cheap-talk/tables/oracle.ts";
import { oracleSlopes } from "../../../src/cheap-talk/oracle-slopes.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption } from "../../../src/tables/captions.ts";

/** Table 1: what the theory gives at each bias. The two slopes of the oracle stand in the caption. */
export default function oracle({
  oracle,
}: {
  readonly oracle: readonly OracleRow[];
}): CaptionedTable<OracleTableRow> {
  const rows = oracle.map((row) => ({
    b: row.bias,
    N_CS: row.N_CS,
    I_norm_20: row.I_norm_20,
    L_R_CS: row.L_R_CS,
    L_S_CS: row.L_S_CS,
    L_S_reveal: row.L_S_reveal,
    L_R_babble: row.L_R_babble,
    L_S_babble: row.L_S_babble,
  }));
  const slopes = oracleSlopes(oracle);
  return {
    rows,
    caption: caption(
      "Oracle: the most informative Crawford–Sobel equilibrium of the uniform–quadratic game, full revelation and babbling; uniform states, 20 bins.",
      "Full: at b = 0 full revelation is an equilibrium.",
      slopes.I_norm === null || slopes.N_CS === null
        ? "The slopes on b are undefined with fewer than two positive biases."
        : `Least-squares slopes on b over the positive biases: I_norm ${slopes.I_norm.toFixed(4)}, N_CS ${slopes.N_CS.toFixed(4)}.`,
    ),
  };
}
