import { readTable } from "../../diff/tables/read-table.ts";
import { Unreadable } from "../../diff/tables/table.ts";
import type { TableSchema } from "../../tables/schema.ts";
import { compareRows } from "./first-difference.ts";
import type { FileRebuild } from "./report.ts";

type Compared = Pick<FileRebuild, "change" | "fault" | "rows" | "first">;

/**
 * Whether two files hold the same rows, and where they first differ; a file that cannot be read as a table is told
 * with its fault. Both are known to differ in their bytes.
 */
export async function compareTables(
  file: string,
  here: Buffer,
  rebuilt: Buffer,
  schema: TableSchema | null,
): Promise<Compared> {
  const schemaFor = () => schema;
  const [a, b] = [await readTable(here, file, schemaFor), await readTable(rebuilt, file, schemaFor)];
  if (a.kind === "fault" || b.kind === "fault") {
    const fault = a.kind === "fault" ? a.fault : b.kind === "fault" ? b.fault : null;
    return { change: "unreadable", fault, rows: null, first: null };
  }
  const rows = { here: a.length, rebuilt: b.length };
  try {
    const { first, sameOrder } = await compareRows(a, b, schema?.key ?? []);
    if (first !== null)
      return { change: first.kind === "column" ? "schema" : "rows", fault: null, rows, first };
    return { change: "bytes", fault: sameOrder ? null : "the same rows in another order", rows, first };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { change: "unreadable", fault: error.message, rows, first: null };
  }
}
