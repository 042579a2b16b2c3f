import path from "node:path";
import { describeAll } from "../pipeline/describe.ts";
import type { StageOutcome } from "../pipeline/events.ts";
import { artifactFolder, readManifest } from "../pipeline/manifest.ts";
import type { Plan } from "../pipeline/plan.ts";
import { outdatedOnDemand } from "../pipeline/status.ts";
import { byteOrder } from "../tables/canonical.ts";
import { seconds } from "./progress.ts";

/** What a run did, in one line. */
export function countOutcomes(outcomes: readonly StageOutcome[], ms: number, stopped: boolean): string {
  const count = (state: StageOutcome["state"]) =>
    outcomes.filter((outcome) => outcome.state === state).length;
  const parts = [`${count("ran")} ran`, `${count("fresh")} fresh`];
  if (count("missing") > 0) parts.push(`${count("missing")} without all answers`);
  if (count("failed") > 0) parts.push(`${count("failed")} failed`);
  if (count("stale") > 0) parts.push(`${count("stale")} not run`);
  const before = stopped ? "stopped; what was done is kept: " : "";
  return `${before}${parts.join(", ")} of ${outcomes.length} stages in ${seconds(ms)}\n`;
}

/** One line for each stage of a partial run that goes without some answers; "" without any. */
export function listGaps(plan: Plan, ids: readonly string[]): string {
  const { stages } = readManifest(plan.engine.root, plan.basket.name);
  return ids
    .flatMap((id) => {
      const missing = stages[id]?.missing;
      return missing === undefined
        ? []
        : [
            `partial: ${missing.missing} of ${missing.asked} answers of ${id} were not collected and are left out; \`candor collect --basket ${plan.basket.name}\` gets them\n`,
          ];
    })
    .join("");
}

/** What lies where: a line for each folder of outputs, with the number of tables or figures and their forms. */
export function listOutputs(plan: Plan, ids: readonly string[]): string {
  const folders = new Map<string, { stages: number; kinds: Set<string>; endings: Set<string> }>();
  for (const id of ids) {
    const { definition, outputs } = plan.stages.get(id)!;
    const folder = `${artifactFolder(plan.basket.name)}/${path.posix.dirname(definition.output)}/`;
    const kind = definition.schema === null ? "figure" : "table";
    const known = folders.get(folder) ?? { stages: 0, kinds: new Set(), endings: new Set() };
    known.stages++;
    known.kinds.add(kind);
    for (const output of outputs) known.endings.add(path.posix.extname(output).slice(1));
    folders.set(folder, known);
  }
  const width = Math.max(0, ...[...folders.keys()].map((folder) => folder.length));
  return [...folders]
    .sort((a, b) => byteOrder(a[0], b[0]))
    .map(([folder, { stages, kinds, endings }]) => {
      const kind = kinds.size === 1 ? [...kinds][0] : "output";
      const forms = [...endings].sort(byteOrder).join(", ");
      return `${folder.padEnd(width)} ${String(stages).padStart(3)} ${kind}${stages === 1 ? "" : "s"} (${forms})\n`;
    })
    .join("");
}

/** One line about stages on demand whose rows are no longer today's, with the command that renews them; "" without any. */
export function listOutdated(plan: Plan): string {
  const outdated = outdatedOnDemand(plan);
  if (outdated.length === 0) return "";
  const told = outdated.map(({ stage, reasons }) => `${stage} (${describeAll(reasons)})`).join(", ");
  const { name } = plan.basket;
  const command = ["candor run", ...outdated.map(({ stage }) => stage), `--basket ${name}`].join(" ");
  return `on demand, outdated: ${told}; \`${command}\` renews ${outdated.length === 1 ? "it" : "them"}\n`;
}
