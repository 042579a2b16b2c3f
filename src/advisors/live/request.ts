import type { LanguageModelV3CallOptions, LanguageModelV3Message, SharedV3Warning } from "@ai-sdk/provider";
import type { Json } from "../../pipeline/canonical.ts";
import type { Asked } from "../../pipeline/definition.ts";
import { type RequestSize, sizeOf } from "../../pipeline/request-size.ts";
import type { AskRequest, Turn } from "../../pipeline/stage.ts";
import { optionsNameOf } from "./providers.ts";
import { responseFormat, withoutSchemas, worstSchemaTokens } from "./structured.ts";

/** A request as the provider's package takes it: the basket's params win over what the stage says. */
export function callOptions(asked: Asked, request: AskRequest): LanguageModelV3CallOptions {
  const { params } = asked;
  const temperature = params.temperature === undefined ? request.temperature : params.temperature;
  const format = responseFormat(asked, request);
  return {
    prompt: turnsOf(request).map(message),
    maxOutputTokens: mostTokens(asked, request),
    ...(temperature === null ? {} : { temperature }),
    ...(params.top_p === undefined ? {} : { topP: params.top_p }),
    ...(params.top_k === undefined ? {} : { topK: params.top_k }),
    ...(params.seed === undefined ? {} : { seed: params.seed }),
    ...(params.stop === undefined ? {} : { stopSequences: [...params.stop] }),
    ...(params.frequency_penalty === undefined ? {} : { frequencyPenalty: params.frequency_penalty }),
    ...(params.presence_penalty === undefined ? {} : { presencePenalty: params.presence_penalty }),
    ...(format === undefined ? {} : { responseFormat: format }),
    ...(params.options === undefined
      ? {}
      : {
          providerOptions: {
            [optionsNameOf(asked.provider)]: params.options,
          } as NonNullable<LanguageModelV3CallOptions["providerOptions"]>,
        }),
  };
}

/** Roles, names and separators of one message: no provider counts more tokens for them. */
export const TOKENS_OF_A_TURN = 16;

/** Tokens of a request and its answer. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/**
 * Most tokens that a request can count: no tokenizer makes more tokens of a text than it has UTF-8 bytes, and the
 * answer has all the tokens that it may have.
 */
export function worstTokens(asked: Asked, request: AskRequest): Tokens {
  return worstOfSize(asked, sizeOf(request));
}

/** The same of a request of which the size alone is known. */
export function worstOfSize(asked: Asked, size: RequestSize): Tokens {
  return {
    input: size.bytes + size.turns * TOKENS_OF_A_TURN + schemaTokens(asked, size),
    output: mostTokens(asked, size) + thinkingTokens(asked),
  };
}

function schemaTokens(asked: Asked, { schema_bytes }: RequestSize): number {
  return schema_bytes === null ? 0 : worstSchemaTokens(asked, schema_bytes);
}

/** Anthropic's budget for thinking, which comes on top of the answer. */
function thinkingTokens({ params }: Asked): number {
  const thinking = params.options?.thinking as { budgetTokens?: unknown } | undefined;
  return typeof thinking?.budgetTokens === "number" ? thinking.budgetTokens : 0;
}

function mostTokens(asked: Asked, { max_tokens }: Pick<AskRequest, "max_tokens">): number {
  return asked.params.max_tokens ?? max_tokens;
}

function turnsOf(request: AskRequest): readonly Turn[] {
  return [...(request.before ?? []), { role: "user", content: request.prompt }];
}

function message({ role, content }: Turn): LanguageModelV3Message {
  return role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] };
}

/** Members of the body that hold what was said, by any protocol. */
const TEXTS = new Set(["messages", "system", "contents", "systemInstruction"]);

/** Body of a request without the texts, and with hashes in place of schemas. */
export function withoutTexts(body: string): Json {
  const members = Object.entries(JSON.parse(body) as Record<string, Json>);
  return withoutSchemas(Object.fromEntries(members.filter(([name]) => !TEXTS.has(name))));
}

/** What a provider's package says that it dropped or changed. */
export function inWords(warning: SharedV3Warning): string {
  if (warning.type === "other") return warning.message;
  const details = warning.details === undefined ? "" : `: ${warning.details}`;
  return `${warning.type} ${warning.feature}${details}`;
}
