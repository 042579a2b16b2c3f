import type { EffectsRow } from "../../../schemas/ai-liedar/effects.ts";
import { ABLATIONS } from "../../../src/ai-liedar/conditions.ts";
import type { Cast } from "../../../src/ai-liedar/rates/cast.ts";
import { changePanels } from "../../../src/figures/ai-liedar/change-panels.ts";
import { renderVegaLite } from "../../../src/figures/render.ts";
import type { StageContext } from "../../../src/pipeline/stage.ts";

/** What each element of the private text does: change of every label's rate without it, per model. */
export default function ablations(
  { effects }: { readonly effects: readonly EffectsRow[] },
  params: Cast,
  { partial }: Pick<StageContext, "partial">,
): Promise<string> {
  return renderVegaLite(
    partial,
    changePanels({
      title: "What changes without an element of the private text?",
      effects,
      conditions: ABLATIONS,
      measures: ["truthful", "concealment", "equivocation", "falsification"],
      notPlayed: "No model played an ablation.",
      cast: params,
    }),
  );
}
