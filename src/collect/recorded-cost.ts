import type { LiveModel } from "../pipeline/definition.ts";
import { Failure } from "../pipeline/failure.ts";
import { answersFile, asksModels, type Declared } from "../pipeline/plan.ts";
import { canonicalJson } from "../tables/canonical.ts";
import { Budget } from "./budget.ts";
import { priceOf } from "./cost.ts";
import { totalsOf } from "./totals.ts";
import { wavesOf } from "./waves.ts";

/** US dollars of the answers that are recorded of one model. */
export interface RecordedCost {
  /** By the tokens that the provider counted. */
  known: number;
  /** With answers of which it did not, at their worst. */
  most: number;
}

/** What the answers in a basket's journals cost by today's prices, by model; null where the basket has no prices. */
export async function recordedCosts(
  root: string,
  declared: Declared,
  study: string | null,
): Promise<(model: LiveModel) => RecordedCost | null> {
  const asking = wavesOf(declared, study).flat().filter(asksModels);
  const files = new Set(asking.map((stage) => answersFile(declared.basket.name, stage)));
  const costs = new Map<string, RecordedCost>();
  for (const { live } of declared.basket.models)
    if (live !== null) costs.set(live.name, { known: 0, most: 0 });
  for (const file of files) {
    const totals = await totalsOf(root, file);
    const counted = new Set<string>();
    for (const { live } of declared.basket.models) {
      // Models that are asked alike have the same answers, which were paid for once.
      if (live === null || counted.has(canonicalJson(live.asked))) continue;
      counted.add(canonicalJson(live.asked));
      const { tokensIn, tokensOut, worst } = totals(live);
      const known = priceOf(live, { input: tokensIn, output: tokensOut }) ?? 0;
      const cost = costs.get(live.name)!;
      cost.known += known;
      cost.most += known + (priceOf(live, worst) ?? 0);
    }
  }
  return ({ name, prices }) => (prices === null ? null : costs.get(name)!);
}

/**
 * What may be spent on a basket in all, less what its journals' answers cost. Throws a usage Failure where a model has
 * no prices.
 *
 * @param maxCost US dollars
 */
export async function budgetOf(root: string, declared: Declared, maxCost: number): Promise<Budget> {
  const { name, models } = declared.basket;
  const live = models.flatMap((model) => model.live ?? []);
  const without = live.filter(({ prices }) => prices === null).map((model) => model.name);
  if (without.length > 0)
    throw new Failure(
      "usage",
      `--max-cost needs the prices of every model, and basket ${name} has none for ${without.join(", ")}; add prices: { input: …, output: … } (US dollars per million tokens)`,
    );
  const recorded = await recordedCosts(root, declared, null);
  return new Budget(
    maxCost,
    live.reduce((sum, model) => sum + recorded(model)!.most, 0),
  );
}
