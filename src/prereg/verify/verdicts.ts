import { byteOrder } from "../../tables/canonical.ts";
import type { Design } from "../lock.ts";
import { stagesAbove } from "./pairs.ts";
import type { Change, Leaf, StageVerdict } from "./report.ts";

/** What became of each stage of either design, in byte order of ids; a renamed one stands under its new name. */
export function verdictsOf(
  frozen: Design,
  today: Design,
  leaves: readonly Leaf[],
  declared: ReadonlySet<string>,
): StageVerdict[] {
  const removed = leaves
    .filter(({ section, is }) => section === "stages" && is === null)
    .flatMap(({ stages }) => stages);
  const ids = [...new Set([...Object.keys(today.stages), ...removed])].sort(byteOrder);
  const touching = new Map(ids.map((id) => [id, leaves.filter(({ stages }) => stages.includes(id))]));
  const deviates = (id: string) => (touching.get(id) ?? []).some(({ deviating }) => deviating.includes(id));
  return ids.map((id) => {
    const own = touching.get(id)!;
    const deviating = own.filter((leaf) => leaf.deviating.includes(id));
    return {
      stage: id,
      change: deviating.length > 0 ? "deviation" : own.length > 0 ? "same-behaviour" : "identical",
      declared: deviating.every(({ address }) => declared.has(address)),
      leaves: own.map(({ address }) => address),
      above: allAbove(today.stages[id] === undefined ? frozen : today, id).filter(deviates),
    };
  });
}

/** The worst class of leaves. */
export function worst(leaves: readonly Pick<Leaf, "change">[]): Change {
  if (leaves.some(({ change }) => change === "deviation")) return "deviation";
  return leaves.length > 0 ? "same-behaviour" : "identical";
}

/** Every stage that a stage's rows follow from, in byte order. */
function allAbove({ stages }: Pick<Design, "stages">, id: string): string[] {
  const found = new Set<string>();
  const walk = (each: string) => {
    for (const input of stages[each] === undefined ? [] : stagesAbove(stages[each])) {
      if (found.has(input)) continue;
      found.add(input);
      walk(input);
    }
  };
  walk(id);
  return [...found].sort(byteOrder);
}
