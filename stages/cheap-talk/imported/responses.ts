import type { LoggedMessageRow } from "../../../schemas/cheap-talk/log/message.ts";
import type { ResponsesRow } from "../../../schemas/cheap-talk/responses.ts";
import { wellFormed } from "../../../src/tables/well-formed.ts";

interface Inputs {
  readonly log: readonly LoggedMessageRow[];
}

/** The answers of the log. A published log does not tell why an answer ended. */
export default function responses({ log }: Inputs): ResponsesRow[] {
  return log.map((record) => ({
    model: record.model,
    bias: record.bias,
    frame: record.frame,
    state_index: record.state_index,
    omega: record.omega,
    provider: record.provider,
    api_model: record.api_model,
    status: record.api_error === null ? "answered" : "error",
    raw_output: record.raw_output === null ? null : wellFormed(record.raw_output),
    finish_reason: null,
    api_error: record.api_error === null ? null : wellFormed(record.api_error),
    log_index: record.log_index,
  }));
}
