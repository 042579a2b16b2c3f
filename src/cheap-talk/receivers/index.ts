import type { DecoderName, decoders } from "../decoder-columns.ts";
import { embeddingKnn } from "./embedding-knn.ts";
import { embeddingRidge } from "./embedding-ridge.ts";
import { hybrid } from "./hybrid.ts";
import { parsedReport } from "./parsed-report.ts";
import type { Receiver } from "./receiver.ts";

/**
 * The published receivers. What else a new one needs (its column, its place in the schemas and stages) is
 * listed in the README under "Add a decoder".
 */
export const receivers = {
  hybrid,
  parsed_report: parsedReport,
  embedding_ridge: embeddingRidge,
  embedding_knn: embeddingKnn,
} as const satisfies { readonly [Name in DecoderName]?: Receiver };

/** Name of a receiver that is fitted on all messages of a cell. */
export type ReceiverName = keyof typeof receivers;

export const receiverNames = Object.keys(receivers) as ReceiverName[];

/** Columns of `decoded` that hold the actions of these receivers. */
export type ReceiverColumn = (typeof decoders)[ReceiverName]["column"];
