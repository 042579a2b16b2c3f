import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import { readParquet } from "parquet-wasm/node";
import { FRAMES } from "../src/cheap-talk/templates.ts";
import { type Row, rowsOf, tableFromRows } from "../src/tables/arrow.ts";
import { orderTable } from "../src/tables/order.ts";
import { toParquet } from "../src/tables/parquet.ts";
import { readSchema } from "../src/tables/schema.ts";
import { validateRows } from "../src/tables/validate.ts";
import prompts from "../stages/cheap-talk/prompts.ts";
import states from "../stages/cheap-talk/states.ts";
import { ROOT } from "../test/project.ts";
import { type Figure, type Findings, median, type Section } from "./section.ts";

const TIMES = 7;
const STATES = 2000;

/** Writes and reads the prompts of 120,000 requests. */
async function measure(): Promise<Findings> {
  const file = "schemas/cheap-talk/prompts.schema.json";
  const schema = readSchema(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")), file);
  const rows: Row[] = rowsOf(ordered(promptRows(), schema));
  const count = rows.length;
  const perSecond = (ms: number) => count / (ms / 1000);
  const notes: string[] = [];

  const table = tableFromRows(rows, schema);
  const bytes = await toParquet(table, schema);
  const write = await times(() => toParquet(table, schema));
  const all = await times(async () => {
    const [fault] = validateRows(rows, schema);
    if (fault !== undefined) throw new Error(fault.message);
    await toParquet(ordered(rows, schema), schema);
  });
  const figures: Figure[] = [
    {
      name: `write, median of ${TIMES}`,
      value: perSecond(median(write)),
      unit: "rows/s",
      bound: { kind: "at least", value: 100_000 },
    },
    {
      name: `validate rows, build columns, sort, write, median of ${TIMES}`,
      value: perSecond(median(all)),
      unit: "rows/s",
    },
    { name: "size of the file", value: bytes.length / 1e6, unit: "MB" },
  ];

  const scratch = mkdtempSync(path.join(tmpdir(), "candor-parquet-"));
  try {
    for (const [reader, read] of Object.entries(READERS)) {
      const began = performance.now();
      const got = await read(bytes, path.join(scratch, "prompts.parquet"));
      figures.push({
        name: `read back by ${reader}`,
        value: perSecond(performance.now() - began),
        unit: "rows/s",
      });
      const wrong = rows.findIndex((row, i) =>
        schema.columns.some(({ name }) => row[name] !== got[i]?.[name]),
      );
      if (got.length !== count || wrong !== -1)
        throw new Error(`${reader} reads other rows: ${got.length} of ${count}, row ${wrong} differs`);
    }
    notes.push(`${Object.keys(READERS).join(", ")} read ${count} equal rows`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return { figures, notes };
}

function promptRows(): object[] {
  const templates = Object.fromEntries(
    FRAMES.map((frame) => {
      const file = `data/prompts/cheap-talk/${frame}.txt`;
      return [file, readFileSync(path.join(ROOT, file), "utf8")];
    }),
  );
  return prompts(
    { states: states({}, { state_seed: 20260529, state_count: STATES }), templates },
    {
      models: ["embedded/truthful", "embedded/exaggerator", "embedded/equilibrium", "embedded/babbler"],
      biases: [0, 0.01, 0.04, 0.08, 0.12],
      frames: FRAMES,
      temperature: 0,
      max_tokens: 64,
      state_seed: 20260529,
    },
  );
}

function ordered(rows: readonly object[], schema: Parameters<typeof orderTable>[1]) {
  const result = orderTable(tableFromRows(rows, schema), schema);
  if (result.kind === "duplicate-key") throw new Error(result.message);
  return result.table;
}

const READERS: Readonly<Record<string, (bytes: Uint8Array, file: string) => Promise<Row[]>>> = {
  async DuckDB(bytes, file) {
    writeFileSync(file, bytes);
    const database = await DuckDBInstance.create(":memory:", { threads: "1" });
    const connection = await database.connect();
    const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    const rows = reader.getRowObjectsJS() as Row[];
    connection.closeSync();
    database.closeSync();
    return rows;
  },
  async hyparquet(bytes) {
    return (await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })) as Row[];
  },
  async "parquet-wasm"(bytes) {
    return rowsOf(tableFromIPC(readParquet(bytes).intoIPCStream()));
  },
};

async function times(action: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now();
    await action();
    found.push(performance.now() - began);
  }
  return found;
}

export const parquet: Section = {
  name: "parquet",
  title: "Parquet: the prompts table of 120,000 rows",
  measure,
};
