import type { StageDefinition } from "../pipeline/definition.ts";
import { EMBEDDING } from "../pipeline/definition.ts";
import { askedBy, asksModels, type Declared } from "../pipeline/plan.ts";
import { withInputs } from "../pipeline/select.ts";

/**
 * The stages of a basket that ask somebody whose answers are recorded, in waves: a wave needs answers of the waves
 * before it alone, so all of its requests can be asked side by side.
 *
 * @param study one study alone, or null for all of the basket
 */
export function wavesOf(declared: Declared, study: string | null): StageDefinition[][] {
  const { definitions, basket } = declared;
  const asksLive = (stage: StageDefinition) => askedBy(stage, basket).some(({ live }) => live !== null);
  const asking = [...definitions.values()].filter(
    (stage) =>
      !stage.onDemand &&
      (study === null || stage.study === study) &&
      (asksModels(stage) ? asksLive(stage) : stage.ask === EMBEDDING && basket.embedding !== null),
  );
  const left = new Set(asking.map(({ id }) => id));
  const waves: StageDefinition[][] = [];
  while (left.size > 0) {
    const wave = asking.filter(
      ({ id }) =>
        left.has(id) &&
        withInputs(declared, new Set([id])).every((input) => input === id || !left.has(input)),
    );
    for (const { id } of wave) left.delete(id);
    waves.push(wave);
  }
  return waves;
}
