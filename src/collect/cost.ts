import { TOKENS_OF_A_TURN, type Tokens, worstTokens } from "../advisors/live/request.ts";
import type { Usage } from "../pipeline/answer-lines.ts";
import type { Json } from "../pipeline/canonical.ts";
import type { Asked, LiveModel } from "../pipeline/definition.ts";
import type { AskRequest } from "../pipeline/stage.ts";

/** Bytes of English text in a token, about. */
const BYTES_PER_TOKEN = 4;

/**
 * Most tokens of an answer by its line in the journal. Of a later turn, or of what is made of other answers, the line
 * holds no text: what these answers can have at most is counted in its place.
 */
export function worstOfLine(asked: Asked, line: Json): Tokens {
  const request = line as Partial<AskRequest> & { last?: string; turns?: number; reads?: readonly string[] };
  const max_tokens = request.max_tokens ?? 0;
  const prompt = request.prompt ?? request.last ?? "";
  const worst = worstTokens(asked, { ...request, prompt, max_tokens, temperature: 0 });
  const others = request.prompt === undefined ? (request.turns ?? request.reads?.length ?? 0) : 0;
  return { input: worst.input + others * (worst.output + TOKENS_OF_A_TURN), output: worst.output };
}

/** About how many tokens a request has, and none for an answer that is not known. */
export function likelyInput(request: AskRequest): number {
  return Math.ceil(bytesOf(request) / BYTES_PER_TOKEN) + turnsOf(request) * TOKENS_OF_A_TURN;
}

/** US dollars of tokens by a model's prices; null where the basket does not say. */
export function priceOf({ prices }: LiveModel, { input, output }: Tokens): number | null {
  return prices === null ? null : (input * prices.input + output * prices.output) / 1e6;
}

/** US dollars of an answer by the tokens that the provider counted; null where either is not known. */
export function costOf(model: LiveModel, { input, output }: Usage): number | null {
  return input === null || output === null ? null : priceOf(model, { input, output });
}

function bytesOf({ prompt, before = [] }: AskRequest): number {
  return before.reduce((sum, { content }) => sum + Buffer.byteLength(content), Buffer.byteLength(prompt));
}

function turnsOf({ before = [] }: AskRequest): number {
  return before.length + 1;
}
