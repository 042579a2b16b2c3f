import type { PromptsRow } from "../../schemas/cheap-talk/prompts.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import { wellFormed } from "../../src/tables/well-formed.ts";

interface Inputs {
  readonly prompts: readonly PromptsRow[];
}

/**
 * Asks the model of this slice for one message per prompt. An empty message or a refusal is an answer, not a failure;
 * a message that was not collected is missing.
 */
export default async function responses(
  { prompts }: Inputs,
  _params: Readonly<Record<string, never>>,
  context: StageContext,
): Promise<ResponsesRow[]> {
  const who = context.answerer!;
  return await Promise.all(
    prompts.map(async ({ model, bias, frame, state_index, omega, prompt, temperature, max_tokens }) => {
      const { status, text, finish_reason } = await context.ask({ prompt, temperature, max_tokens });
      return {
        model,
        bias,
        frame,
        state_index,
        omega,
        provider: who.provider,
        api_model: who.model,
        status,
        raw_output: text === null ? null : wellFormed(text),
        finish_reason,
        api_error: null,
        log_index: null,
      };
    }),
  );
}
