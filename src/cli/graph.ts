import { ProjectFiles } from "../pipeline/files.ts";
import { loadPipeline } from "../pipeline/load.ts";
import { stageInputs } from "../pipeline/select.ts";
import type { ExitCode, World } from "./command.ts";

/** Prints the DAG of all stages; mapped stages name their map columns. */
export async function graph(
  world: World,
  options: { readonly format: "mermaid" | "dot" },
): Promise<ExitCode> {
  const { stages } = await loadPipeline(new ProjectFiles(world.engine.root));
  const ids = [...stages.keys()];
  const number = new Map(ids.map((id, index) => [id, index]));
  const lines: string[] =
    options.format === "dot"
      ? ["digraph candor {", "  rankdir=LR;", "  node [shape=box];"]
      : ["flowchart LR"];
  for (const [id, stage] of stages) {
    const map = stage.map.length === 0 ? "" : `by ${stage.map.join(", ")}`;
    if (options.format === "dot") lines.push(`  "${id}"${map === "" ? "" : ` [label="${id}\\n${map}"]`};`);
    else lines.push(`  s${number.get(id)}["${id}${map === "" ? "" : `<br/>${map}`}"]`);
  }
  for (const [id, stage] of stages) {
    for (const input of stageInputs(stage)) {
      lines.push(
        options.format === "dot"
          ? `  "${input}" -> "${id}";`
          : `  s${number.get(input)} --> s${number.get(id)}`,
      );
    }
  }
  if (options.format === "dot") lines.push("}");
  world.out(`${lines.join("\n")}\n`);
  return 0;
}
