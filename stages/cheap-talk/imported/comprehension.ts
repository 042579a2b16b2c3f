import type { ComprehensionRow } from "../../../schemas/cheap-talk/comprehension.ts";
import type { LoggedComprehensionRow } from "../../../schemas/cheap-talk/log/comprehension.ts";
import { namesBothIdeals } from "../../../src/cheap-talk/comprehension.ts";
import { wellFormed } from "../../../src/tables/well-formed.ts";

interface Inputs {
  readonly log: readonly LoggedComprehensionRow[];
}

/** The comprehension answers of the log, marked anew. An answer that never came is missing, not failed. */
export default function comprehension({ log }: Inputs): ComprehensionRow[] {
  return log.map(({ model, bias, frame, omega, raw, error, expected_receiver, expected_sender }) => ({
    model,
    bias,
    frame,
    omega,
    prompt: null,
    raw_output: raw === null ? null : wellFormed(raw),
    status: error === null && raw !== null ? "answered" : "error",
    expected_receiver,
    expected_sender,
    passed: error === null && raw !== null ? namesBothIdeals(raw, expected_receiver, expected_sender) : null,
  }));
}
