import { outputFiles } from "../pipeline/definition.ts";
import { Failure } from "../pipeline/failure.ts";
import { ProjectFiles } from "../pipeline/files.ts";
import { loadPipeline } from "../pipeline/load.ts";

/**
 * Outputs of stages that run on demand only, by path in a tree: their Parquet files are where somebody asked for them,
 * and what is committed of them is everywhere. None where pipeline.yaml is missing or cannot be used.
 */
export async function onDemandOutputs(root: string): Promise<ReadonlySet<string>> {
  const files = new ProjectFiles(root);
  if (files.read("pipeline.yaml") === null) return new Set();
  try {
    const stages = [...(await loadPipeline(files)).stages.values()];
    return new Set(stages.filter(({ onDemand }) => onDemand).flatMap(outputFiles));
  } catch (error) {
    if (error instanceof Failure) return new Set();
    throw error;
  }
}
