import type { DecoderName } from "../decoder-columns.ts";
import { embeddingKnn } from "./embedding-knn.ts";
import { embeddingRidge } from "./embedding-ridge.ts";
import { hybrid } from "./hybrid.ts";
import { parsedReport } from "./parsed-report.ts";
import type { Receiver } from "./receiver.ts";

/**
 * The published receivers. To add one: its file, its line here, its name and column in decoder-columns.ts,
 * and that column in the schema of `decoded` (the name in that of `segmented`).
 */
export const receivers = {
  hybrid,
  parsed_report: parsedReport,
  embedding_ridge: embeddingRidge,
  embedding_knn: embeddingKnn,
} as const satisfies { readonly [Name in DecoderName]?: Receiver };

/** Name of a receiver that is fitted on all messages of a cell. */
export type ReceiverName = keyof typeof receivers;
