import type { PromptsRow } from "../../schemas/cheap-talk/prompts.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";

interface Inputs {
  readonly prompts: readonly PromptsRow[];
}

/** Asks the model of this slice for one message per prompt. An empty message is an answer, not a failure. */
export default function responses(
  { prompts }: Inputs,
  _params: Readonly<Record<string, never>>,
  context: StageContext,
): ResponsesRow[] {
  return prompts.map(({ model, bias, frame, state_index, omega, prompt, temperature, max_tokens }) => {
    const answer = context.ask({ prompt, temperature, max_tokens });
    return {
      model,
      bias,
      frame,
      state_index,
      omega,
      provider: "embedded",
      api_model: model,
      status: "answered",
      raw_output: answer.text,
      finish_reason: answer.finish_reason,
      api_error: null,
      log_index: null,
    };
  });
}
