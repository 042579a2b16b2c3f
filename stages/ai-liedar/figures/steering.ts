import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import { STEERING } from "../../../src/ai-liedar/conditions.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { changePanels } from "../../../src/figures/ai-liedar/change-panels.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** What the two instructions change in the truthful and the falsification rate of each model. */
export default function steering(
  { effects }: { readonly effects: readonly EffectsRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  return renderVegaLite(
    partial,
    changePanels({
      title: "Do instructions make agents truthful, or make them lie?",
      effects,
      conditions: STEERING,
      measures: ["truthful", "falsification"],
      notPlayed: "No model played a steering instruction.",
      cast: params,
    }),
  );
}
