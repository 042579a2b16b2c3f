import type { KnownSender } from "./senders.ts";

/**
 * Senders over a whole design, for intervals of slopes on b.
 *
 * equilibrium: information falls with b as theory has it.
 * capped_exaggerator: ω + b held to [0, 1]; information falls little.
 * fading: ω + b at the lower half of the biases, babbling at the upper half: levels differ as much as they can.
 * babbler: nothing is told at any bias.
 */
export const designNames = ["equilibrium", "capped_exaggerator", "fading", "babbler"] as const;

export type DesignName = (typeof designNames)[number];

/**
 * The sender of a design at each bias.
 *
 * @param biases above 0, rising
 * @param noise standard deviation of the noise of reports that follow the state or a cell
 */
export function designSenders(design: DesignName, biases: readonly number[], noise: number): KnownSender[] {
  return biases.map((bias, i): KnownSender => {
    const told = design === "fading" && i < biases.length / 2 ? "exaggerator" : "babbler";
    const sender = design === "fading" ? told : design;
    return { sender, bias, noise: sender === "babbler" ? 0 : noise };
  });
}
