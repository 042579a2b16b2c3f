import type { StageDefinition } from "./definition.ts";
import { Failure } from "./failure.ts";
import { nearest } from "./load.ts";
import type { Plan } from "./plan.ts";

/** What names of stages are looked up in. */
type Stages = Pick<Plan, "pipeline" | "basket" | "definitions">;

/**
 * Stages that names stand for: an id, or the beginning of ids up to a `/`. Without names every stage that is
 * not on demand; an on-demand stage only by its whole id. Throws a usage Failure for a name without a stage.
 */
export function selectStages(plan: Stages, names: readonly string[]): Set<string> {
  const all = [...plan.definitions.values()];
  if (names.length === 0) return new Set(all.filter((stage) => !stage.onDemand).map((stage) => stage.id));
  const selected = new Set<string>();
  for (const given of names) {
    const name = given.replace(/\/+$/u, "");
    const found = all.filter(
      (stage) => stage.id === name || (!stage.onDemand && stage.id.startsWith(`${name}/`)),
    );
    if (found.length === 0) {
      const hint =
        whyLeftOut(plan, name) ??
        nearest(
          name,
          all.map((stage) => stage.id),
          "`candor graph` lists them",
        );
      throw new Failure("usage", `no stage is named "${given}" or begins with it; ${hint}`);
    }
    for (const stage of found) selected.add(stage.id);
  }
  return selected;
}

/** Why a stage of the pipeline is not in the plan of this basket; null where it is, or where there is no such stage. */
export function whyLeftOut({ pipeline, basket, definitions }: Stages, id: string): string | null {
  const stage = pipeline.stages.get(id);
  if (stage === undefined || definitions.has(id)) return null;
  return basket.studies.includes(stage.study)
    ? `it is for baskets with ${stage.models!.join(", ")}, and basket ${basket.name} has none of these models`
    : `its study is not in basket ${basket.name}`;
}

/** The stages, and all that they take tables from, inputs first. */
export function withInputs(
  { definitions }: Pick<Stages, "definitions">,
  selected: ReadonlySet<string>,
): string[] {
  const needed = new Set(selected);
  for (const [id, definition] of [...definitions].reverse()) {
    if (needed.has(id)) for (const input of stageInputs(definition)) needed.add(input);
  }
  return [...definitions.keys()].filter((id) => needed.has(id));
}

/** Stages that a stage takes tables from. */
export function stageInputs(definition: StageDefinition): string[] {
  return [
    ...new Set(
      [...definition.inputs.values()].flatMap((input) => (input.kind === "stage" ? [input.stage] : [])),
    ),
  ];
}
