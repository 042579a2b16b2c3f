import type { Table } from "apache-arrow";
import { parquetMetadata, parquetRead } from "hyparquet";
import { flatFromValues } from "./arrow.ts";
import { arrowTable } from "./flat.ts";
import type { ColumnType } from "./schema.ts";
import { printable, shorten } from "./untrusted.ts";

/** Parquet's physical type and annotation → type of a column. */
const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  DOUBLE: "float64",
  INT32: "int32",
  "BYTE_ARRAY UTF8": "utf8",
  BOOLEAN: "bool",
};

/**
 * Reads a Parquet file that holds what toParquet writes: flat columns of doubles, 32-bit integers, UTF-8 text
 * and booleans, whoever wrote it.
 *
 * @throws Error `not a Parquet file that candor can read: …` when the bytes are cut, wrong or of other types
 */
export async function fromParquet(bytes: Uint8Array): Promise<Table> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(file);
    const length = Number(metadata.num_rows);
    const [root, ...elements] = metadata.schema;
    if (root?.num_children !== elements.length) throw new Error("its columns are nested");
    const fields = elements.map(({ name, type, converted_type, logical_type, repetition_type }) => {
      const annotation = converted_type ?? (logical_type?.type === "STRING" ? "UTF8" : logical_type?.type);
      const word = annotation === undefined ? `${type}` : `${type} ${annotation}`;
      const columnType = COLUMN_TYPES[word];
      if (columnType === undefined || repetition_type === "REPEATED") {
        throw new Error(`column ${printable(name)} has type ${word}`);
      }
      return { name, type: columnType, nullable: repetition_type !== "REQUIRED" };
    });
    const values = new Map<string, unknown[]>(fields.map(({ name }) => [name, new Array(length)]));
    await parquetRead({
      file,
      metadata,
      // The reader's own decoder drops a byte order mark at the beginning of a text.
      parsers: { stringFromBytes },
      onChunk({ columnName, columnData, rowStart }) {
        const column = values.get(columnName) ?? [];
        for (let i = 0; i < columnData.length; i++) column[rowStart + i] = columnData[i];
      },
    });
    const columns = new Map(fields.map((f) => [f.name, flatFromValues(values.get(f.name) ?? [], f)]));
    return arrowTable({ length, columns });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`not a Parquet file that candor can read: ${printable(shorten(why, 200))}`, { cause });
  }
}

function stringFromBytes(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
