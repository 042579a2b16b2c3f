import type { Hash } from "../pipeline/canonical.ts";
import type { Basket, LiveModel } from "../pipeline/definition.ts";
import { Discovery } from "../pipeline/discovery.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { answersFile, asksModels, type Engine, type PlannedStage, readDeclared } from "../pipeline/plan.ts";
import { Pool } from "../pipeline/pool.ts";
import { addRequest, type Estimate, emptyEstimate } from "./estimate.ts";
import { prepare } from "./prepare.ts";
import { type Totals, totalsOf } from "./totals.ts";
import { wavesOf } from "./waves.ts";

export interface DryRunOptions {
  readonly basket: string;
  /** One study alone; null for all of the basket. */
  readonly study: string | null;
  readonly jobs: number;
  readonly report: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** What a collection would ask. */
export interface DryRun {
  readonly models: readonly { readonly estimate: Estimate; readonly before: Totals }[];
  /** Texts whose embedding is missing, as far as they are known. */
  readonly embeddings: number;
  /** Whether more is asked once these answers are there: later turns, judges, embeddings of what is said. */
  readonly more: boolean;
}

/**
 * Finds out what a collection would ask, without asking and without a key. What depends on answers that are missing
 * is not known before they are there. Throws a Failure.
 */
export async function dryRun(engine: Engine, { study, ...options }: DryRunOptions): Promise<DryRun> {
  const declared = await readDeclared(engine.root, options.basket);
  const pool = new Pool(engine.worker.file, { root: engine.root, writer: engine.writer.file }, options.jobs);
  const list = new ShoppingList(engine.root, declared.basket);
  let more = false;
  try {
    for (const stages of wavesOf(declared, study)) {
      // What the rest asks is made of these answers.
      more = list.incomplete;
      if (more) break;
      const ids = stages.map(({ id }) => id);
      const plan = await prepare(engine, ids, { ...options, partial: false });
      const discovery = new Discovery(plan, pool);
      for (const { id } of stages) await list.add(discovery, plan.stages.get(id)!);
    }
  } finally {
    await pool.close(new Error("the dry run is over"));
  }
  return { models: list.models, embeddings: list.embeddings, more };
}

/** What is still to be asked, by model. Equal requests are counted once. */
class ShoppingList {
  readonly #root: string;
  readonly #basket: Basket;
  readonly #models = new Map<string, { readonly estimate: Estimate; readonly before: Totals }>();
  readonly #seen = new Set<Hash>();
  embeddings = 0;
  /** Whether anything is missing. */
  incomplete = false;

  constructor(root: string, basket: Basket) {
    this.#root = root;
    this.#basket = basket;
  }

  get models(): DryRun["models"] {
    return [...this.#models.values()];
  }

  async add(discovery: Discovery, stage: PlannedStage): Promise<void> {
    const { definition } = stage;
    const file = answersFile(this.#basket.name, definition);
    const totals = asksModels(definition) ? await totalsOf(this.#root, file) : null;
    for (const part of await discovery.partsOf(stage)) {
      const { asked, missing, requests } = await discovery.wantedBy(part, {});
      const fresh = missing.filter((key) => !this.#seen.has(key));
      for (const key of fresh) this.#seen.add(key);
      this.incomplete ||= missing.length > 0;
      const model = this.#basket.models.find(({ name }) => name === part.asks)?.live ?? null;
      if (model === null) {
        this.embeddings += fresh.length;
        continue;
      }
      const { estimate } = this.#of(model, totals!);
      estimate.recorded += asked.length - missing.length;
      for (const key of fresh) {
        const wanted = requests[key]!;
        if ("ask" in wanted) addRequest(estimate, wanted.ask);
      }
    }
  }

  #of(model: LiveModel, totals: (model: LiveModel) => Totals) {
    let known = this.#models.get(model.name);
    if (known === undefined) {
      known = { estimate: emptyEstimate(model), before: totals(model) };
      this.#models.set(model.name, known);
    }
    return known;
  }
}
