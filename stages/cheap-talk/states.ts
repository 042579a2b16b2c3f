import type { StatesRow } from "../../schemas/cheap-talk/states.ts";
import { checkStates, drawStates } from "../../src/cheap-talk/states.ts";

interface Params {
  /** Seed of the published generator. */
  readonly state_seed: number;
  /** Number of states. */
  readonly state_count: number;
}

/** One list of states serves every cell: uniform draws, rounded to the six decimals that the prompt prints. */
export default function states(_inputs: object, { state_seed, state_count }: Params): StatesRow[] {
  const { omega, omegaRaw } = drawStates(state_seed, state_count);
  checkStates(omega);
  return Array.from(omega, (state, index) => ({
    state_index: index,
    omega: state,
    omega_raw: omegaRaw[index],
  }));
}
