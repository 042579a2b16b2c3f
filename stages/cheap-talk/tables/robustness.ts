import type { MetricsRow } from "../../../schemas/cheap-talk/metrics.ts";
import type { OracleRow } from "../../../schemas/cheap-talk/oracle.ts";
import type { RobustnessRow } from "../../../schemas/cheap-talk/tables/robustness.ts";
import { biasGradient } from "../../../src/cheap-talk/bias-gradient.ts";
import {
  embeddingName,
  NEAREST_NEIGHBOUR_TIES,
  PUBLISHED,
  referenceSenders,
} from "../../../src/cheap-talk/captions.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted } from "../../../src/tables/captions.ts";

interface Inputs {
  readonly metrics: readonly MetricsRow[];
  readonly oracle: readonly OracleRow[];
}

const SPECS = [
  "MI_bins=10",
  "MI_bins=30",
  "alt_decoder=knn",
  "ablation_embedding_only",
  "drop_invalid",
] as const;

/** Table 8: the bias gradient when bins, decoder or the treatment of invalid messages change. */
export default function robustness(
  { metrics, oracle }: Inputs,
  { bins, embedding }: { readonly bins: number; readonly embedding: string },
): CaptionedTable<RobustnessRow> {
  const rows = SPECS.flatMap((spec) => {
    const cells = metrics.filter((row) => row.spec === spec);
    return biasGradient(cells, oracle).map((row) => ({ ...row, spec }));
  });
  return {
    rows,
    caption: caption(
      `The bias gradient with one choice changed at a time: 10 or 30 bins (hybrid decoder); k-nearest-neighbour or ridge decoder on embeddings alone (${bins} bins); hybrid decoder refitted, folds too, on the messages without a format violation that are not empty.`,
      `Before exclusions ${counted(
        metrics.filter((row) => row.spec === "MI_bins=10").reduce((sum, row) => sum + row.n, 0),
        "message",
      )}.`,
      PUBLISHED,
      "I_norm_CS stays at 20 bins; frac_overreveal_MI compares with the oracle at the bins of the row. No intervals.",
      `Embedding: ${embeddingName(embedding)}.`,
      NEAREST_NEIGHBOUR_TIES,
      "Full: at b = 0 full revelation is an equilibrium.",
      referenceSenders(metrics.map((row) => row.model)),
    ),
  };
}
