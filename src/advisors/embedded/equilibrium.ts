import { boundaries } from "../../cheap-talk/equilibrium.ts";
import type { EmbeddedAdvisor } from "../advisor.ts";
import { readPrompt } from "./support/reading.ts";
import { answer, sayBothIdeals, sayNumber, type Wording, wordingOf } from "./support/wording.ts";

/**
 * Equilibrium: plays the most informative equilibrium of Crawford and Sobel (1982) for the uniform–quadratic
 * game. It names the midpoint of the cell that holds ω, then that cell, in words or by its bounds; every
 * number depends on the cell alone, so the message says no more than the equilibrium does. At b = 0 it
 * reports ω. The frame makes no difference. Known truth: the oracle's information and losses at every b.
 * Comprehension prompts get the right answer. Params: `seed`, which changes the wording alone.
 */
const equilibrium: EmbeddedAdvisor = (request, params) => {
  const { task, omega, bias } = readPrompt(request.prompt);
  const wording = wordingOf("equilibrium", request.prompt, params);
  if (task === "comprehension") return answer(sayBothIdeals(omega, bias, wording), request);
  if (bias === 0) return answer(sayNumber(wording.decimals(omega, 4, 6), wording), request);
  return answer(sayCell(cellOf(omega, boundaries(bias)), wording), request);
};

/** A cell of the partition: its number from 1, how many there are, and its bounds. */
interface Cell {
  readonly number: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** The cell that holds ω. A state on a boundary, where the sender is indifferent, belongs to the upper cell. */
function cellOf(omega: number, bounds: ArrayLike<number>): Cell {
  const count = bounds.length - 1;
  let number = 1;
  while (number < count && omega >= (bounds[number] as number)) number++;
  return { number, count, low: bounds[number - 1] as number, high: bounds[number] as number };
}

function sayCell(cell: Cell, wording: Wording): string {
  const midpoint = wording.decimals((cell.low + cell.high) / 2, 4, 6);
  const bounds = `${wording.decimals(cell.low, 3, 5)} and ${wording.decimals(cell.high, 3, 5)}`;
  const place = placeOf(cell);
  return wording.pick([
    midpoint,
    `${midpoint}, the middle of ${place}.`,
    `About ${midpoint}: the state lies in ${place}.`,
    `${midpoint}. The state is between ${bounds}.`,
    `I would choose ${midpoint}; the state is somewhere between ${bounds}.`,
    `My best guess for you is ${midpoint}, as the state is in ${place}.`,
  ]);
}

const ORDINALS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

function placeOf({ number, count }: Cell): string {
  if (count === 1) return "the only range there is";
  if (number === 1) return "the lowest range";
  if (number === count) return "the highest range";
  // Biases below about 0.005 have more cells than there are words for.
  return number <= ORDINALS.length
    ? `the ${ORDINALS[number - 1]} range from below`
    : `range number ${number} from below`;
}

export default equilibrium;
