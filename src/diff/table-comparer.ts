import { Failure } from "../pipeline/failure.ts";
import { printable } from "../tables/untrusted.ts";
import type { DiffOptions } from "./diff.ts";
import type { Side, TableDifference } from "./report.ts";
import { UnreadableFile } from "./sides/side-files.ts";
import { diffTables, lonelyTable } from "./tables/diff-tables.ts";
import { readTable } from "./tables/read-table.ts";
import { keyOfSchema, loadSchemas, type Schemas, schemaOf } from "./tables/schemas.ts";
import type { DiffTable, TableFault } from "./tables/table.ts";

/** A table's file as one side holds it. */
interface TableFile {
  readonly path: string;
  readonly bytes: Uint8Array | UnreadableFile;
  readonly side: Side;
}

/** Compares tables by the key that the user, the schema or nothing names. */
export class TableComparer {
  readonly #root: string;
  readonly #options: DiffOptions;
  #schemas: Schemas | null = null;
  /** Whether the key that the user names served for any table. */
  #isKeyUsed = false;

  constructor(root: string, options: DiffOptions) {
    this.#root = root;
    this.#options = options;
  }

  async compare(a: TableFile, b: TableFile): Promise<TableDifference> {
    this.#schemas ??= await loadSchemas(this.#root);
    const { key: asked = [], tolerance, samples } = this.#options;
    const at = [a, b].map(placeOf).find((place) => this.#schemas?.byOutput.has(place)) ?? placeOf(b);
    const [was, is] = [await read(a, at, this.#schemas), await read(b, at, this.#schemas)];
    const { key, keyFrom } = keyOfSchema(this.#schemas, at, was, is, asked);
    this.#isKeyUsed ||= keyFrom === "option";
    if (a.side.kind === "file") requireColumns(asked, was, is);
    return diffTables(was, is, { path: b.path, key, keyFrom, tolerance, samples });
  }

  async lone(change: "added" | "removed", file: TableFile): Promise<TableDifference> {
    return lonelyTable(file.path, change, await read(file));
  }

  /** What could not be read of the project's schemas, and a key that served for nothing. */
  notes(): string[] {
    const { key } = this.#options;
    const notes = [...(this.#schemas?.notes ?? [])];
    if (key !== undefined && this.#schemas !== null && !this.#isKeyUsed)
      notes.push(`no table that differs has the columns ${key.map(printable).join(", ")}: --key did nothing`);
    return notes;
  }
}

/** Where a table lies in its tree; a single file may lie in one too. */
function placeOf({ path, side }: TableFile): string {
  if (side.kind !== "file") return path;
  const full = side.commit === null ? side.given : side.given.slice(side.given.indexOf(":") + 1);
  return full
    .split("\\")
    .join("/")
    .replace(/^(?:.*\/)?artifacts\/[^/]+\//u, "");
}

/** A CSV does not say what its cells mean; the schema that has its columns does. */
async function read(
  { path, bytes }: TableFile,
  at = "",
  schemas: Schemas | null = null,
): Promise<DiffTable | TableFault> {
  if (bytes instanceof UnreadableFile) return { kind: "fault", fault: `cannot be read: ${bytes.why}` };
  return readTable(bytes, path, (columns) => (schemas === null ? null : schemaOf(schemas, at, columns)));
}

/** Of two files the user knows the columns; a name that is not there is a slip. */
function requireColumns(asked: readonly string[], ...tables: readonly (DiffTable | TableFault)[]): void {
  tables.forEach((table, i) => {
    if (table.kind === "fault") return;
    const names = table.columns.map(({ name }) => name);
    const unknown = asked.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new Failure(
        "usage",
        `--key names the column ${printable(unknown)}, which ${i === 0 ? "A" : "B"} does not have; its columns: ${names.map(printable).join(", ")}`,
      );
  });
}
