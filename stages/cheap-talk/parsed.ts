import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import { parseAnswer } from "../../src/cheap-talk/parser.ts";
import { readStatedNumber } from "../../src/cheap-talk/stated-number/index.ts";

interface Inputs {
  readonly responses: readonly ResponsesRow[];
}

/**
 * The message within each answer. An error of the provider counts as an empty message, as published; an
 * answer that was never collected is missing and has no row. Beside the published parsing stands the strict reading of
 * the whole answer; without an answer all of it is missing.
 */
export default function parsed({ responses }: Inputs): ParsedRow[] {
  return responses
    .filter((response) => response.status !== "not_collected")
    .map(({ model, bias, frame, state_index, omega, raw_output, finish_reason, log_index }) => ({
      model,
      bias,
      frame,
      state_index,
      omega,
      ...parseAnswer(raw_output),
      ...statedColumns(raw_output, finish_reason),
      log_index,
    }));
}

/** The strict reading as columns. */
function statedColumns(answer: string | null, finishReason: string | null) {
  const stated = answer === null ? null : readStatedNumber(answer, finishReason);
  return {
    stated_value: stated?.value ?? null,
    stated_role: stated?.role ?? null,
    stated_form: stated?.form ?? null,
    stated_low: stated?.low ?? null,
    stated_high: stated?.high ?? null,
    stated_recommendation: stated?.recommendation ?? null,
    stated_status: stated?.status ?? null,
  };
}
