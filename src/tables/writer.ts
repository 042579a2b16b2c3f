import type { Table } from "apache-arrow";
import { toCsv } from "./csv.ts";
import { toLatex } from "./latex.ts";
import { toMarkdown } from "./markdown.ts";
import { toParquet } from "./parquet.ts";
import type { TableSchema } from "./schema.ts";

/**
 * The files of one table: Parquet, and the renderings that are asked for. Same table, same bytes.
 *
 * @param table rows in the order of the key
 * @param caption notes under the table in Markdown and LaTeX, or null
 * @param name name of the table, for its LaTeX label
 * @returns ending (`parquet`, `csv`, `md`, `tex`) → bytes of the file
 */
export async function writeTable(
  table: Table,
  schema: TableSchema,
  renderings: readonly ("csv" | "md" | "tex")[],
  caption: string | null,
  name: string,
): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = { parquet: await toParquet(table, schema) };
  for (const rendering of renderings) {
    files[rendering] = Buffer.from(render(rendering, table, schema, caption, name), "utf8");
  }
  return files;
}

function render(
  rendering: "csv" | "md" | "tex",
  table: Table,
  schema: TableSchema,
  caption: string | null,
  name: string,
): string {
  switch (rendering) {
    case "csv":
      return toCsv(table, schema);
    case "md":
      return toMarkdown(table, schema, caption);
    case "tex":
      return toLatex(table, schema, caption, name);
  }
}
