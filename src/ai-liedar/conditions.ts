import type { ScenariosRow } from "../../schemas/ai-liedar/scenarios.ts";
import type { Element } from "./scenarios/scenario.ts";

export type Condition = ScenariosRow["condition"];

/** Ablations, and the element of the agent's private text that each leaves out. */
export const LEFT_OUT = {
  no_info_not_known: "info_not_known",
  no_motives_to_lie: "motives_to_lie",
  no_motives_not_to_lie: "motives_not_to_lie",
} as const satisfies Partial<Record<Condition, Element>>;
type Ablation = keyof typeof LEFT_OUT;

/** Conditions that leave out an element of the private text. */
export const ABLATIONS: readonly Condition[] = Object.keys(LEFT_OUT) as Ablation[];

/** Steering conditions. Each adds the instruction of `<condition>.txt` at the end of the agent's private text. */
export const STEERING: readonly Condition[] = ["truthful_prompt", "falsification_prompt"];

/** Every condition, in order: base, ablations, steering. */
export const CONDITIONS: readonly Condition[] = ["base", ...ABLATIONS, ...STEERING];

/**
 * The conditions of a design, in the order base, ablations, steering.
 *
 * @throws RangeError when a name is unknown or stands twice, naming the param, the name and what is known
 */
export function conditionsOf(ablations: readonly string[], steering: readonly string[]): Condition[] {
  return ["base", ...known("ablations", ablations, ABLATIONS), ...known("steering", steering, STEERING)];
}

function known(param: string, names: readonly string[], allowed: readonly Condition[]): Condition[] {
  for (const [index, name] of names.entries()) {
    if (!(allowed as readonly string[]).includes(name))
      throw new RangeError(`params.${param} requires names among ${allowed.join(", ")}, got ${name}`);
    if (names.indexOf(name) !== index)
      throw new RangeError(`params.${param} requires each name once, got ${name} twice`);
  }
  return names as Condition[];
}
