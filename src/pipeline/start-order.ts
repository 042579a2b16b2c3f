import { createHash } from "node:crypto";

/** In which order stages, slices and waiting tasks start, as far as inputs leave it open. No result may depend on it. */
export interface StartOrder {
  /** Which of `count` waiting things comes next, 0 to count − 1. */
  readonly pick: (count: number) => number;
  /** The items in the order in which they start. */
  readonly arrange: <T>(items: readonly T[]) => T[];
}

/** Stages and slices as they are listed, waiting tasks by chance. */
export const BY_CHANCE: StartOrder = {
  pick: (count) => Math.floor(Math.random() * count),
  arrange: (items) => [...items],
};

/** Everything in an order drawn from a number: another number, another order. */
export function shuffledBy(seed: number): StartOrder {
  let drawn = 0;
  const pick = (count: number) => {
    const digest = createHash("sha256").update(`candor start order ${seed} ${drawn++}`).digest();
    return digest.readUIntBE(0, 6) % count;
  };
  const arrange = <T>(items: readonly T[]) => {
    const rest = [...items];
    return items.map(() => rest.splice(pick(rest.length), 1)[0]!);
  };
  return { pick, arrange };
}
