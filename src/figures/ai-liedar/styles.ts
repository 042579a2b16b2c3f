import type { Measure } from "../../ai-liedar/rates/measures.ts";
import { COLOURS } from "../theme.ts";

/** How a measure is drawn: told apart by colour, by darkness in grey, and by letter or shape. */
interface MeasureStyle {
  readonly measure: Measure;
  readonly letter: string;
  readonly colour: string;
  /** Of text on that colour. */
  readonly ink: string;
  readonly shape: string;
}

/** Labels in the order of a bar. Neighbours differ in darkness: 40, 87, 67 and 20 % of white. */
export const LABEL_STYLES: readonly MeasureStyle[] = [
  { measure: "truthful", letter: "T", colour: COLOURS.data, ink: "#FFFFFF", shape: "circle" },
  { measure: "concealment", letter: "C", colour: "#F0E442", ink: COLOURS.text, shape: "triangle-up" },
  { measure: "equivocation", letter: "E", colour: "#E69F00", ink: COLOURS.text, shape: "diamond" },
  { measure: "falsification", letter: "F", colour: "#7A2800", ink: "#FFFFFF", shape: "square" },
];

/** A partial lie of which the judges do not agree whether it is concealment or equivocation. */
export const UNDIVIDED_STYLE = {
  measure: "partial_lie",
  letter: "P",
  colour: "#CCCCCC",
  ink: COLOURS.text,
} as const;

/** A measure, condition or category as a figure names it. */
export function worded(name: string): string {
  return name.replaceAll("_", " ");
}
