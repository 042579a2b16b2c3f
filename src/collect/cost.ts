import { TOKENS_OF_A_TURN, type Tokens, worstTokens } from "../advisors/live/request.ts";
import { worstSchemaTokens } from "../advisors/live/structured.ts";
import type { Usage } from "../pipeline/answer-lines.ts";
import type { Json } from "../pipeline/canonical.ts";
import type { Asked, LiveModel } from "../pipeline/definition.ts";
import { type RequestSize, schemaBytes } from "../pipeline/request-size.ts";
import type { AnswerSchema, AskRequest } from "../pipeline/stage.ts";

/** Bytes of English text in a token, about. */
const BYTES_PER_TOKEN = 4;

/** Bytes that are counted for a schema that stands in a line as a hash: no judge's schema is larger, which a test holds. */
export const LARGEST_HASHED_SCHEMA = 2_048;

/**
 * Most tokens of an answer by its line in the journal. Of a later turn, or of what is made of other answers, the line
 * holds no text: what these answers can have at most is counted in its place.
 */
export function worstOfLine(asked: Asked, line: Json): Tokens {
  const { schema, ...request } = line as Partial<Omit<AskRequest, "schema">> & {
    readonly last?: string;
    readonly turns?: number;
    readonly reads?: readonly string[];
    readonly schema?: AnswerSchema | string;
  };
  const max_tokens = request.max_tokens ?? 0;
  const prompt = request.prompt ?? request.last ?? "";
  const worst = worstTokens(asked, { ...request, prompt, max_tokens, temperature: 0 });
  const bytes = typeof schema === "object" ? schemaBytes(schema) : LARGEST_HASHED_SCHEMA;
  const held = schema === undefined ? 0 : worstSchemaTokens(asked, bytes);
  const others = request.prompt === undefined ? (request.turns ?? request.reads?.length ?? 0) : 0;
  return { input: worst.input + held + others * (worst.output + TOKENS_OF_A_TURN), output: worst.output };
}

/** About how many tokens a request of this size has. */
export function likelyInput({ params }: Asked, { bytes, turns, schema_bytes }: RequestSize): number {
  const held = params.structured_output === false ? 0 : (schema_bytes ?? 0);
  return Math.ceil((bytes + held) / BYTES_PER_TOKEN) + turns * TOKENS_OF_A_TURN;
}

/** US dollars of tokens by a model's prices; null where the basket does not say. */
export function priceOf({ prices }: LiveModel, { input, output }: Tokens): number | null {
  return prices === null ? null : (input * prices.input + output * prices.output) / 1e6;
}

/** US dollars of an answer by the tokens that the provider counted; null where either is not known. */
export function costOf(model: LiveModel, { input, output }: Usage): number | null {
  return input === null || output === null ? null : priceOf(model, { input, output });
}
