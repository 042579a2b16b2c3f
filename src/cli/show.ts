import path from "node:path";
import { tableLines } from "../diff/table-lines.ts";
import { Failure } from "../pipeline/failure.ts";
import { ProjectFiles, readIfThere } from "../pipeline/files.ts";
import { loadPipeline } from "../pipeline/load.ts";
import { artifactFolder } from "../pipeline/manifest.ts";
import { columnsOf } from "../tables/arrow.ts";
import { columnType } from "../tables/flat.ts";
import { fromParquet } from "../tables/read-parquet.ts";
import { printable, shorten } from "../tables/untrusted.ts";
import type { ExitCode, World } from "./command.ts";

const WIDEST_CELL = 40;

/** Prints schema, number of rows and the first rows of a Parquet file, or of a stage's output by its id. */
export async function show(
  world: World,
  artifact: string,
  options: { readonly basket: string; readonly rows: number; readonly lines?: boolean },
): Promise<ExitCode> {
  const { file, bytes } = await find(world.engine.root, artifact, options.basket);
  if (options.lines) {
    for await (const lines of tableLines(bytes, file)) world.out(lines);
    return 0;
  }
  const table = await fromParquet(bytes).catch((error: unknown) => {
    throw new Failure("damaged", `${file}: ${(error as Error).message}`);
  });
  const columns = columnsOf(table);
  world.out(`${file}: ${table.numRows} rows\n\n`);
  world.out(
    grid(
      table.schema.fields.map((field) => [
        field.name,
        `${columnType(field.type)}${field.nullable ? ", may be missing" : ""}`,
      ]),
    ),
  );
  const shown = Math.min(options.rows, table.numRows);
  if (shown > 0) {
    const names = Object.keys(columns);
    const rows = Array.from({ length: shown }, (_, i) => names.map((name) => cell(columns[name]![i])));
    world.out(`\n${grid([names, ...rows])}`);
    if (shown < table.numRows) world.out(world.style.dim(`… ${table.numRows - shown} more rows\n`));
  }
  return 0;
}

async function find(
  root: string,
  artifact: string,
  basket: string,
): Promise<{ file: string; bytes: Buffer }> {
  const direct = readIfThere(artifact);
  if (direct !== null) return { file: artifact, bytes: direct };
  const stage = (await loadPipeline(new ProjectFiles(root))).stages.get(artifact);
  if (stage === undefined) throw new Failure("usage", `${artifact} is neither a file nor the id of a stage`);
  const file = `${artifactFolder(basket)}/${stage.output}`;
  if (!file.endsWith(".parquet"))
    throw new Failure("usage", `${artifact} makes a figure: open ${file} with a browser`);
  const bytes = readIfThere(path.join(root, file));
  if (bytes === null) throw new Failure("usage", `${file} is not there; \`candor run ${artifact}\` makes it`);
  return { file, bytes };
}

function cell(value: unknown): string {
  return value === null ? "null" : shorten(printable(String(value)), WIDEST_CELL);
}

/** Lines of cells, each column as wide as its widest cell. */
function grid(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, c) => Math.max(...rows.map((row) => row[c]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, c) => text.padEnd(widths[c]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
