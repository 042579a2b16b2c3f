import type { JSONSchema7, LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { type Hash, hashRecord, type Json } from "../../pipeline/canonical.ts";
import type { Asked } from "../../pipeline/definition.ts";
import type { AnswerSchema, AskRequest } from "../../pipeline/stage.ts";

// An answer that must be a JSON object of a given schema. Each provider's package has its own way to say so: OpenAI's
// response_format, Google's responseSchema, Anthropic's output_config or, for its older models, a tool that must be called.

/**
 * Name under which the schema is sent, where the protocol wants one. Anthropic's package calls the tool "json" whatever
 * stands here.
 */
const NAME = "answer";

/** Schema that goes out with a request; null where it has none, or the basket says that the model takes none. */
function sentSchema({ params }: Asked, { schema }: Pick<AskRequest, "schema">): AnswerSchema | null {
  return schema === undefined || params.structured_output === false ? null : schema;
}

/** What the provider's package is told of the answer's form; undefined for an answer in any form. */
export function responseFormat(
  asked: Asked,
  request: AskRequest,
): LanguageModelV3CallOptions["responseFormat"] {
  const schema = sentSchema(asked, request);
  return schema === null ? undefined : { type: "json", name: NAME, schema: schema as unknown as JSONSchema7 };
}

/**
 * What providers say to a model around a schema, in tokens: some hundreds by Anthropic's tables of what a tool adds. The
 * others name no number.
 */
const TOKENS_AROUND_A_SCHEMA = 1_000;

/**
 * Most tokens that a schema can count: packages and providers write it anew, at most twice as long. 0 where the
 * basket says that none is sent.
 *
 * @param bytes of the schema as JSON
 */
export function worstSchemaTokens({ params }: Asked, bytes: number): number {
  return params.structured_output === false ? 0 : 2 * bytes + TOKENS_AROUND_A_SCHEMA;
}

/** Where a schema stands in a body, by protocol; `*` is every element of a list. */
const PLACES: readonly (readonly string[])[] = [
  ["response_format", "json_schema", "schema"],
  ["output_config", "format", "schema"],
  ["tools", "*", "input_schema"],
  ["generationConfig", "responseSchema"],
];

/** A body with the hash of each schema in its place: thousands of requests have the same one. */
export function withoutSchemas(body: Json): Json {
  return PLACES.reduce(hashedAt, body);
}

function hashedAt(value: Json, place: readonly string[]): Json {
  const [name, ...rest] = place;
  if (name === undefined) return schemaHash(value);
  if (name === "*") return Array.isArray(value) ? value.map((each: Json) => hashedAt(each, rest)) : value;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return value;
  const members = value as { readonly [key: string]: Json };
  return { ...members, [name]: hashedAt(members[name]!, rest) };
}

/** Hash of a schema as it is written: the order of its members counts. */
export function schemaHash(schema: AnswerSchema | Json): Hash {
  return hashRecord("candor schema", JSON.stringify(schema));
}
