import fc from "fast-check";
import { expect, test } from "vitest";
import { reportCells, weightedInformation } from "../../src/cheap-talk/report-cells.ts";

const BINS = 5;

/** Several frames that report the state bin as it is: all is told, whatever the weights. */
function truthful(stateBins: readonly number[], frames: number) {
  return Array.from({ length: frames }, (_, frame) =>
    stateBins.map((bin, state_index) => ({
      model: "m",
      bias: 0.01,
      frame: String(frame),
      state_index,
      stateBin: bin,
      reportBin: bin,
    })),
  ).flat();
}

test("information lies in [0, 1] to the last bit, and a report of the state bin has 1", () => {
  const stateBins = fc.array(fc.nat(BINS - 1), { minLength: 2, maxLength: 40 });
  const weights = fc.array(fc.nat(6), { minLength: 40, maxLength: 40 });
  const reportBins = fc.array(fc.nat(BINS - 1), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(
      stateBins,
      weights,
      reportBins,
      fc.integer({ min: 1, max: 4 }),
      (bins, w, reports, frames) => {
        const counts = Int32Array.from(bins, (_, i) => w[i]);
        const whole = reportCells(truthful(bins, frames), BINS);
        // Tables of c·ln c reach the largest count: a weight may be 6.
        const value = weightedInformation(whole, 6 * frames)(whole.cells, counts);
        if (Number.isNaN(value)) return;
        expect(value).toBeLessThanOrEqual(1);
        expect(value).toBeCloseTo(1, 12);
        const mixed = reportCells(
          truthful(bins, 1).map((pair, i) => ({ ...pair, reportBin: reports[i] })),
          BINS,
        );
        const told = weightedInformation(mixed, 6)(mixed.cells, counts);
        expect(told >= 0 && told <= 1).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test("a report that never changes tells exactly nothing", () => {
  const cells = reportCells(
    truthful([0, 1, 2, 3, 4, 4, 2], 3).map((pair) => ({ ...pair, reportBin: 3 })),
    BINS,
  );
  expect(weightedInformation(cells, 3)(cells.cells, new Int32Array(7).fill(1))).toBe(0);
});
