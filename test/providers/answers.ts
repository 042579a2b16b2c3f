import type { RecordedRequest } from "./protocols.ts";

/** An answer in no protocol's words. What is left out is what providers usually send. */
export interface AnswerParts {
  /** null: the answer holds no text, as when all tokens went into reasoning. */
  readonly text: string | null;
  /**
   * stop (default), length or content-filter in the protocol's own words; any other word is sent as it stands.
   */
  readonly finish?: string;
  /** null: the answer does not say. Default: numbers that depend on the lengths of prompt and text. */
  readonly usage?: UsageParts | null;
  /** Id of the model that answered; null: the answer names none. Default: the one that was asked. */
  readonly model?: string | null;
  /** OpenAI's system_fingerprint; the other protocols have none. */
  readonly fingerprint?: string | null;
  readonly reasoning?: string;
  /** The model refuses with these words, marked in the protocol's way. "" is a refusal without words. */
  readonly refusal?: string;
  /** No choice, no content block, no candidate. */
  readonly noChoices?: boolean;
}

export interface UsageParts {
  readonly input: number;
  readonly output: number;
  /** Part of the output. */
  readonly reasoning?: number;
  /** Part of the input. */
  readonly cached?: number;
}

type Spoken = "openai" | "anthropic" | "google";

const FINISH: Readonly<Record<Spoken, Readonly<Record<string, string>>>> = {
  openai: { "content-filter": "content_filter" },
  anthropic: { stop: "end_turn", length: "max_tokens", "content-filter": "refusal" },
  google: { stop: "STOP", length: "MAX_TOKENS", "content-filter": "SAFETY" },
};

/** Body of a response that answers. */
export function renderAnswer(
  spoken: Spoken,
  request: RecordedRequest,
  asked: string,
  parts: AnswerParts,
): object {
  const finish = parts.finish ?? "stop";
  const whole: Whole = {
    ...parts,
    id: `${request.hash.slice(0, 12)}-${request.attempt}`,
    model: parts.model === undefined ? asked : parts.model,
    tool: jsonTool(request),
    usage: parts.usage === undefined ? usualUsage(request, parts) : parts.usage,
    finish: FINISH[spoken][finish] ?? finish,
  };
  return RENDER[spoken](whole);
}

interface Whole extends AnswerParts {
  readonly id: string;
  readonly model: string | null;
  readonly usage: UsageParts | null;
  readonly finish: string;
  /** Whether the answer must be the input of a tool. */
  readonly tool: boolean;
}

/** Whether a request to Anthropic holds the model to a tool of the name "json", as its package does with older models. */
function jsonTool({ body }: RecordedRequest): boolean {
  const tools = body?.tools;
  return Array.isArray(tools) && tools.some(({ name }: { name?: unknown }) => name === "json");
}

/** Four characters a token, which is near enough to what providers count. */
function usualUsage(request: RecordedRequest, { text, reasoning }: AnswerParts): UsageParts {
  const thought = reasoning === undefined ? 0 : Math.ceil(reasoning.length / 4);
  return {
    input: Math.ceil(request.text.length / 4),
    output: Math.ceil((text ?? "").length / 4) + thought,
    reasoning: thought,
  };
}

const RENDER: Readonly<Record<Spoken, (whole: Whole) => object>> = {
  openai: ({ id, model, text, reasoning, refusal, finish, usage, fingerprint, noChoices }) => ({
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: 1_780_000_000,
    ...(model === null ? {} : { model }),
    choices: noChoices
      ? []
      : [
          {
            index: 0,
            message: {
              role: "assistant",
              content: refusal === undefined ? text : null,
              ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
              refusal: refusal ?? null,
            },
            logprobs: null,
            finish_reason: finish,
          },
        ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
            prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
            completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
          },
        }),
    ...(fingerprint === null ? {} : { system_fingerprint: fingerprint ?? "fp_loopback" }),
  }),

  anthropic: ({ id, model, text, reasoning, refusal, finish, usage, noChoices, tool }) => {
    const said = refusal === undefined ? text : refusal;
    const called = tool && refusal === undefined && said !== null && finish === "end_turn";
    return {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      ...(model === null ? {} : { model }),
      content: noChoices
        ? []
        : [
            ...(reasoning === undefined
              ? []
              : [{ type: "thinking", thinking: reasoning, signature: "c2lnbmF0dXJl" }]),
            ...(said === null || (refusal !== undefined && said === "")
              ? []
              : called
                ? [{ type: "tool_use", id: `toolu_${id}`, name: "json", input: JSON.parse(said) }]
                : [{ type: "text", text: said }]),
          ],
      stop_reason: refusal !== undefined ? "refusal" : called ? "tool_use" : finish,
      stop_sequence: null,
      ...(usage === null
        ? {}
        : {
            usage: {
              input_tokens: usage.input - (usage.cached ?? 0),
              cache_creation_input_tokens: 0,
              cache_read_input_tokens: usage.cached ?? 0,
              output_tokens: usage.output,
            },
          }),
    };
  },

  google: ({ id, model, text, reasoning, refusal, finish, usage, noChoices }) => {
    const parts = [
      ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
      ...(refusal !== undefined ? [{ text: refusal }] : text === null ? [] : [{ text }]),
    ];
    const candidate = {
      content: { ...(parts.length === 0 ? {} : { parts }), role: "model" },
      finishReason: refusal === undefined ? finish : "SAFETY",
      index: 0,
    };
    // A prompt that is blocked has no candidate at all; a block half way has the words until then.
    return {
      ...(refusal === ""
        ? { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }
        : { candidates: noChoices ? [] : [candidate] }),
      ...(usage === null
        ? {}
        : {
            usageMetadata: {
              promptTokenCount: usage.input,
              candidatesTokenCount: usage.output - (usage.reasoning ?? 0),
              totalTokenCount: usage.input + usage.output,
              ...(usage.reasoning ? { thoughtsTokenCount: usage.reasoning } : {}),
              ...(usage.cached ? { cachedContentTokenCount: usage.cached } : {}),
            },
          }),
      ...(model === null ? {} : { modelVersion: model }),
      responseId: id,
    };
  },
};
