import { Table } from "apache-arrow";
import { tableFromRows } from "./arrow.ts";
import { arrowTable, flatTable } from "./flat.ts";
import { type Ordered, orderTable } from "./order.ts";
import type { TableSchema } from "./schema.ts";

/**
 * Joins the tables of slices into one, sorted by the key, in one chunk. The order of the tables does not
 * matter; no tables give a table without rows.
 *
 * @param tables tables with the columns of the schema
 * @throws TypeError when a table has other columns
 */
export function joinTables(tables: readonly Table[], schema: TableSchema): Ordered {
  const first = tableFromRows([], schema);
  const wanted = columnList(first);
  for (const table of tables) {
    if (columnList(table) !== wanted) {
      throw new TypeError(`join requires the columns ${wanted} of ${schema.name}, got ${columnList(table)}`);
    }
  }
  // Arrow takes batches together only when their types are of one class; a table that was read from bytes has
  // others than one that was built from rows.
  const batches = tables.flatMap((table) =>
    table.numRows === 0 ? [] : arrowTable(flatTable(table)).batches,
  );
  if (batches.length === 0) return { kind: "ordered", table: first };
  const joined = new Table(first.schema, batches);
  const ordered = orderTable(joined, schema);
  // A table that was in order already still has the chunks of its slices.
  if (ordered.kind !== "ordered" || ordered.table.batches.length === 1) return ordered;
  return { kind: "ordered", table: arrowTable(flatTable(ordered.table)) };
}

function columnList(table: Table): string {
  return table.schema.fields.map((field) => `${field.name}: ${String(field.type)}`).join(", ");
}
