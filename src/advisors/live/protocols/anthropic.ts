import {
  countOf,
  type FinishReason,
  finishOf,
  joinedOrNull,
  type Members,
  membersOf,
  type Reading,
  sumOf,
  textOf,
} from "./reading.ts";

/** Reads an answer of the messages API; null where the body holds none. */
export function readAnthropic(body: Members): Reading | null {
  if (!Array.isArray(body.content)) return null;
  const blocks = body.content.map(membersOf);
  const usage = membersOf(body.usage);
  const finishRaw = textOf(body.stop_reason);
  const cached = countOf(usage.cache_read_input_tokens);
  const objects = blocks.filter(isJsonTool).map(({ input }) => JSON.stringify(input ?? null));
  const called = objects.length > 0;
  const words = blocks.map((block) => (block.type === "text" ? textOf(block.text) : null));
  const thoughts = blocks.map((block) => (block.type === "thinking" ? textOf(block.thinking) : null));
  return {
    text: called ? objects.join("\n") : words.map((each) => each ?? "").join(""),
    refusal: null,
    // What is said on the way to the tool is not the answer.
    reasoning: joinedOrNull(called ? [...thoughts, ...words] : thoughts),
    finishRaw,
    finish: called && finishRaw === "tool_use" ? "stop" : finishOf(FINISH, finishRaw),
    servedModel: textOf(body.model),
    fingerprint: null,
    id: textOf(body.id),
    usage: {
      // The provider counts what comes from its cache, or goes there, apart.
      input: sumOf(countOf(usage.input_tokens), countOf(usage.cache_creation_input_tokens), cached),
      input_cached: cached,
      output: countOf(usage.output_tokens),
      reasoning: countOf(membersOf(usage.output_tokens_details).thinking_tokens),
    },
  };
}

/**
 * The tool by which older models are held to a schema: its input is the answer, as the provider's package reads it
 * too. No request offers another tool.
 */
function isJsonTool(block: Members): boolean {
  return block.type === "tool_use" && block.name === "json";
}

const FINISH: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  refusal: "content-filter",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};
