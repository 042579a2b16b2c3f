import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { decoders } from "../../src/cheap-talk/decoder-columns.ts";
import { clip } from "../../src/cheap-talk/losses.ts";
import { type ReceiverColumn, receiverNames, receivers } from "../../src/cheap-talk/receivers/index.ts";
import {
  type ReceiverInput,
  type ReceiverSettings,
  receiverInput,
} from "../../src/cheap-talk/receivers/receiver.ts";
import { type EmbeddingParams, embedMessages } from "../../src/cheap-talk/recorded-embedding.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";

interface Inputs {
  readonly parsed: readonly ParsedRow[];
}

interface Params extends EmbeddingParams {
  readonly folds: number;
  readonly fold_seed: number;
  readonly ridge_alpha: number;
  readonly neighbours: number;
}

/**
 * The action of each receiver on each message. Receivers are fitted within a cell, cross-fitted over folds;
 * the hybrid one a second time, folds too, on the valid messages alone. The stated number is taken as it is.
 */
export default function decoded(
  { parsed }: Inputs,
  params: Params,
  context: Pick<StageContext, "embed">,
): DecodedRow[] {
  const settings: ReceiverSettings = {
    folds: params.folds,
    foldSeed: params.fold_seed,
    ridgeAlpha: params.ridge_alpha,
    neighbours: params.neighbours,
    dimensions: params.embedding_dimensions,
  };
  const inputOf = (rows: readonly ParsedRow[]) => {
    const messages = rows.map((row) => row.message);
    const embeddings = embedMessages(messages, params, (text) => context.embed(text));
    return receiverInput(
      Float64Array.from(rows, (row) => row.omega),
      messages,
      settings,
      embeddings,
    );
  };
  return byCell(parsed).flatMap((cell) => decodeCell(cell, inputOf));
}

function decodeCell(
  cell: readonly ParsedRow[],
  inputOf: (rows: readonly ParsedRow[]) => ReceiverInput,
): DecodedRow[] {
  const input = inputOf(cell);
  const actions = receiverNames.map((name) => [decoders[name].column, receivers[name](input)] as const);
  const hybrid = actions.find(([column]) => column === decoders.hybrid.column)![1];
  const clipped = clip(hybrid);
  const valid = cell.filter((row) => row.parser_status === "ok");
  const validActions = valid.length === cell.length ? hybrid : receivers.hybrid(inputOf(valid));
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
      a_hat_stated: row.stated_value,
    };
  });
}
