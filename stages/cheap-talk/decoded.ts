import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { clip } from "../../src/cheap-talk/losses.ts";
import { receivers } from "../../src/cheap-talk/receivers/index.ts";
import { type ReceiverSettings, receiverInput } from "../../src/cheap-talk/receivers/receiver.ts";

interface Inputs {
  readonly parsed: readonly ParsedRow[];
}

interface Params {
  readonly folds: number;
  readonly fold_seed: number;
  readonly ridge_alpha: number;
  readonly neighbours: number;
  readonly embedding_dimensions: number;
}

/**
 * The action of each receiver on each message. Receivers are fitted within a cell, cross-fitted over folds;
 * the hybrid one a second time, folds too, on the valid messages alone.
 */
export default function decoded({ parsed }: Inputs, params: Params): DecodedRow[] {
  const settings: ReceiverSettings = {
    folds: params.folds,
    foldSeed: params.fold_seed,
    ridgeAlpha: params.ridge_alpha,
    neighbours: params.neighbours,
    dimensions: params.embedding_dimensions,
  };
  return byCell(parsed).flatMap((cell) => decodeCell(cell, settings));
}

function decodeCell(cell: readonly ParsedRow[], settings: ReceiverSettings): DecodedRow[] {
  const input = inputOf(cell, settings);
  const actions = receivers.hybrid(input);
  const parsedReport = receivers.parsed_report(input);
  const embeddingRidge = receivers.embedding_ridge(input);
  const embeddingKnn = receivers.embedding_knn(input);
  const clipped = clip(actions);
  const valid = cell.filter((row) => row.parser_status === "ok");
  const validActions = valid.length === cell.length ? actions : receivers.hybrid(inputOf(valid, settings));
  const actionOf = new Map(valid.map((row, i) => [row, validActions[i]]));
  return cell.map((row, i) => ({
    model: row.model,
    bias: row.bias,
    frame: row.frame,
    state_index: row.state_index,
    omega: row.omega,
    message: row.message,
    parser_status: row.parser_status,
    fold: input.folds[i],
    a_hat: actions[i],
    a_hat_clipped: clipped[i],
    a_hat_parsed_report: parsedReport[i],
    a_hat_embedding_ridge: embeddingRidge[i],
    a_hat_embedding_knn: embeddingKnn[i],
    a_hat_hybrid_valid: actionOf.get(row) ?? null,
  }));
}

function inputOf(rows: readonly ParsedRow[], settings: ReceiverSettings) {
  return receiverInput(
    Float64Array.from(rows, (row) => row.omega),
    rows.map((row) => row.message),
    settings,
  );
}
