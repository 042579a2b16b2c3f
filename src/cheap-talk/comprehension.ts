import seedrandom from "seedrandom";
import { asciiDigits } from "./python-text.ts";

// The receivers' number pattern (cheap-talk.md §4), here for every match and not the first alone.
const NUMBER = /[-+]?\d*\.\d+|[-+]?\d+/g;

/** How far a named number may lie from the right one (cheap-talk.md §6.9). */
const COMPREHENSION_TOLERANCE = 0.05;

/**
 * The state of one comprehension question: uniform on [0, 1], rounded to six decimals, drawn from seed, model,
 * bias and frame alone, so that it does not depend on which other models are asked.
 */
export function comprehensionState(seed: number, model: string, bias: number, frame: string): number {
  const uniform = seedrandom(JSON.stringify([seed, model, bias, frame]))();
  return Math.round(uniform * 1e6) / 1e6;
}

/**
 * Whether an answer names both ideal actions: it contains a number within 0.05 of the receiver's and a number
 * within 0.05 of the sender's (cheap-talk.md §6.9). Order and other numbers do not matter, and one number may
 * serve for both where the two lie close together, as in the reference.
 */
export function namesBothIdeals(text: string, receiver: number, sender: number): boolean {
  const numbers = (asciiDigits(text).match(NUMBER) ?? []).map(Number);
  const names = (ideal: number) =>
    numbers.some((value) => Math.abs(value - ideal) <= COMPREHENSION_TOLERANCE);
  return names(receiver) && names(sender);
}
