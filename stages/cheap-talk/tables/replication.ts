import type { ComprehensionRow } from "../../../schemas/cheap-talk/comprehension.ts";
import type { ParsedRow } from "../../../schemas/cheap-talk/parsed.ts";
import type { BiasTableRow } from "../../../schemas/cheap-talk/tables/bias_table.ts";
import type { DecodersRow } from "../../../schemas/cheap-talk/tables/decoders.ts";
import type { FrameContrastsIRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_I.ts";
import type { FrameContrastsNRow } from "../../../schemas/cheap-talk/tables/frame_contrasts_N.ts";
import type { HypothesesRow } from "../../../schemas/cheap-talk/tables/hypotheses.ts";
import type { LinearExaggerationRow } from "../../../schemas/cheap-talk/tables/linear_exaggeration.ts";
import type { ModelSummaryRow } from "../../../schemas/cheap-talk/tables/model_summary.ts";
import type { RegressionsRow } from "../../../schemas/cheap-talk/tables/regressions.ts";
import type { ReplicationRow } from "../../../schemas/cheap-talk/tables/replication.ts";
import type { RobustnessRow } from "../../../schemas/cheap-talk/tables/robustness.ts";
import type { ValidityRow } from "../../../schemas/cheap-talk/tables/validity.ts";
import { referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { wordedCells } from "../../../src/cheap-talk/replication/embedding.ts";
import { publishedFigures, publishedModels } from "../../../src/cheap-talk/replication/published.ts";
import { isPublishedPool, replicate } from "../../../src/cheap-talk/replication/replicate.ts";
import { comprehensionTallies, tallies } from "../../../src/cheap-talk/replication/tallies.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption } from "../../../src/tables/captions.ts";

interface Inputs {
  /** The published figures: one file by its path. */
  readonly published: Readonly<Record<string, string>>;
  readonly parsed: readonly Pick<ParsedRow, "model" | "bias" | "frame" | "message" | "parser_status">[];
  readonly comprehension: readonly Pick<ComprehensionRow, "model" | "passed">[];
  readonly bias_table: readonly BiasTableRow[];
  readonly model_summary: readonly ModelSummaryRow[];
  readonly frame_contrasts_I: readonly FrameContrastsIRow[];
  readonly frame_contrasts_N: readonly FrameContrastsNRow[];
  readonly regressions: readonly RegressionsRow[];
  readonly robustness: readonly RobustnessRow[];
  readonly validity: readonly ValidityRow[];
  readonly linear_exaggeration: readonly LinearExaggerationRow[];
  readonly decoders: readonly DecodersRow[];
  readonly hypotheses: readonly HypothesesRow[];
}

interface Params {
  /** Embedding that the decoders read. */
  readonly embedding: string;
}

/** The published figures, all of them, beside what this run gives. */
export default function replication(
  { published, parsed, comprehension, ...tables }: Inputs,
  { embedding }: Params,
): CaptionedTable<ReplicationRow> {
  const figures = Object.entries(published).flatMap(([file, text]) => publishedFigures(text, file));
  const cells = wordedCells(parsed);
  const rows = replicate(
    figures,
    {
      ...tables,
      tallies: tallies(parsed, comprehension, tables.frame_contrasts_I),
      comprehension_tallies: comprehensionTallies(comprehension),
    },
    { cells, embedding },
  );

  const count = (status: ReplicationRow["status"]) => rows.filter((row) => row.status === status).length;
  const chance = rows.filter((row) => row.status === "needs MiniLM" && row.within_rounding).length;
  return {
    rows,
    caption: caption(
      `Of ${rows.length} published figures (arXiv:2606.01456) ${count("within rounding")} are within rounding here, ${count("differs")} differ, ${count("needs MiniLM")} need MiniLM and ${count("not here")} are not here.`,
      "Within rounding: at most half a unit of the last decimal that the table prints, or 1e-9 of a figure given in full.",
      count("needs MiniLM") === 0
        ? ""
        : `Needs MiniLM: the figure rests on sentence embeddings, all-MiniLM-L6-v2 there and ${embedding} here, so agreement would be chance (${chance} agree).`,
      "The k-nearest-neighbour rows are not determined by the messages: equal ones tie, and the published run breaks ties in an order of its own.",
      isPublishedPool(figures, cells)
        ? ""
        : `Figures of all models together are not here: they are of ${publishedModels(figures).join(", ")}, and this run has other models.`,
      referenceSenders(cells.map((cell) => cell.model)),
    ),
  };
}
