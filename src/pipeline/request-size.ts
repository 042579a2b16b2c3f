import type { AnswerSchema, AskRequest } from "./stage.ts";

/** How large a request is, without its texts. */
export interface RequestSize {
  /** UTF-8 bytes of all that is said. */
  readonly bytes: number;
  /** Turns, the last one included. */
  readonly turns: number;
  /** Most tokens that the answer may have, as the stage says it. */
  readonly max_tokens: number;
  /** UTF-8 bytes of the schema that the answer must have; null without one. */
  readonly schema_bytes: number | null;
}

export function sizeOf({ prompt, before = [], max_tokens, schema }: AskRequest): RequestSize {
  const bytes = before.reduce(
    (sum, { content }) => sum + Buffer.byteLength(content, "utf8"),
    Buffer.byteLength(prompt, "utf8"),
  );
  const schema_bytes = schema === undefined ? null : schemaBytes(schema);
  return { bytes, turns: before.length + 1, max_tokens, schema_bytes };
}

/** UTF-8 bytes of a schema as JSON. */
export function schemaBytes(schema: AnswerSchema): number {
  return Buffer.byteLength(JSON.stringify(schema), "utf8");
}
