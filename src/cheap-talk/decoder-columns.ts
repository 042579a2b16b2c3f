/** Names of the decoders in the tables, and the column of `decoded` that holds the actions of each. */
export const decoderColumns = {
  hybrid: "a_hat",
  parsed_report: "a_hat_parsed_report",
  embedding_ridge: "a_hat_embedding_ridge",
  embedding_knn: "a_hat_embedding_knn",
  hybrid_valid: "a_hat_hybrid_valid",
} as const;

/** A decoder as the tables name it; `hybrid_valid` is the hybrid refitted on valid messages alone. */
export type DecoderName = keyof typeof decoderColumns;

/** Columns of actions in `decoded`; null where a decoder does not read the message. */
export type DecodedActions = { readonly [Column in (typeof decoderColumns)[DecoderName]]: number | null };

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
  const column = decoderColumns[decoder];
  const read = cell.filter((row) => row[column] !== null);
  return {
    omega: Float64Array.from(read, (row) => row.omega),
    actions: Float64Array.from(read, (row) => row[column] as number),
  };
}
