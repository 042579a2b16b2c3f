import type { ComprehensionRow } from "../../../schemas/cheap-talk/comprehension.ts";
import type { ParsedRow } from "../../../schemas/cheap-talk/parsed.ts";
import type { ValidityRow } from "../../../schemas/cheap-talk/tables/validity.ts";
import { embeddingName, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { rSquared } from "../../../src/cheap-talk/losses.ts";
import { hybrid } from "../../../src/cheap-talk/receivers/hybrid.ts";
import { receiverInput } from "../../../src/cheap-talk/receivers/receiver.ts";
import { type EmbeddingParams, embedMessages } from "../../../src/cheap-talk/recorded-embedding.ts";
import type { CaptionedTable, StageContext } from "../../../src/pipeline/stage.ts";
import { caption, counted, missing } from "../../../src/tables/captions.ts";
import { shareOfPresent } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly parsed: readonly ParsedRow[];
  readonly comprehension: readonly ComprehensionRow[];
}

type Check = ValidityRow["check"];

interface Params extends EmbeddingParams {
  /** Per check the value that passes and the value beyond which it fails; target < fail: low is good. */
  readonly validity_thresholds: Readonly<Record<Check, { readonly target: number; readonly fail: number }>>;
  /** Models in the order of the basket, which is the order of the log. */
  readonly models: readonly string[];
  readonly folds: number;
  readonly fold_seed: number;
  readonly ridge_alpha: number;
  readonly neighbours: number;
}

/** Table 9: do the messages and the senders' understanding meet the thresholds set beforehand? */
export default function validity(
  { parsed, comprehension }: Inputs,
  params: Params,
  context: Pick<StageContext, "embed">,
): CaptionedTable<ValidityRow> {
  const share = (status: ParsedRow["parser_status"]) =>
    shareOfPresent(parsed.map((row) => row.parser_status === status));
  const rates: Record<Check, number | null> = {
    valid_output_rate: share("ok"),
    empty_output_rate: share("empty"),
    format_violation_rate: share("format_violation"),
    comprehension_pass_rate: shareOfPresent(comprehension.map((row) => row.passed)),
    receiver_decoder_R2_at_b0: decoderFit(parsed, params, context),
  };
  const rows = (Object.keys(rates) as Check[]).map((check) => {
    const rate = rates[check];
    const threshold = params.validity_thresholds[check];
    if (threshold === undefined) {
      throw new RangeError(`validity_thresholds requires target and fail for ${check}, got none`);
    }
    const { target, fail } = threshold;
    return { check, rate, target, fail, status: rate === null ? null : verdict(rate, target, fail) };
  });
  return {
    rows,
    caption: caption(
      `Pre-specified checks: ${counted(parsed.length, "message")}, ${counted(comprehension.length, "comprehension answer")}.`,
      "The last row is R² of the hybrid decoder refitted, folds too, on the valid messages at b = 0 in the neutral frame of all models together.",
      `Embedding: ${embeddingName(params.embedding)}.`,
      "No intervals.",
      missing(rows.filter((row) => row.rate === null).length, "there is nothing to measure"),
      referenceSenders(parsed.map((row) => row.model)),
    ),
  };
}

/** Which side is good follows from the thresholds themselves. */
function verdict(rate: number, target: number, fail: number): "pass" | "warn" | "fail" {
  const sign = target >= fail ? 1 : -1;
  if (sign * rate >= sign * target) return "pass";
  return sign * rate < sign * fail ? "fail" : "warn";
}

function decoderFit(
  parsed: readonly ParsedRow[],
  params: Params,
  context: Pick<StageContext, "embed">,
): number | null {
  const valid = parsed.filter(
    (row) => row.bias === 0 && row.frame === "neutral" && row.parser_status === "ok",
  );
  const inLogOrder = sortedByLog(valid, params.models);
  if (inLogOrder.length === 0) return null;
  const omega = Float64Array.from(inLogOrder, (row) => row.omega);
  const messages = inLogOrder.map((row) => row.message);
  const embeddings = embedMessages(messages, params, (text) => context.embed(text));
  const input = receiverInput(
    omega,
    messages,
    {
      folds: params.folds,
      foldSeed: params.fold_seed,
      ridgeAlpha: params.ridge_alpha,
      neighbours: params.neighbours,
      dimensions: params.embedding_dimensions,
    },
    embeddings,
  );
  return rSquared(hybrid(input), omega);
}

/**
 * Folds go by place, so the order of the log is part of the estimate: that of an imported log, else models as
 * asked and then states.
 */
function sortedByLog(rows: readonly ParsedRow[], asked: readonly string[]): ParsedRow[] {
  const place = (model: string) => (asked.includes(model) ? asked.indexOf(model) : asked.length);
  return [...rows].sort((a, b) => (a.log_index ?? 0) - (b.log_index ?? 0) || place(a.model) - place(b.model));
}
