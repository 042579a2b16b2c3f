import { byteOrder } from "../../tables/canonical.ts";
import type { ReadScenario } from "./read.ts";
import { VARIANTS } from "./scenario.ts";
import { plainWords } from "./words.ts";

/**
 * Notes what is wrong between scenarios: an id, a negative fact or a background (but for case and punctuation) that
 * stands in two files. The fault is at the later file in byte order and names the earlier one.
 */
export function checkAcross(read: readonly ReadScenario[]): void {
  const sorted = [...read].sort((a, b) => byteOrder(a.source.file, b.source.file));
  const ids = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { source, scenario } of sorted) {
    if (scenario === null) continue;
    const { file } = source;
    const other = ids.get(scenario.id);
    if (other === undefined) ids.set(scenario.id, file);
    else source.fault("id", `requires an id of its own, got ${scenario.id}, which ${other} has too`);
    for (const variant of VARIANTS) {
      const { background, agent } = scenario.wordings[variant];
      for (const [kind, path, text] of [
        ["negative fact", `${variant}.agent.negative_fact`, agent.negative_fact],
        ["background", `${variant}.background`, background],
      ] as const) {
        const key = `${kind}: ${plainWords(text).join(" ")}`;
        const earlier = texts.get(key);
        if (earlier === undefined) texts.set(key, file);
        else if (earlier !== file)
          source.fault(path, `requires a ${kind} of its own, got that of ${earlier}`);
      }
    }
  }
}
