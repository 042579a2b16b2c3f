import path from "node:path";
import { Artifacts } from "./artifacts.ts";
import type { Hash } from "./canonical.ts";
import { suits } from "./definition.ts";
import { entryOf, slicesOf } from "./entry.ts";
import type { RunEvent, StageOutcome } from "./events.ts";
import { Executor, type Made } from "./execute.ts";
import { diskFailure, Failure } from "./failure.ts";
import { type KeyRecord, keyOf } from "./key.ts";
import { withKnownAnswers } from "./known-answers.ts";
import { type Manifest, type ManifestEntry, readManifest, writeManifest } from "./manifest.ts";
import { type Plan, type PlannedStage, recordOf } from "./plan.ts";
import { Pool, ROOM_FOR_ROWS_MB } from "./pool.ts";
import { stageInputs } from "./select.ts";
import { type Reason, reasonsOf, rowsAreRight } from "./staleness.ts";
import { BY_CHANCE, type StartOrder } from "./start-order.ts";
import { evidenceOf } from "./status.ts";
import { Store, type StoredResult } from "./store.ts";
import type { RunOutput } from "./worker-protocol.ts";

export interface RunOptions {
  /** Worker threads, 1 or more. */
  readonly jobs: number;
  /** Stages that run even where they are fresh. */
  readonly forced: ReadonlySet<string>;
  /** In which order what is ready starts; stages and slices as listed and tasks by chance without it. */
  readonly order?: StartOrder;
  /** Told of what each stage, or slice of one, asked while it ran. */
  readonly asked?: (stage: PlannedStage, asked: Pick<RunOutput, "askedOf" | "rehearsed">) => void;
  readonly report: (event: RunEvent) => void;
  /** Stops the run: what is done stays, what runs is dropped. */
  readonly signal: AbortSignal;
}

/**
 * Makes every stage of `ids` fresh, in parallel as far as inputs allow, and writes the manifest. The caller
 * holds the lock. Stages below a failed one are left as they are; the others go on.
 */
export async function runStages(
  plan: Plan,
  ids: readonly string[],
  options: RunOptions,
): Promise<StageOutcome[]> {
  const run = new Run(plan, ids, options);
  return await run.all();
}

class Run {
  readonly #plan: Plan;
  readonly #ids: readonly string[];
  readonly #options: RunOptions;
  readonly #store: Store;
  readonly #pool: Pool;
  readonly #manifest: Manifest;
  readonly #entries: Record<string, ManifestEntry>;
  readonly #stages = new Map<string, Promise<StageOutcome>>();
  readonly #artifacts: Artifacts;
  readonly #before = new Map<Hash, StoredResult | null>();
  readonly #executor: Executor;

  constructor(plan: Plan, ids: readonly string[], options: RunOptions) {
    this.#plan = plan;
    this.#ids = ids;
    this.#options = options;
    const { root } = plan.engine;
    this.#store = new Store(root, (file) =>
      options.report({ kind: "damaged", file: path.relative(root, file) }),
    );
    const setup = { root, writer: plan.engine.writer.file };
    const order = options.order ?? BY_CHANCE;
    this.#pool = new Pool(plan.engine.worker.file, setup, options.jobs, ROOM_FOR_ROWS_MB, order);
    this.#manifest = readManifest(root, plan.basket.name);
    this.#entries = { ...this.#manifest.stages };
    this.#executor = new Executor(plan, this.#store, this.#pool, options, (id) => this.#tableOf(id));
    this.#artifacts = new Artifacts(root, plan.basket.name, this.#store, options.report);
  }

  async all(): Promise<StageOutcome[]> {
    const { signal } = this.#options;
    const stop = () => void this.#pool.close(new Failure("stopped", "stopped"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    try {
      this.#artifacts.sweepScratch();
      for (const id of (this.#options.order ?? BY_CHANCE).arrange(this.#ids)) void this.#stage(id);
      const outcomes = await Promise.all(this.#ids.map((id) => this.#stage(id)));
      this.#dropGoneStages();
      writeManifest(this.#plan.engine.root, {
        format: 1,
        basket: this.#plan.basket.name,
        stages: this.#entries,
      });
      return outcomes;
    } finally {
      signal.removeEventListener("abort", stop);
      await this.#pool.close(new Error("the run is over"));
    }
  }

  #stage(id: string): Promise<StageOutcome> {
    let running = this.#stages.get(id);
    if (running === undefined) {
      running = this.#bringUp(id).then((outcome) => {
        this.#options.report({ kind: "stage-ended", outcome });
        return outcome;
      });
      this.#stages.set(id, running);
    }
    return running;
  }

  /** Brings one stage up to date once its inputs are. */
  async #bringUp(id: string): Promise<StageOutcome> {
    const began = performance.now();
    const stage = this.#plan.stages.get(id)!;
    const inputs = await Promise.all(stageInputs(stage.definition).map((input) => this.#stage(input)));
    const broken = inputs.filter(({ state }) => state !== "ran" && state !== "fresh");
    const outcome = { stage: id, slices: { ran: 0, fresh: 0 }, reasons: [] as Reason[], ms: 0 };
    if (broken.length > 0) {
      const reasons = broken.map(
        (input): Reason => ({ kind: "upstream", path: input.stage, was: null, is: null }),
      );
      return { ...outcome, state: "stale", reasons };
    }
    const started = performance.now();
    try {
      const asked = recordOf(stage, this.#plan.engine, (input) => this.#entries[input]!);
      const record = withKnownAnswers(stage, asked, this.#store);
      const entry = this.#manifest.stages[id];
      const reasons = this.#reasons(stage, record, entry);
      if (reasons.length === 0) {
        // The key is that of today's record, so whatever else the manifest says of it was edited by hand.
        this.#entries[id] = { ...entry!, record };
        const slices = { ran: 0, fresh: entry!.slices };
        return { ...outcome, state: "fresh", slices, ms: performance.now() - started };
      }
      this.#options.report({ kind: "stage-started", stage: id, reasons });
      const { state, slices } = await this.#make(stage, record, entry, reasons);
      return { ...outcome, state, slices, reasons, ms: performance.now() - started };
    } catch (error) {
      const known = diskFailure(error, `finish stage ${id}`);
      if (!(known instanceof Failure)) throw known;
      if (known.kind === "stopped") return { ...outcome, state: "stale", ms: performance.now() - began };
      const state = known.kind === "missing" ? "missing" : "failed";
      return { ...outcome, state, ms: performance.now() - began, failure: known.message };
    }
  }

  /** The result of a key as the store held it before this run did anything; asked for twice per stage. */
  #resultBefore(key: Hash): StoredResult | null {
    let result = this.#before.get(key);
    if (result === undefined) {
      result = this.#store.getResult(key);
      this.#before.set(key, result);
    }
    return result;
  }

  #reasons(stage: PlannedStage, record: KeyRecord, entry: ManifestEntry | undefined): Reason[] {
    const { id } = stage.definition;
    const reasons = reasonsOf(evidenceOf(this.#plan, stage, record, entry, (key) => this.#resultBefore(key)));
    if (this.#options.forced.has(id)) reasons.push({ kind: "forced", path: id, was: null, is: null });
    return reasons;
  }

  async #make(
    stage: PlannedStage,
    record: KeyRecord,
    entry: ManifestEntry | undefined,
    reasons: readonly Reason[],
  ): Promise<Pick<StageOutcome, "state" | "slices">> {
    const id = stage.definition.id;
    const forced = this.#options.forced.has(id);
    const key = keyOf(record);
    const known = forced ? null : this.#store.getResult(key);
    const found: Made =
      known === null
        ? await this.#executor.execute(stage, record)
        : { key, record, result: known, slices: { ran: 0, fresh: slicesOf(stage, known) } };
    const made = await this.#withFiles(stage, found);
    // What the store knew before is told as a reason.
    const elsewhere = reasons.some(({ kind }) => kind === "not-here" || kind === "forced");
    if (elsewhere && entry?.key === made.key && entry.rows !== made.result.rows) {
      this.#options.report({ kind: "differs", stage: id });
    }
    this.#artifacts.materialise(stage.outputs, made.result.files, entry, rowsAreRight(reasons));
    this.#entries[id] = entryOf(stage, made.key, made.record, made.result);
    // Writing files anew from rows that are there is not a run: the slices are those that were found.
    return { state: known !== null && made.slices === found.slices ? "fresh" : "ran", slices: made.slices };
  }

  /** Blob of a stage's table, sound and in the store; the stage runs again where the store lost it. */
  async #tableOf(id: string): Promise<Hash> {
    const stage = this.#plan.stages.get(id)!;
    const record = this.#entries[id]!.record;
    const result = this.#store.getResult(this.#entries[id]!.key);
    if (result?.table && this.#store.getBlob(result.table) !== null) return result.table;
    const again = await this.#executor.execute(stage, record);
    if (again.result.rows !== this.#entries[id]!.rows) {
      throw new Failure(
        "stage",
        `stage ${id} gave other rows when it ran again with the same key (${this.#entries[id]!.rows} before, ${again.result.rows} now): ` +
          `it is not deterministic; run \`candor run ${id} --force\``,
      );
    }
    return again.result.table!;
  }

  /** The result with every file of it in the store, written by today's writer. The same object where nothing was to do. */
  async #withFiles(stage: PlannedStage, found: Made): Promise<Made> {
    const { id, renderings } = stage.definition;
    const lost = (made: Made) =>
      Object.values(made.result.files).some((hash) => this.#store.getBlob(hash) === null);
    if (stage.schema === null) {
      if (!lost(found)) return found;
      return await this.#executor.execute(stage, found.record, { again: true });
    }
    if (found.result.writer === stage.writer && !lost(found)) return found;
    const there = found.result.table !== null && this.#store.getBlob(found.result.table) !== null;
    const made = there ? found : await this.#executor.execute(stage, found.record);
    const { table, caption } = made.result;
    const files = await this.#pool.run({
      task: "write",
      stage: id,
      table: table!,
      schema: stage.schema,
      renderings,
      caption,
    });
    const result = { ...made.result, files, writer: stage.writer };
    this.#store.putResult(made.key, result);
    return { ...made, result };
  }

  /** Forgets stages that the pipeline or the basket no longer has, and removes outputs that no stage claims any more. */
  #dropGoneStages(): void {
    const { pipeline, stages, basket } = this.#plan;
    const claimed = new Set([...stages.values()].flatMap((stage) => stage.outputs));
    for (const [id, before] of Object.entries(this.#manifest.stages)) {
      const definition = pipeline.stages.get(id);
      const gone = definition === undefined || !suits(definition, basket);
      if (gone) delete this.#entries[id];
      const madeAnew = stages.has(id) && this.#entries[id] !== before;
      if (!gone && !madeAnew) continue;
      for (const [output, { bytes }] of Object.entries(before.outputs)) {
        if (!claimed.has(output)) this.#artifacts.removeOrphan(output, bytes);
      }
    }
  }
}
