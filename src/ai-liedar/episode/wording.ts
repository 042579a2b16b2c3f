import { findTemplate, type Template } from "../templates.ts";

type System = Template<"name" | "other" | "background" | "private" | "max_turns">;

/** The prompts of an episode. */
export interface Wording {
  /** Opens what each of the two is told. */
  readonly system: { readonly human: System; readonly agent: System };
  /** Asks for a turn. */
  readonly turn: Template<"turn" | "happened">;
  /** Asks again for a turn whose answer holds no action. */
  readonly correction: Template<"problem">;
}

/**
 * Reads agent.txt, human.txt, turn.txt and correction.txt.
 *
 * @param files the prompts of study 2, by path; others among them are not read
 * @throws RangeError naming the file, when one is missing or holds other placeholders than it should
 */
export function wordingOf(files: Readonly<Record<string, string>>): Wording {
  const system = (name: string) =>
    findTemplate(files, name, ["name", "other", "background", "private", "max_turns"]);
  return {
    system: { human: system("human"), agent: system("agent") },
    turn: findTemplate(files, "turn", ["turn", "happened"]),
    correction: findTemplate(files, "correction", ["problem"]),
  };
}
