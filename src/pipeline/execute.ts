import { byteOrder } from "../tables/canonical.ts";
import type { AnswerJournal } from "./answer-journal.ts";
import type { Hash } from "./canonical.ts";
import type { RunEvent } from "./events.ts";
import { Failure } from "./failure.ts";
import { type KeyRecord, keyOf, sliceSeed } from "./key.ts";
import { journalOf, journalOfSlice, knownTrace } from "./known-answers.ts";
import { EMBEDDING } from "./load.ts";
import { type Plan, type PlannedStage, seedOf } from "./plan.ts";
import type { Pool } from "./pool.ts";
import {
  asksWhom,
  cutColumns,
  journalCuts,
  journalLines,
  type PlannedSlice,
  planSlices,
  tableCut,
  valuesOf,
} from "./slices.ts";
import type { Store, StoredResult } from "./store.ts";
import type { JournalInput, RunOutput, TableInput } from "./worker-protocol.ts";

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
  /** Null where answers are missing. */
  readonly table: Hash | null;
  readonly asked: readonly Hash[];
  readonly missing: readonly Hash[];
}

/** Part of a run's options that matters here. */
interface ExecuteOptions {
  readonly forced: ReadonlySet<string>;
  readonly report: (event: RunEvent) => void;
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
        ? await this.#runWhole(stage, tables)
        : await this.#runMapped(stage, open, tables);
    const { output, slices, keys } = made;
    this.#checkUnchanged(stage);
    const answered = journal === null ? open : this.#answered(journal, open, made.asked);
    const key = keyOf(answered);
    const result: StoredResult = {
      key: answered,
      table: output.table,
      rows: output.rows,
      count: output.count,
      caption: output.caption,
      files: output.text === null ? {} : { svg: output.text },
      writer: null,
      slices: keys,
    };
    this.#store.putResult(key, result);
    return { key, record: answered, result, slices };
  }

  /** The record with the answers that were looked up; they are noted, so that they are known next time. */
  #answered(journal: AnswerJournal, open: KeyRecord, asked: readonly Hash[]): KeyRecord {
    const answers = journal.answersTo(asked);
    this.#store.putTrace(keyOf(open), { asked, answers });
    return { ...open, answers };
  }

  async #runWhole(stage: PlannedStage, tables: ReadonlyMap<string, Hash>) {
    const output = await this.#runSlice(stage, null, tables);
    this.#refuseMissing(stage, output.missing, output.asked);
    return { output, slices: { ran: 1, fresh: 0 }, keys: [] as Hash[], asked: output.asked };
  }

  async #runMapped(stage: PlannedStage, record: KeyRecord, tables: ReadonlyMap<string, Hash>) {
    const { definition } = stage;
    const forced = this.#options.forced.has(definition.id);
    const cuts = journalCuts(stage);
    await Promise.all(
      [...tables].map(async ([name, table]) => {
        const input = this.#inputStage(stage, name);
        const by = cutColumns(stage, input.columns);
        if (by.length === 0) return;
        const groups = await this.#pool.run({ task: "cut", table, by, schema: input.schema! });
        cuts.set(name, tableCut(by, groups));
      }),
    );
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
    const parts = await Promise.all(
      slices.map(async (slice) => {
        const known = forced ? null : this.#soundSlice(stage, slice);
        const part = known ?? (await this.#runSliceAndKeep(stage, slice, tables));
        count[known === null ? "ran" : "fresh"]++;
        report();
        return part;
      }),
    );
    const asked = [...new Set(parts.flatMap((part) => part.asked))].sort(byteOrder);
    this.#refuseMissing(
      stage,
      parts.flatMap(({ missing }) => missing),
      asked,
    );
    const output = await this.#pool.run({
      task: "join",
      stage: definition.id,
      slices: parts.map(({ table }) => table!),
      schema: stage.schema!,
    });
    return { output, slices: count, keys: parts.map(({ key }) => key), asked };
  }

  /** A slice as the store holds it, for the answers of today; null where it does not. */
  #soundSlice(stage: PlannedStage, slice: PlannedSlice): SlicePart | null {
    const journal = journalOfSlice(stage, slice);
    const trace = journal === null ? null : knownTrace(journal, slice.record, this.#store);
    if (journal !== null && trace === null) return null;
    const key = trace === null ? slice.key : keyOf({ ...slice.record, answers: trace.answers });
    const table = this.#store.getResult(key)?.table ?? null;
    if (table === null || this.#store.getBlob(table) === null) return null;
    return { key, table, asked: trace?.asked ?? [], missing: [] };
  }

  async #runSliceAndKeep(
    stage: PlannedStage,
    slice: PlannedSlice,
    tables: ReadonlyMap<string, Hash>,
  ): Promise<SlicePart> {
    const { table, rows, count, caption, asked, missing } = await this.#runSlice(stage, slice, tables);
    if (missing.length > 0) return { key: slice.key, table: null, asked, missing };
    if (caption !== null) {
      throw new Failure(
        "stage",
        `stage ${stage.definition.id} is mapped, so it cannot return a caption: which slice's would it be?`,
      );
    }
    const journal = journalOfSlice(stage, slice);
    const record = journal === null ? slice.record : this.#answered(journal, slice.record, asked);
    const key = keyOf(record);
    const files = {};
    this.#store.putResult(key, { key: record, table, rows, count, caption, files, writer: null, slices: [] });
    return { key, table, asked, missing };
  }

  /** A stage whose journal has gaps stops: what it would make of them is no result. */
  #refuseMissing(stage: PlannedStage, missing: readonly Hash[], asked: readonly Hash[]): void {
    if (missing.length === 0) return;
    throw new Failure(
      "missing",
      `stage ${stage.definition.id}: ${new Set(missing).size} of ${asked.length} answers that it looks up are not in ${journalOf(stage)!.file} yet`,
    );
  }

  #runSlice(
    stage: PlannedStage,
    slice: PlannedSlice | null,
    tables: ReadonlyMap<string, Hash>,
  ): Promise<RunOutput> {
    const { definition } = stage;
    const values = slice?.values ?? {};
    const inputs: Record<string, TableInput> = {};
    for (const [name, table] of tables) {
      const by = slice === null ? [] : cutColumns(stage, this.#inputStage(stage, name).columns);
      inputs[name] = { table, by, values: valuesOf(values, by) };
    }
    const files: Record<string, Record<string, string>> = {};
    for (const [name, hashes] of stage.files) {
      files[name] = Object.fromEntries(
        Object.keys(hashes).map((file) => [file, this.#plan.files.read(file)!.bytes.toString("utf8")]),
      );
    }
    const journals: Record<string, JournalInput> = {};
    for (const [name, part] of stage.journals)
      journals[name] = { file: part.file, groups: journalLines(stage, part, values) };
    const asks = asksWhom(stage, values);
    const answerer = asks === null ? undefined : stage.answerers.get(asks);
    // Without a model embeddings are computed, and nobody is asked.
    if (asks !== null && asks !== EMBEDDING && answerer === undefined) {
      throw new Failure(
        "definition",
        `stage ${definition.id} asks ${asks}, which is no embedded model of basket ${this.#plan.basket.name}`,
      );
    }
    const journal = answerer?.journal ?? null;
    const seed = seedOf(stage);
    return this.#pool.run({
      task: "run",
      stage: definition.id,
      bundle: (answerer ?? stage).bundle.hash,
      tables: inputs,
      files,
      journals,
      params: stage.params,
      slice: values,
      seed: seed === null ? null : sliceSeed(seed, values),
      answerer: answerer?.settings ?? null,
      recorded: journal === null ? null : { file: journal.file, content: journal.content },
      schema: stage.schema,
      part: slice !== null,
    });
  }

  #inputStage(stage: PlannedStage, name: string): PlannedStage {
    const input = stage.definition.inputs.get(name)!;
    if (input.kind !== "stage") throw new Error(`${name} is not a table input`);
    return this.#plan.stages.get(input.stage)!;
  }

  /** A file that changed while the stage ran may be half of one version: nothing is recorded then. */
  #checkUnchanged(stage: PlannedStage): void {
    const { files } = this.#plan;
    const bundles = [stage.bundle, ...[...stage.answerers.values()].map(({ bundle }) => bundle)];
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
