import type { CalibrationSendersRow } from "../../schemas/cheap-talk/calibration_senders.ts";
import { configurations } from "../../src/cheap-talk/calibration/senders.ts";

interface Params {
  /** Biases of the senders that have one, above 0. */
  readonly calibration_biases: readonly number[];
  /** Standard deviations of the noise of a report. */
  readonly calibration_noises: readonly number[];
}

/** The senders of known truth on which the instruments are calibrated. */
export default function calibrationSenders(
  _inputs: object,
  { calibration_biases, calibration_noises }: Params,
): CalibrationSendersRow[] {
  return configurations(calibration_biases, calibration_noises);
}
