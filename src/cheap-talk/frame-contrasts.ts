import { difference, groupBy } from "../tables/summary.ts";

/** One contrast: a measure in the payoff frame, in the honesty frame, and their difference. */
export interface FrameContrast {
  readonly model: string;
  readonly bias: number;
  readonly payoff: number | null;
  readonly honesty: number | null;
  readonly contrast: number | null;
}

/**
 * Payoff minus honesty per model and positive bias (cheap-talk.md §6.4), in the order of the cells. A missing
 * frame leaves its value and the contrast null.
 */
export function frameContrasts<Measure extends string>(
  cells: readonly ({ readonly model: string; readonly bias: number; readonly frame: string } & {
    readonly [M in Measure]: number | null;
  })[],
  measure: Measure,
): FrameContrast[] {
  const positive = cells.filter((cell) => cell.bias > 0);
  const groups = groupBy(positive, (cell) => JSON.stringify([cell.model, cell.bias]));
  return [...groups.values()].map((group) => {
    const inFrame = (frame: string) => group.find((cell) => cell.frame === frame)?.[measure] ?? null;
    const { model, bias } = group[0] as (typeof group)[number];
    const payoff = inFrame("payoff");
    const honesty = inFrame("honesty");
    return { model, bias, payoff, honesty, contrast: difference(payoff, honesty) };
  });
}
