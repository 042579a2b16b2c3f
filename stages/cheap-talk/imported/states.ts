import type { PromptsRow } from "../../../schemas/cheap-talk/prompts.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";

interface Inputs {
  readonly prompts: readonly PromptsRow[];
}

/** The states that the log holds, each once; import has made sure that an index has one state. */
export default function states({ prompts }: Inputs): StatesRow[] {
  const rows = new Map<number, StatesRow>();
  for (const { state_index, omega, omega_raw } of prompts)
    if (!rows.has(state_index)) rows.set(state_index, { state_index, omega, omega_raw });
  return [...rows.values()];
}
