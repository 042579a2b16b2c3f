import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { BiasTableRow } from "../../../schemas/cheap-talk/tables/bias_table.ts";
import { biasGradient } from "../../../src/cheap-talk/bias-gradient.ts";
import { hybridDecoder, PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted } from "../../../src/tables/captions.ts";

interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
}

/** Table 2: how information, steps and losses change with the bias, beside the oracle. */
export default function biasTable(
  { metrics, oracle }: Inputs,
  { embedding }: { readonly embedding: string },
): CaptionedTable<BiasTableRow> {
  const primary = metrics.filter((row) => row.spec === "primary");
  return {
    rows: biasGradient(primary, oracle),
    caption: caption(
      `Means over all models and frames at each bias, unweighted; ${counted(
        primary.reduce((sum, row) => sum + row.n, 0),
        "message",
      )}.`,
      PUBLISHED,
      hybridDecoder(embedding),
      "No intervals: the cells' own stand in cell_metrics.",
      "Full: at b = 0 full revelation is an equilibrium.",
      referenceSenders(primary.map((row) => row.model)),
    ),
  };
}
