import { fitLine } from "../../statistics/line.ts";
import { type StepFits, stepFits } from "../segmentation.ts";
import { interior } from "./interior-line.ts";
import { bestSteps, type PartitionCountSettings, shapeCriterion } from "./partition-count.ts";

/** Limits of the comparison. */
export interface ShapeSettings extends PartitionCountSettings {
  /** b: states above 1 − b are left out, where a cap would make a step of a line. 0 keeps every state. */
  readonly bias: number;
}

/** How well a shape does. */
export interface ShapeFit {
  /** n·ln(SSE/n + σ₀²) + parameters·ln n. */
  readonly criterion: number;
  /** Criterion minus that of the best shape, 0 or more; above 10 is very strong evidence against it. */
  readonly difference: number;
}

/** The shapes that reports may take as a function of the state. */
export type Shape = "babbling" | "line" | "partition";

/** Comparison of the three shapes on the same interior states. */
export interface ShapeComparison {
  /** One constant: 1 parameter. */
  readonly babbling: ShapeFit & { readonly level: number };
  /** offset + slope·ω: 2 parameters. Null where the states do not differ. */
  readonly line: (ShapeFit & { readonly slope: number; readonly offset: number }) | null;
  /** Best non-falling K steps, K = 2 … maxSteps: 2K − 1 parameters. Null for one state or maxSteps 1. */
  readonly partition: (ShapeFit & { readonly steps: number }) | null;
  /** The shape with the smallest criterion; a tie goes to the one with fewer parameters. */
  readonly best: Shape;
  /** Number of interior states. */
  readonly n: number;
}

/**
 * Which shape reports have as a function of the state: a partition (the equilibrium), a line (truth or
 * exaggeration) or a constant (babbling), by one criterion, that of the partition count: Schwarz's with a
 * noise floor, n·ln(SSE/n + σ₀²) + p·ln n. p counts the numbers of the mean alone: levels and boundaries, offset
 * and slope, the constant; the variance is common to all and counted in none. Babbling is the partition with
 * one step, so that partitions begin at two.
 *
 * All three are fitted on the states with ω ≤ 1 − b: an exaggerator's cap at 1 makes a flat piece that is
 * no cell. A partition keeps all its cells there, since the last is longer than b.
 *
 * @param omega states in [0, 1]
 * @param reports the stated numbers, not clipped, finite
 * @param fitsOfAll step functions of the same reports on all states with the same maxSteps, where there are some
 *   already: those of the interior states, which are the lowest, are among them
 * @returns null where no state is interior
 * @throws RangeError for settings outside their range
 */
export function compareShapes(
  omega: Float64Array,
  reports: Float64Array,
  { maxSteps, noiseFloor, bias }: ShapeSettings,
  fitsOfAll: StepFits | null = null,
): ShapeComparison | null {
  const { states, values } = interior(omega, reports, bias);
  const n = states.length;
  if (n === 0) return null;
  const fits = fitsOfAll?.lowest(n) ?? stepFits(states, values, maxSteps);
  const constant = shapeCriterion(fits.sse(1), n, 1, noiseFloor);
  const line = states.some((state) => state !== states[0]) ? fitLine(states, values) : null;
  const straight =
    line === null
      ? Number.POSITIVE_INFINITY
      : shapeCriterion(squaresAbout(states, values, line), n, 2, noiseFloor);
  const stepped = n > 1 && maxSteps > 1 ? bestSteps(fits, noiseFloor, 2) : null;
  const least = Math.min(constant, straight, stepped?.criterion ?? Number.POSITIVE_INFINITY);
  const against = (criterion: number): ShapeFit => ({ criterion, difference: criterion - least });
  return {
    babbling: { ...against(constant), level: fits.segmentation(1).steps[0].level },
    line: line === null ? null : { ...against(straight), slope: line.slope, offset: line.intercept },
    partition: stepped === null ? null : { ...against(stepped.criterion), steps: stepped.steps },
    best: constant === least ? "babbling" : straight === least ? "line" : "partition",
    n,
  };
}

function squaresAbout(
  states: Float64Array,
  values: Float64Array,
  { intercept, slope }: { readonly intercept: number; readonly slope: number },
): number {
  let sum = 0;
  for (let i = 0; i < states.length; i++) {
    const residual = values[i] - (intercept + slope * states[i]);
    sum += residual * residual;
  }
  return sum;
}
