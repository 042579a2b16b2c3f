import type { CoverageRow } from "../../../schemas/cheap-talk/coverage.ts";
import type { CoverageTableRow } from "../../../schemas/cheap-talk/tables/coverage.ts";
import { summariseCoverage } from "../../../src/cheap-talk/calibration/coverage-summary.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, missing } from "../../../src/tables/captions.ts";
import { groupBy } from "../../../src/tables/summary.ts";

interface Params {
  readonly half_samples: number;
  readonly coverage_resamples: number;
}

/** How often the half-sample intervals, and the published bootstrap's, hold what is true. */
export default function coverageTable(
  { coverage }: { readonly coverage: readonly CoverageRow[] },
  { half_samples, coverage_resamples }: Params,
): CaptionedTable<CoverageTableRow> {
  const groups = groupBy(coverage, (row) =>
    JSON.stringify([row.design, row.noise, row.states, row.estimator, row.decoder, row.biases]),
  );
  const rows = [...groups.values()].map((group): CoverageTableRow => {
    const { design, noise, states, estimator, decoder, biases } = group[0];
    return { design, noise, states, estimator, decoder, biases, ...summariseCoverage(group) };
  });
  return {
    rows,
    caption: caption(
      `Coverage of 95 % intervals on designs of known truth, one sender at every bias on one fresh list of states per replication: estimate ± 1.96 standard errors from ${half_samples} half-samples without replacement (half), and percentiles of ${coverage_resamples} resamples of states with replacement, as published (bootstrap).`,
      "covers_mean counts intervals that hold the mean of the estimate over all replications, which is what the interval can promise; covers_truth those that hold the population value, which the bias of an estimator at this number of states puts out of reach. A share of about .95 is known to ± .02 with 400 replications.",
      "H1: least-squares slope of the measure on b over all biases. equal_cells: interval of the loss carried over; no width where an interval has no upper end.",
      missing(
        rows.reduce((sum, row) => sum + row.missing, 0),
        "no estimate, or no half-sample interval, in a replication",
      ),
    ),
  };
}
