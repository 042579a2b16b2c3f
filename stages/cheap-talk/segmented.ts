import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { SegmentedRow } from "../../schemas/cheap-talk/segmented.ts";
import { byCell } from "../../src/cheap-talk/cells.ts";
import { actionsOf, decoderNames } from "../../src/cheap-talk/decoder-columns.ts";
import { segment } from "../../src/cheap-talk/segmentation.ts";

interface Inputs {
  readonly decoded: readonly DecodedRow[];
}

interface Params {
  /** Most steps tried. */
  readonly max_steps: number;
  /** Factor of the penalty K·ln n. */
  readonly step_penalty: number;
}

/** The published step function of each cell and decoder, a row per step; none where no message is read. */
export default function segmented({ decoded }: Inputs, { max_steps, step_penalty }: Params): SegmentedRow[] {
  const settings = { maxSteps: max_steps, penalty: step_penalty };
  return byCell(decoded).flatMap((cell) =>
    decoderNames.flatMap((decoder) => {
      const { omega, actions } = actionsOf(cell, decoder);
      if (omega.length === 0) return [];
      const { steps, sse } = segment(omega, actions, settings);
      const { model, bias, frame } = cell[0];
      return steps.map((step, k) => ({
        model,
        bias,
        frame,
        decoder,
        step: k + 1,
        N_hat: steps.length,
        omega_low: step.omegaLow,
        omega_high: step.omegaHigh,
        level: step.level,
        n: step.n,
        sse,
      }));
    }),
  );
}
