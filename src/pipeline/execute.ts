import { byteOrder } from "../tables/canonical.ts";
import type { AnswerJournal } from "./answer-journal.ts";
import type { Hash } from "./canonical.ts";
import type { RunEvent } from "./events.ts";
import { Failure } from "./failure.ts";
import { type Gaps, type KeyRecord, keyOf } from "./key.ts";
import { journalOf, journalOfSlice, knownRecord } from "./known-answers.ts";
import { asksModels, type Plan, type PlannedStage } from "./plan.ts";
import type { Pool } from "./pool.ts";
import { grouped } from "./quantities.ts";
import { type PlannedSlice, planSlices } from "./slices.ts";
import { cutsOf, gapsSentence, stageTask } from "./stage-task.ts";
import { BY_CHANCE, type StartOrder } from "./start-order.ts";
import type { Store, StoredResult } from "./store.ts";
import type { RunOutput } from "./worker-protocol.ts";

/** What came of executing a stage, or of finding its result. */
export interface Made {
  readonly key: Hash;
  readonly record: KeyRecord;
  readonly result: StoredResult;
  readonly slices: { readonly ran: number; readonly fresh: number };
}

/** What came of one slice. */
interface SlicePart {
  readonly key: Hash;
  /** Null where answers are missing and the run is not a partial one. */
  readonly table: Hash | null;
  readonly asked: readonly Hash[];
  readonly missing: readonly Hash[];
}

/** Part of a run's options that matters here. */
interface ExecuteOptions {
  readonly forced: ReadonlySet<string>;
  readonly report: (event: RunEvent) => void;
  readonly order?: StartOrder;
  /** Told of what each stage, or slice of one, asked while it ran. */
  readonly asked?: (stage: PlannedStage, asked: Pick<RunOutput, "askedOf" | "rehearsed">) => void;
}

/** Executes stages: whole, or slice by slice, each slice only where the store does not hold it. */
export class Executor {
  readonly #plan: Plan;
  readonly #store: Store;
  readonly #pool: Pool;
  readonly #options: ExecuteOptions;
  readonly #tableOf: (stage: string) => Promise<Hash>;
  readonly #made = new Map<string, Promise<Made>>();

  /** `tableOf` gives the blob of another stage's table, sound and in the store. */
  constructor(
    plan: Plan,
    store: Store,
    pool: Pool,
    options: ExecuteOptions,
    tableOf: (stage: string) => Promise<Hash>,
  ) {
    this.#plan = plan;
    this.#store = store;
    this.#pool = pool;
    this.#options = options;
    this.#tableOf = tableOf;
  }

  /**
   * Runs what the store does not hold and records the result under its key. A stage runs once, whoever asks,
   * unless it must run again because the store lost what it gave. Throws a Failure.
   */
  execute(stage: PlannedStage, record: KeyRecord, { again = false } = {}): Promise<Made> {
    const id = stage.definition.id;
    let making = this.#made.get(id);
    if (making === undefined || again) {
      making = this.#executeOnce(stage, record);
      this.#made.set(id, making);
    }
    return making;
  }

  async #executeOnce(stage: PlannedStage, record: KeyRecord): Promise<Made> {
    const { definition } = stage;
    const tables = new Map<string, Hash>();
    for (const [name, input] of definition.inputs) {
      if (input.kind === "stage") tables.set(name, await this.#tableOf(input.stage));
    }
    // Which answers are looked up is known once the stage has run.
    const open = { ...record, answers: null };
    const journal = journalOf(stage);
    const made =
      definition.map.length === 0
        ? await this.#runWhole(stage, open, tables)
        : await this.#runMapped(stage, open, tables);
    const { output, slices, keys } = made;
    this.#checkUnchanged(stage);
    const answered = journal === null ? open : this.#answered(journal, open, made.asked, made.missing);
    const key = keyOf(answered);
    const result: StoredResult = {
      key: answered,
      table: output.table,
      rows: output.rows,
      count: output.count,
      caption: captionOf(output.caption, stage, record.gaps),
      files: output.text === null ? {} : { svg: output.text },
      writer: null,
      ...(made.missing > 0 ? { missing: { missing: made.missing, asked: made.asked.length } } : {}),
      slices: keys,
    };
    this.#store.putResult(key, result);
    return { key, record: answered, result, slices };
  }

  /**
   * The record with the answers that were looked up; they are noted, so that they are known next time. Where none is
   * missing it is that of a run that is not partial.
   */
  #answered(journal: AnswerJournal, open: KeyRecord, asked: readonly Hash[], missing: number): KeyRecord {
    const record = missing === 0 ? { ...open, partial: false } : open;
    const answers = journal.answersTo(asked);
    this.#store.putTrace(keyOf(record), { asked, answers });
    return { ...record, answers };
  }

  async #runWhole(stage: PlannedStage, record: KeyRecord, tables: ReadonlyMap<string, Hash>) {
    const output = await this.#pool.run(stageTask(this.#plan, stage, null, tables, record.gaps));
    this.#options.asked?.(stage, output);
    const missing = this.#countMissing(stage, output.missing, output.asked);
    return { output, slices: { ran: 1, fresh: 0 }, keys: [] as Hash[], asked: output.asked, missing };
  }

  async #runMapped(stage: PlannedStage, record: KeyRecord, tables: ReadonlyMap<string, Hash>) {
    const { definition } = stage;
    const forced = this.#options.forced.has(definition.id);
    const cuts = await cutsOf(this.#plan, stage, tables, this.#pool);
    const slices = planSlices(stage, record, cuts);
    const count = { ran: 0, fresh: 0 };
    const report = () =>
      this.#options.report({
        kind: "slices",
        stage: definition.id,
        done: count.ran + count.fresh,
        of: slices.length,
      });
    report();
    const bring = async (slice: PlannedSlice) => {
      const known = forced ? null : this.#soundSlice(stage, slice);
      const part = known ?? (await this.#runSliceAndKeep(stage, slice, tables));
      count[known === null ? "ran" : "fresh"]++;
      report();
      return part;
    };
    const started = new Map(
      (this.#options.order ?? BY_CHANCE).arrange(slices).map((slice) => [slice, bring(slice)]),
    );
    const parts = await Promise.all(slices.map((slice) => started.get(slice)!));
    const asked = [...new Set(parts.flatMap((part) => part.asked))].sort(byteOrder);
    const missing = this.#countMissing(
      stage,
      parts.flatMap((part) => part.missing),
      asked,
    );
    const output = await this.#pool.run({
      task: "join",
      stage: definition.id,
      slices: parts.map(({ table }) => table!),
      schema: stage.schema!,
    });
    return { output, slices: count, keys: parts.map(({ key }) => key), asked, missing };
  }

  /** A slice as the store holds it, for the answers of today; null where it does not. */
  #soundSlice(stage: PlannedStage, slice: PlannedSlice): SlicePart | null {
    const journal = journalOfSlice(stage, slice);
    const known = journal === null ? null : knownRecord(journal, slice.record, this.#store);
    if (journal !== null && known === null) return null;
    const key = known === null ? slice.key : keyOf(known.record);
    const table = this.#store.getResult(key)?.table ?? null;
    if (table === null || this.#store.getBlob(table) === null) return null;
    const asked = known?.asked ?? [];
    return { key, table, asked, missing: asked.filter((each) => !journal!.has(each)) };
  }

  async #runSliceAndKeep(
    stage: PlannedStage,
    slice: PlannedSlice,
    tables: ReadonlyMap<string, Hash>,
  ): Promise<SlicePart> {
    const ran = await this.#pool.run(stageTask(this.#plan, stage, slice, tables, slice.record.gaps));
    this.#options.asked?.(stage, ran);
    const { table, rows, count, caption, asked, missing } = ran;
    if (missing.length > 0 && !stage.partial) return { key: slice.key, table: null, asked, missing };
    if (caption !== null) {
      throw new Failure(
        "stage",
        `stage ${stage.definition.id} is mapped, so it cannot return a caption: which slice's would it be?`,
      );
    }
    const journal = journalOfSlice(stage, slice);
    const record =
      journal === null ? slice.record : this.#answered(journal, slice.record, asked, missing.length);
    const key = keyOf(record);
    const files = {};
    this.#store.putResult(key, { key: record, table, rows, count, caption, files, writer: null, slices: [] });
    return { key, table, asked, missing };
  }

  /** How many answers are missing. But in a partial run a stage whose journal has gaps stops: what it would make of them is no result. */
  #countMissing(stage: PlannedStage, keys: readonly Hash[], asked: readonly Hash[]): number {
    const missing = new Set(keys).size;
    if (missing === 0 || stage.partial) return missing;
    const { definition } = stage;
    const { name, embedding } = this.#plan.basket;
    const collect = `\`candor collect --basket ${name}\` gets them`;
    const remedy = asksModels(definition)
      ? `${collect}, \`candor run --partial --basket ${name}\` goes on without`
      : embedding?.folder == null
        ? `name the model's folder in the basket, and \`candor collect --basket ${name}\` computes them`
        : collect;
    throw new Failure(
      "missing",
      `stage ${definition.id}: ${grouped(missing)} of ${grouped(asked.length)} answers that it looks up are not in ${journalOf(stage)!.file} yet; ${remedy}`,
    );
  }

  /** A file that changed while the stage ran may be half of one version: nothing is recorded then. */
  #checkUnchanged(stage: PlannedStage): void {
    const { files } = this.#plan;
    const bundles = [stage.bundle, ...[...stage.answerers.values()].flatMap(({ bundle }) => bundle ?? [])];
    const read = [
      ...bundles.flatMap((bundle) => bundle.sources),
      ...[...stage.files.values()].flatMap((hashes) => Object.keys(hashes)),
    ];
    const changed = [...new Set(read)]
      .filter((file) => files.hashNow(file) !== files.read(file)?.hash)
      .sort(byteOrder);
    if (changed.length > 0) {
      throw new Failure(
        "input-changed",
        `${changed.join(", ")} changed while stage ${stage.definition.id} ran; its result was not recorded: run again`,
      );
    }
  }
}

/** A caption that tells what is missing above it; null for a mapped stage, which has none. */
function captionOf(caption: string | null, { definition, schema }: PlannedStage, gaps: Gaps): string | null {
  const note = definition.map.length > 0 || schema === null ? null : gapsSentence(gaps);
  return note === null ? caption : caption === null ? note : `${caption} ${note}`;
}
