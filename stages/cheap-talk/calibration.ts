import type { CalibrationRow } from "../../schemas/cheap-talk/calibration.ts";
import type { CalibrationSendersRow } from "../../schemas/cheap-talk/calibration_senders.ts";
import { type Instrument, instruments } from "../../src/cheap-talk/calibration/instruments.ts";
import { measuresOf } from "../../src/cheap-talk/calibration/measures.ts";
import { sampleOf } from "../../src/cheap-talk/calibration/sample.ts";
import { replicate } from "../../src/cheap-talk/calibration/senders.ts";
import { summarise, type Trial, type TrialSummary } from "../../src/cheap-talk/calibration/summary.ts";
import { cellsWithStates, truthsOf } from "../../src/cheap-talk/calibration/truths.ts";
import { crossFitFolds } from "../../src/cheap-talk/folds.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";

interface Inputs {
  readonly senders: readonly CalibrationSendersRow[];
}

interface Params {
  readonly seed: number;
  /** States of each replication, and replications of each sender. */
  readonly calibration_states: number;
  readonly calibration_replications: number;
  readonly bins: number;
  readonly folds: number;
  readonly fold_seed: number;
  readonly max_steps: number;
  readonly step_penalty: number;
  readonly partition_max_steps: number;
  readonly noise_floor: number;
}

/**
 * Every instrument, published and calibrated, on senders whose truth is known: a fresh list of states and fresh
 * noise in each replication, no prompt and no text. One row per sender and instrument.
 */
export default function calibration(
  { senders }: Inputs,
  params: Params,
  context: StageContext,
): CalibrationRow[] {
  const folds = crossFitFolds(params.calibration_states, params.folds, params.fold_seed);
  const settings = {
    bins: params.bins,
    publishedSteps: params.max_steps,
    stepPenalty: params.step_penalty,
    mostSteps: params.partition_max_steps,
    noiseFloor: params.noise_floor,
  };
  const measure = measuresOf(params.calibration_states, settings);
  return senders.flatMap((known) => {
    const truths = truthsOf(known, params.bins);
    const trials = instruments.map((): Trial[] => []);
    const seed = JSON.stringify([context.seed, known.sender, known.bias, known.noise]);
    for (let r = 0; r < params.calibration_replications; r++) {
      const replication = replicate(known, params.calibration_states, seed, r);
      const measures = measure(sampleOf(replication, known.bias, folds));
      const all = { ...truths, cells: cellsWithStates(known, replication.omega) };
      for (const [i, instrument] of instruments.entries()) {
        trials[i].push({
          value: instrument.value(measures, all),
          truth: instrument.truth(all),
          word: instrument.word?.(measures) ?? null,
          isBeyond: instrument.isBeyond?.(measures) ?? false,
        });
      }
    }
    const common = { ...truths, cells: Number.NaN };
    return instruments.flatMap((instrument, i): CalibrationRow[] => {
      // At b = 0 nothing is compared with an equilibrium.
      if (instrument.estimator === "I_excess" && truths.oracleInformation === null) return [];
      const { estimator, decoder } = instrument;
      return [
        {
          sender: known.sender,
          bias: known.bias,
          noise: known.noise,
          estimator,
          instrument: instrument.instrument,
          decoder,
          states: params.calibration_states,
          replications: params.calibration_replications,
          attainable: instrument.attainable?.(common) ?? null,
          ...summaryOf(instrument, trials[i]),
        },
      ];
    });
  });
}

/** The summary with the columns emptied that mean nothing for this instrument. */
function summaryOf({ estimator, isBeyond }: Instrument, trials: readonly Trial[]): TrialSummary {
  const summary = summarise(trials);
  return {
    ...summary,
    ...(isBeyond === undefined ? { share_beyond: null } : {}),
    // A shape is right or not: it has no size.
    ...(estimator === "shape" ? { truth: null, mean: null, sd: null, mean_error: null } : {}),
  };
}
