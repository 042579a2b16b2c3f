import { canonicalJson } from "../tables/canonical.ts";
import { type Hash, hashCanonical, type Json } from "./canonical.ts";
import type { Asked } from "./definition.ts";
import type { AskRequest } from "./stage.ts";

/** Version of the lines below. A line of another one is refused, never guessed at. */
export const LINE_VERSION = 1;

/** A line of a journal: one answer, or one request that gave none. */
export type JournalLine = AnswerLine | ErrorLine;

interface Line {
  readonly v: typeof LINE_VERSION;
  /** Hash of whom was asked, what, and which repetition. */
  readonly key: Hash;
  readonly repeat: number;
  readonly asked: Asked | { readonly model: string };
  /** What was asked; for a later turn or a judge its hash and what tells where the rest stands. */
  readonly request: Json;
  /** Failed attempts before this outcome. */
  readonly attempts: readonly Attempt[];
  /** Failed attempts that the provider may have charged for all the same. */
  readonly maybe_paid: number;
  /** When the outcome came, by this machine's clock: ISO 8601, UTC. */
  readonly at: string;
}

/** One answer to one request. Its first three members come first in the file, in this order. */
export interface AnswerLine extends Line {
  readonly kind: "answer";
  readonly answer: RecordedAnswer;
  readonly record: AnswerRecord;
}

/** What came back, as far as it can change a result. */
export interface RecordedAnswer {
  readonly status: "answered" | "empty" | "refused";
  readonly text: string | null;
  /** Embedding as little-endian 32-bit floats in base64; null for an answer in words. */
  readonly vector: string | null;
  /** Unified: stop, length, content-filter, tool-calls, error or other. */
  readonly finish_reason: string | null;
}

/** What else is known of an answer. It enters no key. */
export interface AnswerRecord {
  /** Model as the answer itself names it; null where it does not. */
  readonly served_model: string | null;
  readonly fingerprint: string | null;
  /** Provider's id of the answer. */
  readonly id: string | null;
  readonly finish_reason_raw: string | null;
  /** The refusal in words; null where there is none. */
  readonly refusal: string | null;
  /** Text that the model thought and did not say; null where there is none. */
  readonly reasoning: string | null;
  /** Body of the request as it went out, without the texts. */
  readonly sent: Json;
  /** Params that the provider package dropped or changed, in its words. */
  readonly warnings: readonly string[];
  readonly usage: Usage;
  /** From sending to the last byte of the answer, of the attempt that gave it. */
  readonly latency_ms: number | null;
}

/** Tokens; null where the provider does not say. */
export interface Usage {
  readonly input: number | null;
  /** Part of the input that came from the provider's cache. */
  readonly input_cached: number | null;
  /** Reasoning included. */
  readonly output: number | null;
  readonly reasoning: number | null;
}

/** A request that gave no answer. It is asked again by the next collection. */
export interface ErrorLine extends Line {
  readonly kind: "error";
  readonly error: { readonly class: string; readonly status: number | null; readonly message: string };
  /** Most tokens that one attempt can have cost. */
  readonly worst: { readonly input: number; readonly output: number };
}

/** One attempt that failed. */
export interface Attempt {
  readonly class: string;
  /** HTTP status; null where there was none. */
  readonly status: number | null;
  readonly message: string;
  /** How long the next attempt waited. */
  readonly waited_ms: number;
}

/**
 * Key of a request: whatever can change its answer. Requests are hashed as JSON, so that texts with different lone
 * surrogates stay apart.
 *
 * @param identity who is asked: model, address, everything of its settings that can change an answer
 * @param request what is asked, without `repeat` and `about`
 * @param repeat which repetition of the same request, from 0
 */
export function requestKey(identity: Json, request: Json, repeat = 0): Hash {
  const json = `{"identity":${identityJson(identity)},"repeat":${repeat},"request":${canonicalJson(request)}}`;
  return hashCanonical("candor request", json);
}

/** Canonical JSON of identities: each is part of the keys of thousands of requests. */
const identities = new WeakMap<object, string>();

function identityJson(identity: Json): string {
  if (typeof identity !== "object" || identity === null) return canonicalJson(identity);
  let json = identities.get(identity);
  if (json === undefined) {
    json = canonicalJson(identity);
    identities.set(identity, json);
  }
  return json;
}

/**
 * Key of what a stage asks: of its request, all but what names other lines. A schema is in it as it is written, since
 * a model fills in the members in their order, and canonical JSON has none.
 */
export function keyOfAsk(
  identity: Json,
  { prompt, before, temperature, max_tokens, repeat, schema }: AskRequest,
): Hash {
  const said = before === undefined ? {} : { before: before.map(({ role, content }) => ({ role, content })) };
  const held = schema === undefined ? {} : { schema: JSON.stringify(schema) };
  return requestKey(identity, { prompt, ...said, temperature, max_tokens, ...held }, repeat ?? 0);
}
