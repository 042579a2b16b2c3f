import { expect } from "vitest";
import type { TableDifference } from "../../../src/diff/report.ts";
import { diffTables, type TableDiffOptions } from "../../../src/diff/tables/diff-tables.ts";
import { readTable } from "../../../src/diff/tables/read-table.ts";
import type { DiffTable } from "../../../src/diff/tables/table.ts";
import { type Row, tableFromRows } from "../../../src/tables/arrow.ts";
import { toParquet } from "../../../src/tables/parquet.ts";
import { schemaOf } from "../../tables/sample.ts";

/** Rows as candor writes them to Parquet, in the order given; columns in short, the first one never missing. */
export async function parquet(
  columns: Readonly<Record<string, string>>,
  rows: readonly Row[],
): Promise<Uint8Array> {
  const schema = schemaOf(columns, [Object.keys(columns)[0]!]);
  return toParquet(tableFromRows(rows, schema), schema);
}

/** A table that must be readable. */
export async function tableOf(content: Uint8Array | string, name = "table"): Promise<DiffTable> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const table = await readTable(bytes, name);
  if (table.kind === "fault") expect.fail(table.fault);
  return table;
}

/** The difference of two contents; text is CSV. */
export async function difference(
  a: Uint8Array | string,
  b: Uint8Array | string,
  key: readonly string[],
  options: Partial<TableDiffOptions> = {},
): Promise<TableDifference> {
  return diffTables(await tableOf(a), await tableOf(b), { path: "t", key, keyFrom: "option", ...options });
}
