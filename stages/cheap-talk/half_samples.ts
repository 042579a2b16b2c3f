import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { HalfSamplesRow } from "../../schemas/cheap-talk/half_samples.ts";
import type { StatesRow } from "../../schemas/cheap-talk/states.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { halfEstimator } from "../../src/cheap-talk/half-cells.ts";
import { type EmbeddingParams, embedMessages } from "../../src/cheap-talk/recorded-embedding.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import { halves } from "../../src/statistics/half-samples.ts";

interface Inputs {
  readonly decoded: readonly DecodedRow[];
  readonly states: readonly StatesRow[];
}

interface Params extends EmbeddingParams {
  readonly bins: number;
  /** Number of halves. */
  readonly half_samples: number;
  readonly half_sample_seed: number;
  readonly folds: number;
  readonly fold_seed: number;
  readonly ridge_alpha: number;
  readonly neighbours: number;
}

/**
 * Every estimate with an interval, on each of many halves of the states: drawn without replacement, the same in
 * every cell, decoders refitted. The spread over halves is the standard error on all states.
 */
export default function halfSamples(
  { decoded, states }: Inputs,
  params: Params,
  context: Pick<StageContext, "embed">,
): HalfSamplesRow[] {
  const indices = states.map((state) => state.state_index).sort((a, b) => a - b);
  const drawn = halves(indices.length, params.half_samples, params.half_sample_seed);
  const settings = {
    folds: params.folds,
    foldSeed: params.fold_seed,
    ridgeAlpha: params.ridge_alpha,
    neighbours: params.neighbours,
    dimensions: params.embedding_dimensions,
  };
  const embed = (messages: readonly string[]) =>
    embedMessages(messages, params, (text) => context.embed(text));
  const estimatesOf = halfEstimator(indices, drawn, params.bins, settings, embed);
  return byCell(decoded).flatMap((cell) => {
    const { model, bias, frame } = cell[0];
    return estimatesOf(cell, bias).map((estimates) => ({ model, bias, frame, ...estimates }));
  });
}
