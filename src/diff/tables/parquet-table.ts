import {
  type ColumnData,
  type FileMetaData,
  parquetMetadata,
  parquetRead,
  type SchemaElement,
} from "hyparquet";
import { printable, shorten } from "../../tables/untrusted.ts";
import { checkPages } from "./check-pages.ts";
import { COMPRESSORS } from "./compressors.ts";
import { type Chunk, type ParquetType, parquetType } from "./parquet-types.ts";
import { type DiffTable, MOST_ROWS, Unreadable } from "./table.ts";
import { textDecoder } from "./text.ts";
import type { Values } from "./values.ts";

const NOT_READABLE = "not a Parquet file that candor can read";

/**
 * A Parquet file of flat columns, whoever wrote it.
 *
 * @throws Unreadable when the bytes are cut, wrong or nested
 */
export function parquetTable(bytes: Uint8Array): DiffTable {
  return saying(() => {
    const metadata = parquetMetadata(bytes, { geoparquet: false, parsers: LENIENT });
    const length = Number(metadata.num_rows);
    if (!(length >= 0 && length <= MOST_ROWS))
      throw new Error(`it says it has ${metadata.num_rows} rows; up to ${MOST_ROWS} are compared`);
    const fields = fieldsOf(metadata);
    const raw: FileMetaData = { ...metadata, schema: metadata.schema.map(withoutAnnotation) };
    return {
      kind: "table",
      format: "parquet",
      length,
      columns: fields.map(({ name, type, nullable }) => ({
        name,
        type: type.name,
        family: type.family,
        nullable,
      })),
      read: (name) => readColumn(bytes, raw, fields.find((field) => field.name === name)!, length),
    };
  });
}

interface Field {
  readonly name: string;
  readonly type: ParquetType;
  readonly nullable: boolean;
}

function fieldsOf(metadata: FileMetaData): Field[] {
  const [root, ...elements] = metadata.schema;
  const nested = elements.find(
    ({ num_children, repetition_type, type }) =>
      (num_children ?? 0) > 0 || repetition_type === "REPEATED" || type === undefined,
  );
  if (nested !== undefined || root?.num_children !== elements.length)
    throw new Error(
      `${nested === undefined ? "its columns are" : `column ${printable(nested.name)} is`} nested; only flat columns are compared`,
    );
  const seen = new Set<string>();
  return elements.map((element) => {
    if (typeof element.name !== "string") throw new Error("it has a column without a name");
    const type = parquetType(element);
    if (type === null) throw new Error(`column ${printable(element.name)} has no type that Parquet knows`);
    if (seen.has(element.name)) throw new Error(`it has two columns ${printable(element.name)}`);
    seen.add(element.name);
    return { name: element.name, type, nullable: element.repetition_type !== "REQUIRED" };
  });
}

/** What the reader would make of an annotation loses digits (decimals, times) or fails (JSON): values as stored. */
function withoutAnnotation(element: SchemaElement): SchemaElement {
  if (element.type === undefined) return element;
  const { converted_type: _converted, logical_type: _logical, ...stored } = element;
  return { ...stored, ...parquetType(element)?.annotation };
}

async function readColumn(
  bytes: Uint8Array,
  metadata: FileMetaData,
  field: Field,
  length: number,
): Promise<Values> {
  const chunks: ColumnData[] = [];
  const { name, type, nullable } = field;
  try {
    checkPages(bytes, metadata.row_groups, name, nullable);
    await parquetRead({
      file: {
        byteLength: bytes.byteLength,
        slice: (start, end) =>
          bytes.buffer.slice(
            bytes.byteOffset + start,
            bytes.byteOffset + Math.min(end ?? bytes.byteLength, bytes.byteLength),
          ) as ArrayBuffer,
      },
      metadata,
      columns: [name],
      compressors: COMPRESSORS,
      utf8: false,
      parsers: { ...LENIENT, stringFromBytes: textDecoder() },
      // Nothing that throws may stand here: the reader does not wait for it.
      onChunk: (chunk) => chunks.push(chunk),
    });
    return type.values(inOrder(chunks, length), length);
  } catch (cause) {
    throw unreadable(cause, `column ${printable(name)}: `);
  }
}

/** Chunks in the order of rows; every row must be there once. */
function inOrder(chunks: ColumnData[], length: number): Chunk[] {
  chunks.sort((a, b) => a.rowStart - b.rowStart);
  let at = 0;
  for (const { rowStart, columnData } of chunks) {
    if (rowStart !== at) throw new Error(`it has other rows than the file says, near row ${at + 1}`);
    at += columnData.length;
  }
  if (at !== length) throw new Error(`it has ${at} of ${length} rows`);
  return chunks.map(({ columnData }) => columnData);
}

/** Parsers that keep what is stored, so that damaged statistics stop nothing. */
const LENIENT = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
  jsonFromBytes: (value: Uint8Array) => value,
  geometryFromBytes: (value: Uint8Array) => value,
  geographyFromBytes: (value: Uint8Array) => value,
};

function saying<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown, where = ""): Unreadable {
  // What the reader stumbles over tells a person nothing.
  const why =
    cause instanceof TypeError || cause instanceof RangeError
      ? "its bytes are damaged"
      : (cause as Error).message;
  return new Unreadable(`${NOT_READABLE}: ${where}${printable(shorten(why, 200))}`, { cause });
}
