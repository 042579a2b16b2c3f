import { createHash, type Hash } from "node:crypto";
import { endianness } from "node:os";
import type { Table } from "apache-arrow";
import { canonicalJson } from "./canonical.ts";
import { flatTable } from "./flat.ts";
import { withoutDescriptions } from "./schema.ts";

/**
 * Hash of what a table says: its schema without descriptions and its rows in order. Chunks, offsets, padding,
 * the sign of zero and the file format do not enter; each value, each missing value, each name does.
 *
 * What is hashed: the format's name, the schema's canonical JSON, the number of rows, then per column its name,
 * type, one byte per row (1 for a value, 0 for none), then its values: doubles and 32-bit integers in little
 * endian, 0 or 1 for booleans; for text the length in bytes of each row as a 32-bit integer, then all bytes.
 * Every part stands behind its own length in bytes. Linear in the bytes of the table.
 *
 * @param table rows in the order of the key
 * @param schemaJson the JSON Schema of the row
 * @returns `sha256:` and 64 hex digits
 * @throws Error as readSchema; TypeError when the table has other columns than the schema
 */
export function rowsHash(table: Table, schemaJson: unknown): string {
  // Typed arrays are hashed as they lie in memory.
  if (endianness() !== "LE") throw new Error("rowsHash requires a little-endian machine");
  const schema = withoutDescriptions(schemaJson);
  const { length, columns } = flatTable(table);
  const wanted = schema.columns.map((column) => `${String(column.name)}: ${String(column.type)}`).join(", ");
  const got = Array.from(columns, ([name, column]) => `${name}: ${column.type}`).join(", ");
  if (got !== wanted) throw new TypeError(`rowsHash requires the columns ${wanted}, got ${got}`);
  const hash = createHash("sha256");
  addText(hash, "candor rows 1");
  addText(hash, canonicalJson(schema));
  addText(hash, String(length));
  const all = new Uint8Array(length).fill(1);
  for (const [name, column] of columns) {
    addText(hash, name);
    addText(hash, column.type);
    add(hash, column.valid ?? all);
    if (column.type === "utf8") {
      const lengths = new Int32Array(length);
      for (let i = 0; i < length; i++) {
        lengths[i] = (column.offsets[i + 1] as number) - (column.offsets[i] as number);
      }
      add(hash, lengths);
      add(hash, column.bytes);
    } else {
      add(hash, column.values);
    }
  }
  return `sha256:${hash.digest("hex")}`;
}

function addText(hash: Hash, text: string): void {
  add(hash, Buffer.from(text));
}

function add(hash: Hash, part: Uint8Array | Int32Array | Float64Array): void {
  hash.update(`${part.byteLength}:`);
  hash.update(part);
}
