import type { CalibrationRow } from "../../../schemas/cheap-talk/calibration.ts";
import type { CalibrationTableRow } from "../../../schemas/cheap-talk/tables/calibration.ts";
import { MOST_EQUAL_CELLS } from "../../../src/cheap-talk/calibration/instruments.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, missing } from "../../../src/tables/captions.ts";
import { distinctNumbers } from "../../../src/tables/summary.ts";

interface Params {
  readonly bins: number;
  readonly partition_max_steps: number;
}

/** What each instrument, published and calibrated, makes of senders whose truth is known. */
export default function calibrationTable(
  { calibration }: { readonly calibration: readonly CalibrationRow[] },
  { bins, partition_max_steps }: Params,
): CaptionedTable<CalibrationTableRow> {
  const rows = calibration.map(({ states: _states, ...row }): CalibrationTableRow => row);
  const count = (values: readonly number[]) => values.join(" or ");
  const states = distinctNumbers(calibration, (row) => row.states);
  const replications = distinctNumbers(calibration, (row) => row.replications);
  return {
    rows,
    caption: caption(
      `Instruments on known senders: ${count(replications)} replications of ${count(states)} fresh uniform states each, numbers without any text, Gaussian noise of the given sd on every report; ${bins} bins. No intervals: sd is the spread over replications, and a mean is known to sd/√replications.`,
      "truth is the number of cells that hold a state (N), the population value of the very measure under the same decoder, by quadrature (information, loss), that of the receiver who acts on E[state | report] (equal_cells), or what the sender adds (slope, offset); attainable is what the best reading of the same reports gives. mean_error = mean − truth is the bias.",
      "parsed_report and stated_number are the same here: every report is a number.",
      "I_adjusted is an index and no estimate of I_norm: compare it with that of the equilibrium on the same states, as I_excess does.",
      `An N_count of ${partition_max_steps} is a ceiling: read "≥ ${partition_max_steps}". Equal cells above ${MOST_EQUAL_CELLS} count in share_beyond and enter no mean.`,
      missing(
        rows.reduce((sum, row) => sum + row.missing, 0),
        "the estimate is undefined in a replication",
      ),
      "Senders without cells have no true N; shapes have no mean.",
    ),
  };
}
