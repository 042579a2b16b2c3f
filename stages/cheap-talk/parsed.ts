import type { ParsedRow } from "../../schemas/cheap-talk/parsed.ts";
import type { ResponsesRow } from "../../schemas/cheap-talk/responses.ts";
import { parseAnswer } from "../../src/cheap-talk/parser.ts";

interface Inputs {
  readonly responses: readonly ResponsesRow[];
}

/**
 * The message within each answer. An error of the provider counts as an empty message, as published; an
 * answer that was never collected is missing and has no row.
 */
export default function parsed({ responses }: Inputs): ParsedRow[] {
  return responses
    .filter((response) => response.status !== "not_collected")
    .map(({ model, bias, frame, state_index, omega, raw_output, log_index }) => ({
      model,
      bias,
      frame,
      state_index,
      omega,
      ...parseAnswer(raw_output),
      log_index,
    }));
}
