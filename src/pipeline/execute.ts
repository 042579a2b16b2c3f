import { byteOrder } from "../tables/canonical.ts";
import type { Hash } from "./canonical.ts";
import type { RunEvent } from "./events.ts";
import { Failure } from "./failure.ts";
import { type KeyRecord, keyOf, sliceSeed } from "./key.ts";
import { type Plan, type PlannedStage, seedOf } from "./plan.ts";
import type { Pool } from "./pool.ts";
import {
  cutColumns,
  journalCuts,
  journalLines,
  type PlannedSlice,
  planSlices,
  tableCut,
  valuesOf,
} from "./slices.ts";
import type { Store, StoredResult } from "./store.ts";
import type { JournalInput, TableInput, TaskOutput } from "./worker-protocol.ts";

/** What came of executing a stage, or of finding its result. */
export interface Made {
  readonly key: Hash;
  readonly record: KeyRecord;
  readonly result: StoredResult;
  readonly slices: { readonly ran: number; readonly fresh: number };
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
    const key = keyOf(record);
    const { output, slices, keys } =
      definition.map.length === 0
        ? { output: await this.#runSlice(stage, null, tables), slices: { ran: 1, fresh: 0 }, keys: [] }
        : await this.#runMapped(stage, record, tables);
    this.#checkUnchanged(stage);
    const result: StoredResult = {
      key: record,
      table: output.table,
      rows: output.rows,
      count: output.count,
      caption: output.caption,
      files: output.text === null ? {} : { svg: output.text },
      writer: null,
      slices: keys,
    };
    this.#store.putResult(key, result);
    return { key, record, result, slices };
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
        const known = forced ? null : this.#store.getResult(slice.key);
        const usable =
          known !== null && known.table !== null && this.#store.getBlob(known.table) !== null ? known : null;
        if (usable !== null) count.fresh++;
        const table = usable?.table ?? (await this.#runSliceAndKeep(stage, slice, tables));
        if (usable === null) count.ran++;
        report();
        return table;
      }),
    );
    const output = await this.#pool.run({
      task: "join",
      stage: definition.id,
      slices: parts,
      schema: stage.schema!,
    });
    return { output, slices: count, keys: slices.map((slice) => slice.key) };
  }

  async #runSliceAndKeep(
    stage: PlannedStage,
    slice: PlannedSlice,
    tables: ReadonlyMap<string, Hash>,
  ): Promise<Hash> {
    const output = await this.#runSlice(stage, slice, tables);
    if (output.caption !== null) {
      throw new Failure(
        "stage",
        `stage ${stage.definition.id} is mapped, so it cannot return a caption: which slice's would it be?`,
      );
    }
    const { table, rows, count } = output;
    this.#store.putResult(slice.key, {
      key: slice.record,
      table,
      rows,
      count,
      caption: null,
      files: {},
      writer: null,
      slices: [],
    });
    return table!;
  }

  #runSlice(
    stage: PlannedStage,
    slice: PlannedSlice | null,
    tables: ReadonlyMap<string, Hash>,
  ): Promise<TaskOutput> {
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
    const answerer = slice === null || slice.asks === null ? undefined : stage.answerers.get(slice.asks);
    if (slice !== null && slice.asks !== null && answerer === undefined) {
      throw new Failure(
        "definition",
        `stage ${definition.id} asks ${slice.asks}, which is no embedded model of basket ${this.#plan.basket.name}`,
      );
    }
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
      schema: stage.schema,
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
