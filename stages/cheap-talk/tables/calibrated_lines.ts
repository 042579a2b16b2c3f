import type { CalibratedRow } from "../../../schemas/cheap-talk/calibrated.ts";
import type { HalfSamplesRow } from "../../../schemas/cheap-talk/half_samples.ts";
import type { StatesRow } from "../../../schemas/cheap-talk/states.ts";
import type { CalibratedLinesRow } from "../../../schemas/cheap-talk/tables/calibrated_lines.ts";
import { halfSampleIntervals, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import {
  INTERVAL_LEVEL,
  meanMeasure,
  type SampledCell,
  sampledCells,
  sampledEstimate,
} from "../../../src/cheap-talk/sampled-cells.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { difference, groupBy } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly calibrated: readonly CalibratedRow[];
  readonly half_samples: readonly HalfSamplesRow[];
  readonly states: readonly StatesRow[];
}

type Cell = SampledCell<CalibratedRow>;

/** How much is added to the state, and whether a frame moves it: what information cannot see. */
export default function calibratedLines(
  { calibrated, half_samples, states }: Inputs,
  params: { readonly half_samples: number },
): CaptionedTable<CalibratedLinesRow> {
  const reports = calibrated.filter((row) => row.decoder === "stated_number");
  const cells = sampledCells(reports, half_samples);
  const groups = groupBy(cells, ({ row }) => JSON.stringify([row.model, row.bias]));
  const rows = [...groups.values()].flatMap((group): CalibratedLinesRow[] => {
    const { model, bias } = (group[0] as Cell).row;
    const lines = group.map((cell) => ({
      model,
      bias,
      frame: cell.row.frame,
      n: cell.row.line_n ?? 0,
      ...measured([cell], states.length, "slope"),
      ...measured([cell], states.length, "offset"),
    }));
    const payoff = group.find(({ row }) => row.frame === "payoff");
    const honesty = group.find(({ row }) => row.frame === "honesty");
    if (payoff === undefined || honesty === undefined) return lines;
    const contrast = {
      model,
      bias,
      frame: "payoff - honesty" as const,
      n: (payoff.row.line_n ?? 0) + (honesty.row.line_n ?? 0),
      ...measured([payoff, honesty], states.length, "slope"),
      ...measured([payoff, honesty], states.length, "offset"),
    };
    return [...lines, contrast];
  });
  return {
    rows,
    caption: caption(
      "Calibrated: least-squares line report = offset + slope·ω of the stated number over the states up to 1 − b, where a report of ω + b needs no cap (a sender that adds more meets the cap there already, and its slope falls short of 1); per frame, and payoff frame minus honesty frame where both are there. No receiver is fitted. The published lines stand in linear_exaggeration.",
      `${halfSampleIntervals(params.half_samples, states.length)} ${counted(
        reports.reduce((sum, row) => sum + (row.line_n ?? 0), 0),
        "stated number",
      )} on these states; messages without one: ${reports.reduce((sum, row) => sum + row.missing, 0)}.`,
      missing(
        countMissing(rows, ["slope", "slope_lo", "slope_hi", "offset", "offset_lo", "offset_hi"]),
        "a line needs two stated numbers at different states, an interval two halves with lines",
      ),
      referenceSenders(reports.map((row) => row.model)),
    ),
  };
}

/** A measure of one cell, or the first cell minus the second, with its interval. */
function measured<Measure extends "slope" | "offset">(
  cells: readonly Cell[],
  states: number,
  measure: Measure,
) {
  const { value, low, high } = sampledEstimate(cells, states, INTERVAL_LEVEL, (estimates) =>
    estimates.length === 1
      ? meanMeasure(measure)(estimates)
      : difference(estimates[0][measure], estimates[1][measure]),
  );
  return { [measure]: value, [`${measure}_lo`]: low, [`${measure}_hi`]: high } as {
    readonly [Key in Measure | `${Measure}_lo` | `${Measure}_hi`]: number | null;
  };
}
