/**
 * The decoders: the column of `decoded` that holds the actions of each, and the specification of `metrics` that
 * measures it with the published number of bins. Names and columns alone, so that what reads them does not
 * depend on how a receiver computes.
 */
export const decoders = {
  hybrid: { column: "a_hat", spec: "primary" },
  parsed_report: { column: "a_hat_parsed_report", spec: "parsed_report" },
  embedding_ridge: { column: "a_hat_embedding_ridge", spec: "ablation_embedding_only" },
  embedding_knn: { column: "a_hat_embedding_knn", spec: "alt_decoder=knn" },
  /** The hybrid refitted on valid messages alone. */
  hybrid_valid: { column: "a_hat_hybrid_valid", spec: "drop_invalid" },
  /** The number that the answer states, read strictly and by role; nothing is fitted. */
  stated_number: { column: "a_hat_stated", spec: "stated_number" },
} as const;

/** A decoder as the tables name it. */
export type DecoderName = keyof typeof decoders;

export const decoderNames = Object.keys(decoders) as DecoderName[];

/** Columns of actions in `decoded`; null where a decoder does not read the message. */
export type DecodedActions = { readonly [Column in (typeof decoders)[DecoderName]["column"]]: number | null };

/** States and actions of one decoder, over the rows that it reads. */
export interface DecoderActions {
  readonly omega: Float64Array;
  readonly actions: Float64Array;
}

/** The rows of a cell that a decoder reads, as arrays. */
export function actionsOf<Row extends DecodedActions & { readonly omega: number }>(
  cell: readonly Row[],
  decoder: DecoderName,
): DecoderActions {
  const { column } = decoders[decoder];
  const read = cell.filter((row) => row[column] !== null);
  return {
    omega: Float64Array.from(read, (row) => row.omega),
    actions: Float64Array.from(read, (row) => row[column] as number),
  };
}
