import { howToGiveRole } from "../roles.ts";

/**
 * Name of the basket's model that plays the human agent.
 *
 * @param human the param `human`
 * @throws RangeError when it does not name exactly one
 */
export function theHuman(human: readonly string[]): string {
  const [name] = human;
  if (human.length !== 1 || name === undefined)
    throw new RangeError(
      `study 2 requires exactly one model with the role human, got ${human.join(", ") || "none"}; ` +
        (human.length === 0 ? howToGiveRole("human") : "leave roles: [human] to one model of the basket"),
    );
  return name;
}
