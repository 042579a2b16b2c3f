import {
  countOf,
  type FinishReason,
  finishOf,
  joinedOrNull,
  listOf,
  type Members,
  membersOf,
  type Reading,
  textOf,
} from "./reading.ts";

/** Reads an answer of chat completions; null where the body holds none. */
export function readOpenAI(body: Members): Reading | null {
  if (!Array.isArray(body.choices)) return null;
  const choice = membersOf(body.choices[0]);
  const message = membersOf(choice.message);
  const parts = listOf(message.content).map(membersOf);
  const words = textOf(message.content) ?? parts.map((part) => textOf(part.text) ?? "").join("");
  const refusal = joinedOrNull([textOf(message.refusal)]);
  // Some servers report an error with status 200, in place of an answer or after the first words of one. One that
  // came to its end is paid for, whatever stands beside it.
  const failed = (body.error ?? choice.error ?? null) !== null;
  const finishRaw = textOf(choice.finish_reason);
  if (finishRaw === "error" || (failed && refusal === null && (words === "" || finishRaw === null)))
    return null;
  // No choice at all is an empty answer; one without a message is none.
  if (body.choices.length > 0 && !isObject(choice.message)) return null;

  const usage = membersOf(body.usage);
  return {
    text: words + (refusal ?? ""),
    refusal,
    reasoning:
      joinedOrNull([textOf(message.reasoning_content)]) ??
      joinedOrNull([textOf(message.reasoning)]) ??
      joinedOrNull(
        parts.flatMap((part) => listOf(part.thinking).map((each) => textOf(membersOf(each).text))),
      ),
    finishRaw,
    finish: finishOf(FINISH, finishRaw),
    servedModel: textOf(body.model),
    fingerprint: textOf(body.system_fingerprint),
    id: textOf(body.id),
    usage: {
      input: countOf(usage.prompt_tokens),
      input_cached: countOf(membersOf(usage.prompt_tokens_details).cached_tokens),
      output: countOf(usage.completion_tokens),
      reasoning: countOf(membersOf(usage.completion_tokens_details).reasoning_tokens),
    },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  function_call: "tool-calls",
  tool_calls: "tool-calls",
};
