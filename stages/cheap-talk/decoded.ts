import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { decoders } from "../../src/cheap-talk/decoder-columns.ts";
import { clip } from "../../src/cheap-talk/losses.ts";
import { type ReceiverColumn, receiverNames, receivers } from "../../src/cheap-talk/receivers/index.ts";
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
  const actions = receiverNames.map((name) => [decoders[name].column, receivers[name](input)] as const);
  const hybrid = actions.find(([column]) => column === decoders.hybrid.column)![1];
  const clipped = clip(hybrid);
  const valid = cell.filter((row) => row.parser_status === "ok");
  const validActions = valid.length === cell.length ? hybrid : receivers.hybrid(inputOf(valid, settings));
  const validAction = new Map(valid.map((row, i) => [row, validActions[i]]));
  return cell.map((row, i) => {
    const columns = Object.fromEntries(actions.map(([column, values]) => [column, values[i]]));
    return {
      model: row.model,
      bias: row.bias,
      frame: row.frame,
      state_index: row.state_index,
      omega: row.omega,
      message: row.message,
      parser_status: row.parser_status,
      fold: input.folds[i],
      ...(columns as Record<ReceiverColumn, number>),
      a_hat_clipped: clipped[i],
      a_hat_hybrid_valid: validAction.get(row) ?? null,
    };
  });
}

function inputOf(rows: readonly ParsedRow[], settings: ReceiverSettings) {
  return receiverInput(
    Float64Array.from(rows, (row) => row.omega),
    rows.map((row) => row.message),
    settings,
  );
}
