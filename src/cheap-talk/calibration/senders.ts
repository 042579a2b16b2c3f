import seedrandom from "seedrandom";
import { normalDraws } from "../../statistics/random/normal-draws.ts";
import { oracleActions } from "../equilibrium.ts";
import { drawStates } from "../states.ts";

/*
 * Senders whose truth is known, as pairs of a state and a number: no prompt and no text, so that what is
 * measured is the instrument alone.
 */

/**
 * equilibrium: the receiver's action in the finest equilibrium, plus noise.
 * exaggerator: ω + b plus noise, not capped, so that nothing is lost.
 * capped_exaggerator: the same held to [0, 1], as a sender does that names an action.
 * truthful: ω plus noise (b = 0).
 * babbler: uniform on [0, 1], whatever the state (b = 0, no noise).
 */
export const senderNames = [
  "equilibrium",
  "exaggerator",
  "capped_exaggerator",
  "truthful",
  "babbler",
] as const;

export type KnownSenderName = (typeof senderNames)[number];

/** One configuration: who reports, at which bias, with how much noise. */
export interface KnownSender {
  readonly sender: KnownSenderName;
  /** b, 0 or more, at most six decimals. */
  readonly bias: number;
  /** Standard deviation of the Gaussian noise of the report, 0 or more. */
  readonly noise: number;
}

/**
 * Every configuration of a calibration: the senders with a bias at each bias and noise, the truthful one at each
 * noise, the babbler once.
 *
 * @param biases above 0
 * @param noises 0 or more
 * @throws RangeError for a bias that is not above 0 or a noise below 0
 */
export function configurations(biases: readonly number[], noises: readonly number[]): KnownSender[] {
  if (!biases.every((bias) => bias > 0) || !noises.every((noise) => noise >= 0)) {
    throw new RangeError(
      `configurations requires biases above 0 and noises of 0 or more, got ${biases.join(", ")}; ${noises.join(", ")}`,
    );
  }
  return senderNames.flatMap((sender): KnownSender[] => {
    if (sender === "babbler") return [{ sender, bias: 0, noise: 0 }];
    const grid = sender === "truthful" ? [0] : biases;
    return grid.flatMap((bias) => noises.map((noise) => ({ sender, bias, noise })));
  });
}

/** States, rising, and what the sender reports on them. */
export interface Replication {
  readonly omega: Float64Array;
  readonly reports: Float64Array;
}

/**
 * One replication: a fresh list of states, drawn as the design draws its own, and the reports on them. It depends
 * on seed, number and configuration alone, not on what was drawn before.
 *
 * @param known the configuration
 * @param states number of states
 * @param seed seed of the configuration
 * @param replication number of the replication
 */
export function replicate(
  known: KnownSender,
  states: number,
  seed: string,
  replication: number,
): Replication {
  return replicateDesign([known], states, seed, replication)[0];
}

/** The same for several senders on one list of states, as a design has it; noise of their own. */
export function replicateDesign(
  senders: readonly KnownSender[],
  states: number,
  seed: string,
  replication: number,
): Replication[] {
  const random = seedrandom.alea(JSON.stringify([seed, replication]));
  // In rising order, which no estimator needs and each would make: folds and noise are random by place anyway.
  const omega = drawStates(Math.floor(random() * 0x100000000), states).omega.sort();
  return senders.map((known) => ({ omega, reports: reportsOn(omega, known, random) }));
}

/**
 * What the sender reports on the states.
 *
 * @param uniform uniform numbers in [0, 1)
 */
export function reportsOn(omega: Float64Array, known: KnownSender, uniform: () => number): Float64Array {
  const { sender, bias, noise } = known;
  if (sender === "babbler") return omega.map(() => uniform());
  const said = sender === "equilibrium" ? oracleActions(omega, bias) : omega.map((state) => state + bias);
  if (noise > 0) {
    const draws = normalDraws(omega.length, uniform);
    for (let i = 0; i < said.length; i++) said[i] += noise * draws[i];
  }
  return sender === "capped_exaggerator" ? said.map((report) => Math.min(1, Math.max(0, report))) : said;
}
