import { schemaHash } from "../advisors/live/structured.ts";
import type { JournalLine } from "../pipeline/answer-lines.ts";
import { hashRecord, type Json } from "../pipeline/canonical.ts";
import type { AskRequest } from "../pipeline/stage.ts";

/**
 * A request as its journal line tells it: whole, or where most of it stands in other lines, its hash and what leads to
 * them. A later turn of a conversation says its last turn, and a request that is made of other answers (a judge's)
 * its template and their keys. The schema of an answer stands there in the same way, whole or as a hash.
 */
export function requestOfLine(request: AskRequest): JournalLine["request"] {
  const { prompt, before, temperature, max_tokens, about, schema } = request;
  const held = schema === undefined ? {} : { schema: schemaHash(schema) };
  if (about !== undefined)
    return {
      hash: requestHash(request),
      template: about.template,
      reads: [...about.reads],
      temperature,
      max_tokens,
      ...held,
    };
  if (before?.some(({ role }) => role === "assistant"))
    return {
      hash: requestHash(request),
      turns: before.length,
      last: prompt,
      temperature,
      max_tokens,
      ...held,
    };
  return {
    ...(before === undefined ? {} : { before: turnsOf(before) }),
    prompt,
    temperature,
    max_tokens,
    ...(schema === undefined ? {} : { schema: schema as unknown as Json }),
  };
}

/** Hash of all that is said in a request. */
export function requestHash({ prompt, before }: AskRequest): string {
  return hashRecord("candor said", { before: turnsOf(before ?? []), prompt });
}

function turnsOf(turns: NonNullable<AskRequest["before"]>): Json {
  return turns.map(({ role, content }) => ({ role, content }));
}
