import type { LoggedMessageRow } from "../../../schemas/cheap-talk/log/message.ts";
import type { PromptsRow } from "../../../schemas/cheap-talk/prompts.ts";
import { wellFormed } from "../../../src/tables/well-formed.ts";

interface Inputs {
  readonly log: readonly LoggedMessageRow[];
}

/** The design of the log: what was asked, as it was recorded. */
export default function prompts({ log }: Inputs): PromptsRow[] {
  return log.map((record) => ({
    model: record.model,
    bias: record.bias,
    frame: record.frame,
    state_index: record.state_index,
    omega: record.omega,
    omega_raw: record.omega_raw,
    seed: record.seed,
    prompt: wellFormed(record.prompt),
    temperature: record.temperature,
    max_tokens: record.max_tokens,
  }));
}
