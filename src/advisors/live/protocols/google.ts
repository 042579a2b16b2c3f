import {
  countOf,
  type FinishReason,
  finishOf,
  joinedOrNull,
  listOf,
  type Members,
  membersOf,
  type Reading,
  sumOf,
  textOf,
} from "./reading.ts";

/** Reads an answer of generateContent; null where the body holds none. */
export function readGoogle(body: Members): Reading | null {
  if ((body.error ?? null) !== null) return null;
  // A blocked or empty answer has no candidates, but it says how many tokens it took.
  if (!["candidates", "promptFeedback", "usageMetadata"].some((member) => member in body)) return null;
  const candidate = membersOf(listOf(body.candidates)[0]);
  const parts = listOf(membersOf(candidate.content).parts).map(membersOf);
  const usage = membersOf(body.usageMetadata);
  const finishRaw = textOf(candidate.finishReason);
  const blocked = finishRaw === null ? blockReason(body) : null;
  const thoughts = countOf(usage.thoughtsTokenCount);
  return {
    text: parts.map((part) => (part.thought === true ? "" : (textOf(part.text) ?? ""))).join(""),
    refusal: null,
    reasoning: joinedOrNull(parts.map((part) => (part.thought === true ? textOf(part.text) : null))),
    finishRaw: finishRaw ?? blocked,
    finish: blocked === null ? finishOf(FINISH, finishRaw) : "content-filter",
    servedModel: textOf(body.modelVersion),
    fingerprint: null,
    id: textOf(body.responseId),
    usage: {
      input: countOf(usage.promptTokenCount),
      input_cached: countOf(usage.cachedContentTokenCount),
      output: sumOf(countOf(usage.candidatesTokenCount), thoughts),
      reasoning: thoughts,
    },
  };
}

/** Why the prompt was blocked; null where it was not. */
function blockReason(body: Members): string | null {
  const reason = textOf(membersOf(body.promptFeedback).blockReason);
  return reason === "" || reason === null || reason.endsWith("_UNSPECIFIED") ? null : reason;
}

const FINISH: Readonly<Record<string, FinishReason>> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  IMAGE_SAFETY: "content-filter",
  RECITATION: "content-filter",
  SAFETY: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  MALFORMED_FUNCTION_CALL: "error",
};
