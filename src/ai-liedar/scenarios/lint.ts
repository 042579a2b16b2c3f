import { byteOrder } from "../../tables/canonical.ts";
import { checkAcross } from "./across.ts";
import { inOrder, type ScenarioFault } from "./faults.ts";
import { readScenario } from "./read.ts";
import type { Scenario } from "./scenario.ts";

/** What the linter found: scenarios in byte order of their ids, or every fault of every file. */
type LintedScenarios =
  | { readonly kind: "sound"; readonly scenarios: readonly Scenario[] }
  | { readonly kind: "faulty"; readonly faults: readonly ScenarioFault[] };

/**
 * Reads scenario files and checks each alone and all together: YAML and keys, order of the agent's elements, ids,
 * categories and motivations, profiles, lengths, questions, goals, what texts may not give away, wordings that are equal.
 *
 * @param files texts by path, as a stage gets them
 */
export function lintScenarios(files: Readonly<Record<string, string>>): LintedScenarios {
  const read = Object.entries(files).map(([file, text]) => readScenario(file, text));
  checkAcross(read);
  const faults = read.flatMap(({ source }) => source.faults);
  if (faults.length > 0) return { kind: "faulty", faults: inOrder(faults) };
  const scenarios = read.map(({ scenario }) => scenario!);
  return { kind: "sound", scenarios: scenarios.sort((a, b) => byteOrder(a.id, b.id)) };
}
