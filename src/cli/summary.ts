import path from "node:path";
import type { StageOutcome } from "../pipeline/events.ts";
import { artifactFolder } from "../pipeline/manifest.ts";
import type { Plan } from "../pipeline/plan.ts";
import { byteOrder } from "../tables/canonical.ts";
import { seconds } from "./progress.ts";

/** What a run did, in one line. */
export function countOutcomes(outcomes: readonly StageOutcome[], ms: number, stopped: boolean): string {
  const count = (state: StageOutcome["state"]) =>
    outcomes.filter((outcome) => outcome.state === state).length;
  const parts = [`${count("ran")} ran`, `${count("fresh")} fresh`];
  if (count("failed") > 0) parts.push(`${count("failed")} failed`);
  if (count("stale") > 0) parts.push(`${count("stale")} not run`);
  const before = stopped ? "stopped; what was done is kept: " : "";
  return `${before}${parts.join(", ")} of ${outcomes.length} stages in ${seconds(ms)}\n`;
}

/** What lies where: a line for each folder of outputs, with the number of tables or figures and their forms. */
export function listOutputs(plan: Plan, ids: readonly string[]): string {
  const folders = new Map<string, { stages: number; kind: string; endings: Set<string> }>();
  for (const id of ids) {
    const { definition, outputs } = plan.stages.get(id)!;
    const folder = `${artifactFolder(plan.basket.name)}/${path.posix.dirname(definition.output)}/`;
    const kind = definition.schema === null ? "figure" : "table";
    const known = folders.get(folder) ?? { stages: 0, kind, endings: new Set() };
    known.stages++;
    for (const output of outputs) known.endings.add(path.posix.extname(output).slice(1));
    folders.set(folder, known);
  }
  const width = Math.max(0, ...[...folders.keys()].map((folder) => folder.length));
  return [...folders]
    .sort((a, b) => byteOrder(a[0], b[0]))
    .map(([folder, { stages, kind, endings }]) => {
      const forms = [...endings].sort(byteOrder).join(", ");
      return `${folder.padEnd(width)} ${String(stages).padStart(3)} ${kind}${stages === 1 ? "" : "s"} (${forms})\n`;
    })
    .join("");
}
