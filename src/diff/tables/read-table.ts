import { csvTable, type SchemaFor } from "./csv-table.ts";
import { parquetTable } from "./parquet-table.ts";
import { type DiffTable, type TableFault, Unreadable } from "./table.ts";

/**
 * A table from the bytes of a file: Parquet (by its ending, or by its first bytes where the ending says nothing) or
 * CSV. Columns of a Parquet file are decoded when they are compared, so a damaged one may show only then;
 * `diffTables` tells it the same way. The bytes must not change afterwards.
 *
 * @param name the file's name
 * @param schemaFor row schema by the names of columns: it says how the cells of a CSV are meant
 * @returns the table, or why there is none; never throws for what the bytes hold
 */
export async function readTable(
  bytes: Uint8Array,
  name: string,
  schemaFor: SchemaFor = () => null,
): Promise<DiffTable | TableFault> {
  try {
    return isParquet(bytes, name) ? parquetTable(bytes) : csvTable(bytes, schemaFor);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "fault", fault: error.message };
  }
}

function isParquet(bytes: Uint8Array, name: string): boolean {
  if (/\.parquet$/iu.test(name)) return true;
  if (/\.csv$/iu.test(name)) return false;
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PAR1";
}
