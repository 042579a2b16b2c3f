import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Table } from "apache-arrow";
import { columnsOf, tableFromBytes, tableFromRows, tableToBytes } from "../tables/arrow.ts";
import { byteOrder } from "../tables/canonical.ts";
import { cutTable, type Slice, sliceKey } from "../tables/cut.ts";
import { joinTables } from "../tables/join.ts";
import { orderTable } from "../tables/order.ts";
import { rowsHash } from "../tables/rows-hash.ts";
import { readSchema, type TableSchema } from "../tables/schema.ts";
import { validateRows } from "../tables/validate.ts";
import type * as Writer from "../tables/writer.ts";
import { AnswerJournal } from "./answer-journal.ts";
import { keyOfAsk, requestKey } from "./answer-lines.ts";
import { bundleFile } from "./bundle-file.ts";
import { type Hash, hashOf } from "./canonical.ts";
import { EMBEDDING } from "./definition.ts";
import { Failure } from "./failure.ts";
import { readRows } from "./journal.ts";
import { sizeOf } from "./request-size.ts";
import { guardThread, type HostTable, runInSandbox, type StageReturn } from "./sandbox.ts";
import { Store } from "./store.ts";
import type {
  CutResult,
  CutTask,
  JoinTask,
  LookedUp,
  Recorded,
  RehearsedRequest,
  Reply,
  RunOutput,
  RunTask,
  SchemaRef,
  TableInput,
  Task,
  TaskOutput,
  WorkerSetup,
  WriteResult,
  WriteTask,
} from "./worker-protocol.ts";

/**
 * A worker thread: cuts, runs, joins and writes. It reads its inputs from the store and leaves its results
 * there, so only hashes travel between threads.
 */

// A package calls the deprecated Buffer(); the warning would stand among the lines that users read.
process.noDeprecation = true;
guardThread();

const setup = workerData as WorkerSetup;
const store = new Store(setup.root, (file) => {
  throw new Failure(
    "damaged",
    `${path.relative(setup.root, file)} did not hold what its name says and was removed; run again`,
  );
});

parentPort?.on("message", (task: Task) => {
  perform(task).then(
    (result) => reply({ ok: true, result }),
    (error: unknown) =>
      reply({
        ok: false,
        failure: error instanceof Failure ? { kind: error.kind, message: error.message } : null,
        bug: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}

async function perform(task: Task): Promise<unknown> {
  switch (task.task) {
    case "cut":
      return cut(task);
    case "run":
      return await run(task);
    case "join":
      return join(task);
    case "write":
      return await write(task);
  }
}

function cut({ table, by, schema }: CutTask): CutResult {
  return [...slicesOf(table, by).values()].map((slice) => ({
    values: slice.values,
    rows: rowsHash(slice.table, schema.json) as Hash,
  }));
}

async function run(task: RunTask): Promise<RunOutput> {
  const tables = Object.entries(task.tables).map(([name, input]) => {
    const table = inputTable(input);
    return [name, { length: table.numRows, columns: columnsOf(table) } as HostTable] as const;
  });
  for (const [name, { file, groups }] of Object.entries(task.journals))
    tables.push([name, columnsOfRows(readRows(setup.root, file, groups))]);
  const lookup =
    task.recorded === null ? null : new Lookup(task.recorded, task.answerers, task.standIns !== null);
  const call = {
    stage: task.stage,
    tables: Object.fromEntries(tables),
    files: task.files,
    params: task.params,
    slice: task.slice,
    seed: task.seed,
    partial: task.partial,
    asks: task.asks,
    who: task.asks === null ? null : (task.answerers[task.asks]?.who ?? null),
    answerers: Object.fromEntries(
      Object.entries(task.answerers).map(([name, { bundle, settings }]) => [name, { bundle, settings }]),
    ),
    standIns: task.standIns,
    embeds: task.asks === EMBEDDING,
    recall: lookup === null ? null : (request: string) => lookup.recall(request),
  };
  let output: TaskOutput;
  try {
    const running = runInSandbox({ stage: task.bundle, answers: computing(task) }, bundleText, call);
    // Its promises go on only when it is waited for.
    if (lookup !== null) lookup.opening = false;
    const returned = await running;
    // Who wants to know what is asked has no use for the rows.
    output =
      task.recorded === null || task.recorded.requests === "none" ? outputOf(task, returned) : NO_OUTPUT;
  } catch (error) {
    lookup?.end();
    // What a stage makes of answers that are not there, an error too, says nothing.
    if (lookup === null || lookup.missing.length === 0 || task.recorded!.partial) throw error;
    output = NO_OUTPUT;
  }
  lookup?.end();
  const { asked = [], missing = [], requests = {}, askedOf = {}, rehearsed = {} } = lookup ?? {};
  return { ...output, asked, missing, requests, askedOf, rehearsed };
}

/** Bundles of all who compute answers, each once. */
function computing({ answerers, standIns }: RunTask): Hash[] {
  const inPlace = standIns === null ? [] : [standIns.named, ...Object.values(standIns.beside).flat()];
  const bundles = [...Object.values(answerers), ...inPlace].map((each) => each?.bundle ?? null);
  return [...new Set(bundles.filter((bundle) => bundle !== null))];
}

const NO_OUTPUT: TaskOutput = { table: null, rows: hashOf(""), count: null, caption: null, text: null };

/** The rows or the text that a stage returned, in the store. */
function outputOf(task: RunTask, returned: StageReturn): TaskOutput {
  if (returned.kind === "text") {
    if (task.schema !== null)
      throw new Failure(
        "stage",
        `stage ${task.stage} returned text; its output is a table, so it must return rows`,
      );
    const bytes = Buffer.from(returned.text, "utf8");
    return { table: null, rows: hashOf(bytes), count: null, caption: null, text: store.putBlob(bytes) };
  }
  if (task.schema === null)
    throw new Failure(
      "stage",
      `stage ${task.stage} returned rows; its output is a figure, so it must return the text of the SVG`,
    );
  const schema = schemaOf(task.schema);
  const rows = Array.from(returned.rows) as object[];
  const [fault] = validateRows(rows, schema);
  if (fault !== undefined) {
    throw new Failure(
      "schema",
      `stage ${task.stage}, ${task.schema.file}: ${fault.message}${inSlice(task.slice)}`,
    );
  }
  const ordered = orderTable(tableFromRows(rows, schema), schema);
  return keep(task.stage, ordered, task.schema, returned.caption, task.part);
}

const NOT_COLLECTED = { status: "not_collected", text: null, finish_reason: null };

/** Looks up recorded answers for one run, and keeps what was asked. */
class Lookup {
  readonly missing: Hash[] = [];
  readonly requests: Record<Hash, LookedUp> = {};
  readonly rehearsed: Record<Hash, RehearsedRequest> = {};
  /** Whether the stage has heard no answer yet. */
  opening = true;
  readonly #recorded: Recorded;
  readonly #journal: AnswerJournal;
  readonly #answerers: RunTask["answerers"];
  readonly #asked = new Map<Hash, string>();
  readonly #rehearsal: boolean;
  #fault: unknown = null;

  constructor(recorded: Recorded, answerers: RunTask["answerers"], rehearsal: boolean) {
    this.#rehearsal = rehearsal;
    this.#recorded = recorded;
    this.#journal = AnswerJournal.reopen(setup.root, recorded.file, recorded.content);
    this.#answerers = answerers;
  }

  get asked(): Hash[] {
    return [...this.#asked.keys()].sort(byteOrder);
  }

  /** Keys by whom they ask, where somebody wants to ask them. */
  get askedOf(): Record<string, Hash[]> {
    const found: Record<string, Hash[]> = {};
    if (this.#recorded.requests === "none" && !this.#rehearsal) return found;
    for (const [key, name] of this.#asked) {
      found[name] ??= [];
      found[name].push(key);
    }
    return found;
  }

  /** Never throws: an error of the host must not get into a stage's hands. */
  recall(request: string): string | null {
    try {
      const wanted = JSON.parse(request) as LookedUp;
      const name = "ask" in wanted ? wanted.whom : EMBEDDING;
      const identity = this.#answerers[name]!.settings;
      const key = "ask" in wanted ? keyOfAsk(identity, wanted.ask) : requestKey(identity, wanted);
      const { since, partial, requests } = this.#recorded;
      const answer = since[key] ?? this.#journal.find(key);
      if (answer === null && this.#rehearsal && "ask" in wanted)
        this.rehearsed[key] ??= { ...sizeOf(wanted.ask), opening: this.opening };
      else if (answer === null && !this.#asked.has(key)) this.missing.push(key);
      this.#asked.set(key, name);
      if (requests === "all" || (requests === "missing" && answer === null)) this.requests[key] = wanted;
      if ("embed" in wanted) return answer === null ? null : JSON.stringify(answer);
      if (answer === null && !partial) return null;
      const { status, text, finish_reason } = answer ?? NOT_COLLECTED;
      return JSON.stringify({ status, text, finish_reason, key });
    } catch (error) {
      this.#fault ??= error;
      return null;
    }
  }

  /** Ends the looking up. Throws what went wrong in it. */
  end(): void {
    this.#journal.close();
    if (this.#fault !== null) throw this.#fault;
  }
}

/** Rows of a journal as columns; what a row does not say is null. */
function columnsOfRows(rows: ReturnType<typeof readRows>): HostTable {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...names].map((name) => [name, rows.map((row) => row[name] ?? null)] as const);
  return { length: rows.length, columns: Object.fromEntries(columns) };
}

function join({ stage, slices, schema }: JoinTask): TaskOutput {
  const tables = slices.map((hash) => readTable(hash));
  return keep(stage, joinTables(tables, schemaOf(schema)), schema, null, false);
}

async function write({ table, schema, renderings, caption, stage }: WriteTask): Promise<WriteResult> {
  const writer = createRequire(setup.writer)(setup.writer) as typeof Writer;
  const name = stage.slice(stage.lastIndexOf("/") + 1);
  const files = await writer.writeTable(
    readTable(table),
    readSchema(schema.json, schema.file),
    renderings,
    caption,
    name,
  );
  return Object.fromEntries(Object.entries(files).map(([ending, bytes]) => [ending, store.putBlob(bytes)]));
}

function keep(
  stage: string,
  ordered: ReturnType<typeof orderTable>,
  schema: SchemaRef,
  caption: string | null,
  part: boolean,
): TaskOutput {
  if (ordered.kind === "duplicate-key")
    throw new Failure("schema", `stage ${stage}, ${schema.file}: ${ordered.message}`);
  const { table } = ordered;
  const blob = store.putBlob(tableToBytes(table));
  return {
    table: blob,
    // Of a part nobody asks for the rows by their hash: what is below takes the parts joined.
    rows: part ? blob : (rowsHash(table, schema.json) as Hash),
    count: table.numRows,
    caption,
    text: null,
  };
}

function inSlice(slice: Readonly<Record<string, string | number>>): string {
  const values = Object.entries(slice).map(([column, value]) => `${column}=${value}`);
  return values.length === 0 ? "" : ` (slice ${values.join(", ")})`;
}

const schemas = new Map<string, TableSchema>();

function schemaOf({ file, json }: SchemaRef): TableSchema {
  const text = JSON.stringify(json);
  let schema = schemas.get(text);
  if (schema === undefined) {
    schema = readSchema(json, file);
    schemas.set(text, schema);
  }
  return schema;
}

/** Tables that this worker has cut, the latest last; a mapped stage asks for the same cut once per slice. */
const cuts = new Map<string, Map<string, Slice>>();
const MOST_CUTS = 6;

function inputTable({ table, by, values }: TableInput): Table {
  if (by.length === 0) return readTable(table);
  const slice = slicesOf(table, by).get(sliceKey(values));
  return slice?.table ?? readTable(table).slice(0, 0);
}

function slicesOf(table: Hash, by: readonly string[]): Map<string, Slice> {
  const name = `${table} ${by.join(" ")}`;
  const known = cuts.get(name) ?? cutTable(readTable(table), by);
  cuts.delete(name);
  cuts.set(name, known);
  if (cuts.size > MOST_CUTS) cuts.delete(cuts.keys().next().value!);
  return known;
}

function readTable(hash: Hash): Table {
  const bytes = store.getBlob(hash);
  if (bytes === null) throw new Failure("damaged", `the store lost ${hash} during the run; run again`);
  return tableFromBytes(bytes);
}

function bundleText(hash: Hash): string {
  const file = path.join(setup.root, bundleFile(hash));
  const bytes = readFileSync(file);
  if (hashOf(bytes) !== hash) {
    rmSync(file);
    throw new Failure(
      "damaged",
      `${bundleFile(hash)} did not hold what its name says and was removed; run again`,
    );
  }
  return bytes.toString("utf8");
}
