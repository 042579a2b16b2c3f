import { LiveAsker } from "../advisors/live/ask.ts";
import type { AskEvent } from "../advisors/live/outcome.ts";
import type { RecordedAnswer } from "../pipeline/answer-lines.ts";
import type { Hash } from "../pipeline/canonical.ts";
import type { Basket, LiveModel, StageDefinition } from "../pipeline/definition.ts";
import { EMBEDDING } from "../pipeline/definition.ts";
import { type AskingPart, Discovery } from "../pipeline/discovery.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { answersFile, type Engine, type Plan } from "../pipeline/plan.ts";
import { Pool } from "../pipeline/pool.ts";
import type { LookedUp } from "../pipeline/worker-protocol.ts";
import type { Budget } from "./budget.ts";
import { JournalAppender } from "./journal/appender.ts";
import { ModelAnswers } from "./model-answers.ts";
import { prepare } from "./prepare.ts";
import { hasKey, type Secrets } from "./secrets.ts";
import type { Counts, Halt, Tally } from "./tally.ts";
import { TextEmbeddings } from "./text-embeddings.ts";

/** Workers that start while it is still read what there is to do. */
const AHEAD = 2;

/** Megabytes for a worker's new objects: whoever only finds out what is asked makes few. */
const ROOM_MB = 16;

/** Name of whom a stage wants something: a model, or the embedding model. */
export function nameAsked(wanted: LookedUp): string {
  return "ask" in wanted ? wanted.whom : EMBEDDING;
}

/** All that a collection tells while it goes on. */
export type CollectEvent =
  | { readonly kind: "run"; readonly event: RunEvent }
  | { readonly kind: "ask"; readonly event: AskEvent }
  | { readonly kind: "healed"; readonly journal: string; readonly bytes: number }
  /** What was assumed of a model. */
  | { readonly kind: "note"; readonly about: string; readonly text: string }
  | { readonly kind: "halted"; readonly why: Halt };

export interface CollectOptions {
  readonly basket: string;
  /** One study alone; null for all of the basket. */
  readonly study: string | null;
  /** Worker threads that find out what is asked. */
  readonly jobs: number;
  readonly secrets: Secrets;
  readonly budget: Budget | null;
  /** Most requests that are asked; null for all. */
  readonly limit: number | null;
  readonly tally: Tally;
  readonly report: (event: CollectEvent) => void;
  /** Ends it: what is in flight goes on to its end and is recorded. */
  readonly signal: AbortSignal;
}

/** Stages that are ready to be asked for. */
export interface Wave {
  readonly plan: Plan;
  readonly discovery: Discovery;
  /** Every part of them that asks somebody. */
  readonly parts: readonly AskingPart[];
}

/**
 * One collection: the journals that it writes, the models that it asks, and what stops it. The first failure ends
 * all; what was recorded by then stays.
 */
export class Session {
  readonly #engine: Engine;
  readonly #options: CollectOptions;
  readonly #asker: LiveAsker;
  readonly #pool: Pool;
  readonly #limit: { left: number } | null;
  readonly #journals = new Map<string, JournalAppender>();
  readonly #models = new Map<string, ModelAnswers>();
  readonly #stop = () => {
    this.#asker.stop();
    this.#options.budget?.stop();
  };
  #embeddings: TextEmbeddings | null = null;
  #failure: unknown = null;

  constructor(engine: Engine, options: CollectOptions) {
    const { worker, writer, root } = engine;
    this.#engine = engine;
    this.#options = options;
    this.#limit = options.limit === null ? null : { left: options.limit };
    this.#pool = new Pool(worker.file, { root, writer: writer.file }, options.jobs, ROOM_MB);
    this.#pool.startAhead(AHEAD);
    this.#asker = new LiveAsker({
      secrets: options.secrets.values,
      observe: (event) => {
        if (event.kind === "broken") options.tally.of(event.model).givenUp = event.message;
        options.report({ kind: "ask", event });
      },
    });
    options.signal.addEventListener("abort", this.#stop);
    if (options.signal.aborted) this.#stop();
  }

  /** Throws what went wrong, if anything did. */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  async close(): Promise<void> {
    this.#options.signal.removeEventListener("abort", this.#stop);
    await this.#pool.close(new Error("the collection is over"));
    // Where the sentence model could not be opened, that was told already.
    await this.#embeddings?.close().catch(() => {});
    for (const journal of this.#journals.values()) await journal.close();
  }

  /** Opens the journals of stages and makes their inputs fresh. Throws a Failure. */
  async wave(stages: readonly StageDefinition[], basket: Basket, partial: boolean): Promise<Wave> {
    // First of all: what another process appends until then must be known.
    for (const stage of stages) await this.#openJournal(stage, basket);
    for (const { live } of basket.models) if (live !== null) this.#asker.prepare(live);
    const { signal, jobs, report } = this.#options;
    const ids = stages.map(({ id }) => id);
    const tell = (event: RunEvent) => report({ kind: "run", event });
    const options = { basket: basket.name, partial, jobs, report: tell, signal };
    const plan = await prepare(this.#engine, ids, options);
    const discovery = new Discovery(plan, this.#pool);
    const parts = await Promise.all(ids.map((id) => discovery.partsOf(plan.stages.get(id)!)));
    return { plan, discovery, parts: parts.flat() };
  }

  /** The model of this name; null for the embedding model. */
  modelOf({ plan }: Wave, name: string): LiveModel | null {
    return plan.basket.models.find((model) => model.name === name)?.live ?? null;
  }

  /** Where the answers of a model are counted. */
  countsOf(wave: Wave, name: string): Counts {
    return this.#options.tally.of(this.modelOf(wave, name)?.name ?? wave.plan.basket.embedding!.model);
  }

  /** The answer to a request of a part, recorded; null where none came. Never rejects. */
  async answer(wave: Wave, part: AskingPart, key: Hash, wanted: LookedUp): Promise<RecordedAnswer | null> {
    if (this.#failure !== null) return null;
    try {
      if ("embed" in wanted) return await this.#embeddings!.answer(key, wanted.embed);
      const models = this.#models.get(answersFile(wave.plan.basket.name, part.stage.definition))!;
      return await models.answer(this.modelOf(wave, wanted.whom)!, key, wanted.ask);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Ends all: nothing new is sent. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#stop();
  }

  async #openJournal(stage: StageDefinition, basket: Basket): Promise<void> {
    const file = answersFile(basket.name, stage);
    if (this.#journals.has(file)) return;
    const { report, tally, budget, secrets } = this.#options;
    const journal = await JournalAppender.open(this.#engine.root, file);
    this.#journals.set(file, journal);
    if (journal.healed > 0) report({ kind: "healed", journal: file, bytes: journal.healed });
    if (stage.ask === EMBEDDING) {
      const counts = tally.of(basket.embedding!.model);
      const embedding = basket.embedding!;
      const note = (text: string) => report({ kind: "note", about: embedding.model, text });
      this.#embeddings = new TextEmbeddings(this.#engine.root, embedding, journal, counts, note);
      return;
    }
    const options = {
      asker: this.#asker,
      journal,
      tally,
      budget,
      limit: this.#limit,
      hasKey: (model: LiveModel) => hasKey(secrets, model),
      halted: (why: Halt) => this.#halted(why),
    };
    this.#models.set(file, new ModelAnswers(options));
  }

  #halted(why: Halt): void {
    const { halts } = this.#options.tally;
    if (halts.has(why)) return;
    halts.add(why);
    this.#options.report({ kind: "halted", why });
  }
}
