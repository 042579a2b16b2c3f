import type { CoverageRow } from "../../schemas/cheap-talk/coverage.ts";
import type { CoverageDesignsRow } from "../../schemas/cheap-talk/coverage_designs.ts";
import { intervalTrials } from "../../src/cheap-talk/calibration/coverage.ts";
import { designSenders } from "../../src/cheap-talk/calibration/designs.ts";
import { replicateDesign } from "../../src/cheap-talk/calibration/senders.ts";
import { truthsOf } from "../../src/cheap-talk/calibration/truths.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import type { Interval } from "../../src/statistics/resampling.ts";

interface Inputs {
  readonly designs: readonly CoverageDesignsRow[];
}

interface Params {
  readonly seed: number;
  readonly calibration_biases: readonly number[];
  readonly bins: number;
  readonly folds: number;
  readonly fold_seed: number;
  readonly half_samples: number;
  readonly half_sample_seed: number;
  /** Bootstrap resamples of each replication. */
  readonly coverage_resamples: number;
  readonly resample_seed: number;
}

const LEVEL = 0.95;

/**
 * Half-sample intervals and the published bootstrap's around each measure, on designs of known truth: one sender
 * at every bias, on one fresh list of states per replication. One row per replication and measure.
 */
export default function coverage({ designs }: Inputs, params: Params, context: StageContext): CoverageRow[] {
  const settings = {
    bins: params.bins,
    folds: params.folds,
    foldSeed: params.fold_seed,
    halves: params.half_samples,
    halfSeed: params.half_sample_seed,
    resamples: params.coverage_resamples,
    resampleSeed: params.resample_seed,
    level: LEVEL,
  };
  return designs.flatMap(({ design, noise, states, block, replications }) => {
    const senders = designSenders(design, params.calibration_biases, noise);
    const truths = senders.map((known) => truthsOf(known, params.bins));
    const trialsOf = intervalTrials(states, settings);
    return Array.from({ length: replications }, (_, r) => {
      const replicated = replicateDesign(senders, states, context.seed, r);
      const cells = replicated.map((cell, i) => ({
        ...cell,
        bias: senders[i].bias,
        truths: truths[i],
      }));
      return trialsOf(cells).map((trial): CoverageRow => {
        const { estimator, decoder, bias, truth, value } = trial;
        return {
          design,
          noise,
          states,
          block,
          replication: r + 1,
          biases: bias === null ? "all" : String(bias),
          estimator,
          decoder,
          truth: finite(truth),
          value: finite(value),
          ...ends(trial.halfSample, "half"),
          ...ends(trial.bootstrap, "bootstrap"),
        };
      });
    }).flat();
  });
}

/** The ends of an interval; none for one that is missing, and no upper one where there is no bound. */
function ends<Name extends "half" | "bootstrap">(interval: Interval | null, name: Name) {
  const low = interval === null ? null : finite(interval.low);
  const high = interval === null ? null : finite(interval.high);
  return { [`${name}_lo`]: low, [`${name}_hi`]: high } as Record<`${Name}_lo` | `${Name}_hi`, number | null>;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
