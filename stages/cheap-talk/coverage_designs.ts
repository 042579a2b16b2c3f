import type { CoverageDesignsRow } from "../../schemas/cheap-talk/coverage_designs.ts";
import { designNames } from "../../src/cheap-talk/calibration/designs.ts";

interface Params {
  /** Noise of the reports of senders that have some. */
  readonly coverage_noises: readonly number[];
  /** Numbers of states. */
  readonly coverage_states: readonly number[];
  /** Replications of each design, and most of them in one slice. */
  readonly coverage_replications: number;
  readonly coverage_block: number;
}

/** The replications of every design in blocks: a block is what is kept when a run is stopped. */
export default function coverageDesigns(_inputs: object, params: Params): CoverageDesignsRow[] {
  const { coverage_noises, coverage_states, coverage_replications, coverage_block } = params;
  if (!(Number.isInteger(coverage_block) && coverage_block >= 1)) {
    throw new RangeError(`coverage_designs requires blocks of 1 replication or more, got ${coverage_block}`);
  }
  return designNames.flatMap((design) =>
    (design === "babbler" ? [0] : coverage_noises).flatMap((noise) =>
      coverage_states.flatMap((states) => {
        const blocks = Math.ceil(coverage_replications / coverage_block);
        return Array.from({ length: blocks }, (_, k) => ({
          design,
          noise,
          states,
          block: k + 1,
          replications: Math.min(coverage_block, coverage_replications - k * coverage_block),
        }));
      }),
    ),
  );
}
