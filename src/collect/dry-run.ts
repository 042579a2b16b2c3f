import type { Basket, LiveModel, StageDefinition } from "../pipeline/definition.ts";
import { Discovery } from "../pipeline/discovery.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { Failure } from "../pipeline/failure.ts";
import { answersFile, asksModels, type Engine, type PlannedStage, readDeclared } from "../pipeline/plan.ts";
import { Pool } from "../pipeline/pool.ts";
import { sizeOf } from "../pipeline/request-size.ts";
import { addRequest, type Estimate, emptyEstimate } from "./estimate.ts";
import { prepare } from "./prepare.ts";
import { type Rehearsed, rehearse } from "./rehearse.ts";
import type { CollectEvent } from "./session.ts";
import { type Totals, totalsOf } from "./totals.ts";
import { wavesOf } from "./waves.ts";

export interface DryRunOptions {
  readonly basket: string;
  /** One study alone; null for all of the basket. */
  readonly study: string | null;
  readonly jobs: number;
  readonly report: (event: CollectEvent) => void;
  readonly signal: AbortSignal;
}

/** What a collection would ask. */
export interface DryRun {
  readonly models: readonly { readonly estimate: Estimate; readonly before: Totals }[];
  /** Texts whose embedding is missing, as far as they are known. */
  readonly embeddings: number;
  /** Whether more is asked once these answers are there: later turns, judges, embeddings of what is said. */
  readonly more: boolean;
  /** Studies that were rehearsed, and those that could not be. */
  readonly rehearsals: readonly Rehearsal[];
}

export interface Rehearsal {
  readonly study: string;
  /** Strategy by role. */
  readonly standIns: Readonly<Record<string, string>>;
  /** Why it came to nothing; null where it did not. */
  readonly fault: string | null;
}

/**
 * Finds out what a collection would ask, without asking and without a key. What depends on answers that are missing
 * is not known before they are there; of a study with a rehearsal it is estimated. Throws a Failure.
 */
export async function dryRun(engine: Engine, { study, ...options }: DryRunOptions): Promise<DryRun> {
  const declared = await readDeclared(engine.root, options.basket);
  const waves = wavesOf(declared, study);
  const list = new ShoppingList(engine.root, declared.basket);
  const rehearsals: Rehearsal[] = [];
  for (const [each, standIns] of declared.pipeline.rehearsals) {
    const stages = waves.flat().filter((stage) => stage.study === each && asksModels(stage));
    if (stages.length === 0) continue;
    const strategies = [...standIns].map(([role, { strategy }]) => [role, strategy]);
    const told = { study: each, standIns: Object.fromEntries(strategies) };
    try {
      // Where nothing is missing it is known what is asked.
      if (await list.addRehearsed(stages, await rehearse(engine, stages, options)))
        rehearsals.push({ ...told, fault: null });
    } catch (error) {
      // What scripted agents cannot do keeps nobody from knowing the rest.
      if (!(error instanceof Failure) || error.kind === "stopped") throw error;
      rehearsals.push({ ...told, fault: error.message });
    }
  }
  const done = new Set(rehearsals.flatMap(({ study, fault }) => (fault === null ? [study] : [])));
  const left = waves
    .map((stages) => stages.filter((stage) => !done.has(stage.study)))
    .filter(({ length }) => length > 0);
  const more = await list.addKnown(engine, left, options);
  const embedsLater = waves.flat().some((stage) => done.has(stage.study) && !asksModels(stage));
  return { models: list.models, embeddings: list.embeddings, more: more || embedsLater, rehearsals };
}

/** What is still to be asked, by model. Equal requests are counted once. */
class ShoppingList {
  readonly #root: string;
  readonly #basket: Basket;
  readonly #models = new Map<string, { readonly estimate: Estimate; readonly before: Totals }>();
  readonly #seen = new Set<string>();
  embeddings = 0;
  #incomplete = false;

  constructor(root: string, basket: Basket) {
    this.#root = root;
    this.#basket = basket;
  }

  get models(): DryRun["models"] {
    return [...this.#models.values()];
  }

  /**
   * Adds what waves of stages ask as far as it is known.
   *
   * @returns whether more is asked later
   */
  async addKnown(
    engine: Engine,
    waves: readonly (readonly StageDefinition[])[],
    { report, ...options }: Omit<DryRunOptions, "study">,
  ): Promise<boolean> {
    const setup = { root: engine.root, writer: engine.writer.file };
    const pool = new Pool(engine.worker.file, setup, options.jobs);
    try {
      for (const stages of waves) {
        // What the rest asks is made of these answers.
        if (this.#incomplete) return true;
        const ids = stages.map(({ id }) => id);
        const tell = (event: RunEvent) => report({ kind: "run", event });
        const plan = await prepare(engine, ids, { ...options, report: tell, partial: false });
        const discovery = new Discovery(plan, pool);
        for (const { id } of stages) await this.#addStage(discovery, plan.stages.get(id)!);
      }
      return false;
    } finally {
      await pool.close(new Error("the dry run is over"));
    }
  }

  /**
   * Adds what the stages of one study asked in a rehearsal.
   *
   * @returns whether any answer is missing
   */
  async addRehearsed(
    [stage]: readonly StageDefinition[],
    asked: ReadonlyMap<string, Rehearsed>,
  ): Promise<boolean> {
    const totals = await totalsOf(this.#root, answersFile(this.#basket.name, stage!));
    let missing = false;
    for (const { name, live } of this.#basket.models) {
      if (live === null || !asked.has(name)) continue;
      const { recorded, open } = asked.get(name)!;
      missing ||= open.size > 0;
      const { estimate } = this.#of(live, totals);
      for (const key of recorded) if (this.#isFresh(key)) estimate.recorded++;
      for (const [key, size] of open) {
        if (!this.#isFresh(key)) continue;
        addRequest(estimate, size);
        estimate.rehearsed++;
      }
    }
    return missing;
  }

  async #addStage(discovery: Discovery, stage: PlannedStage): Promise<void> {
    const { definition } = stage;
    const file = answersFile(this.#basket.name, definition);
    const totals = asksModels(definition) ? await totalsOf(this.#root, file) : null;
    for (const part of await discovery.partsOf(stage)) {
      const { askedOf, missing, requests } = await discovery.wantedBy(part, {});
      const open = new Set(missing);
      this.#incomplete ||= missing.length > 0;
      for (const [name, asked] of Object.entries(askedOf)) {
        const fresh = asked.filter((key) => this.#isFresh(key));
        const model = this.#liveModel(name);
        if (model === null) {
          this.embeddings += fresh.filter((key) => open.has(key)).length;
          continue;
        }
        const { estimate } = this.#of(model, totals!);
        for (const key of fresh) {
          const wanted = requests[key];
          if (!open.has(key)) estimate.recorded++;
          else if (wanted !== undefined && "ask" in wanted) addRequest(estimate, sizeOf(wanted.ask));
        }
      }
    }
  }

  /** Whether a request was not counted yet; now it is. */
  #isFresh(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  #liveModel(name: string): LiveModel | null {
    return this.#basket.models.find((each) => each.name === name)?.live ?? null;
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
