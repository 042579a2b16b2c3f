import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { HeadlineRow } from "../../../schemas/cheap-talk/tables/headline.ts";
import { oracleAt } from "../../../src/cheap-talk/bias-gradient.ts";
import { caption, counted, HYBRID, missing, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { groupBy, meanOfPresent } from "../../../src/cheap-talk/summary.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";

interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
}

/** How many times the equilibrium's information each model transmits, per positive bias. */
export default function headline({ metrics, oracle }: Inputs): CaptionedTable<HeadlineRow> {
  const cells = metrics.filter((row) => row.spec === "primary" && row.bias > 0);
  const groups = groupBy(cells, (cell) => JSON.stringify([cell.model, cell.bias]));
  const rows = [...groups.values()].map((group) => {
    const { model, bias } = group[0] as MetricsRow;
    const I_norm = meanOfPresent(group.map((cell) => cell.I_norm));
    const I_oracle = oracleAt(oracle, bias).I_norm_20;
    // From b = 1/4 on the oracle babbles: a multiple of no information is undefined.
    return {
      model,
      bias,
      I_norm,
      I_oracle,
      ratio: I_norm === null || !(I_oracle > 0) ? null : I_norm / I_oracle,
    };
  });
  return {
    rows,
    caption: caption(
      `Published I_norm (mean over the frames; ${counted(cells.length, "cell")}) over the oracle's (uniform states, 20 bins), positive biases; no intervals.`,
      HYBRID,
      missing(
        rows.filter((row) => row.ratio === null).length,
        "the oracle's information is 0 from b = 0.25 on",
      ),
      referenceSenders(rows.map((row) => row.model)),
    ),
  };
}
