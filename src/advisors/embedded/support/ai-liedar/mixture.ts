import type { Element, Instruction } from "./private-text.ts";

/** What the mixed agent may do in an episode, in this order. */
export const BEHAVIOURS = ["truthful", "conceals", "equivocates", "falsifies"] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** In whole percent, each from 0 to 100; all four together are 100. */
type Percentages = Readonly<Record<Behaviour, number>>;

/** With none of the three elements, by instruction. */
const MIXED_START: Readonly<Record<Instruction, Percentages>> = {
  none: { truthful: 40, conceals: 20, equivocates: 30, falsifies: 10 },
  truthful: { truthful: 80, conceals: 5, equivocates: 10, falsifies: 5 },
  falsification: { truthful: 15, conceals: 15, equivocates: 10, falsifies: 60 },
};

/** What each element that is there adds, in percentage points, whatever the instruction. */
const MIXED_SHIFTS: Readonly<Record<Element, Percentages>> = {
  info_not_known: { truthful: -4, conceals: 4, equivocates: 0, falsifies: 0 },
  motives_to_lie: { truthful: -10, conceals: 3, equivocates: 1, falsifies: 6 },
  motives_not_to_lie: { truthful: 8, conceals: -2, equivocates: -2, falsifies: -4 },
};

/**
 * How often the mixed agent behaves in which way, by what its private text holds: the start of its instruction and the
 * shifts of all elements that are there. Known truth of embedded/mixed: with all three and no instruction 34, 25, 29 and
 * 12 percent.
 */
export function mixedPercentages(instruction: Instruction, present: ReadonlySet<Element>): Percentages {
  const sum: Record<Behaviour, number> = { ...MIXED_START[instruction] };
  for (const element of present) {
    for (const behaviour of BEHAVIOURS) sum[behaviour] += MIXED_SHIFTS[element][behaviour];
  }
  return sum;
}

/**
 * The behaviour that a number falls on, when 0 to 1 is cut into the four percentages in their order.
 *
 * @param uniform in [0, 1)
 */
export function behaviourAt(uniform: number, percentages: Percentages): Behaviour {
  let above = 0;
  for (const behaviour of BEHAVIOURS) {
    above += percentages[behaviour];
    if (100 * uniform < above) return behaviour;
  }
  throw new RangeError(`behaviourAt requires a number in [0, 1), got ${uniform}`);
}
