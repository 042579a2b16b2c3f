import { type ColumnMetaData, type PageHeader, type RowGroup, snappyUncompress } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import { COMPRESSORS } from "./compressors.ts";

/**
 * Checks the counts in the pages of a column before the reader believes them: it makes room for as many values as a
 * page says, and repeats a value as often as a run says, up to two thousand million times.
 *
 * @throws Error for a count that the file cannot hold
 */
export function checkPages(
  bytes: Uint8Array,
  groups: readonly RowGroup[],
  name: string,
  nullable: boolean,
): void {
  for (const group of groups) {
    const chunk = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === name)?.meta_data;
    if (chunk === undefined) throw new Error("a row group does not have it");
    checkChunk(bytes, chunk, Number(group.num_rows), nullable);
  }
}

function checkChunk(bytes: Uint8Array, chunk: ColumnMetaData, rows: number, nullable: boolean): void {
  const begin = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const size = Number(chunk.total_compressed_size);
  require(begin >= 0 && size >= 0 && begin + size <= bytes.length, "its pages lie outside of the file");
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + begin, size), offset: 0 };
  for (let left = rows; left > 0 && reader.offset < size - 1; ) {
    const header = parquetHeader(reader);
    const { compressed_page_size: stored, uncompressed_page_size: full } = header;
    require(stored >= 0 && stored <= size - reader.offset && full >= 0, "a page lies outside of the file");
    const content = new Uint8Array(bytes.buffer, bytes.byteOffset + begin + reader.offset, stored);
    reader.offset += stored;
    const dictionary = header.dictionary_page_header;
    if (dictionary !== undefined) {
      require(within(dictionary.num_values, 8 * full), "a page says it has more values than it can");
      continue;
    }
    const data = header.data_page_header ?? header.data_page_header_v2;
    require(data !== undefined && within(data.num_values, left), "a page says it has more values than rows");
    left -= data!.num_values;
    checkRuns(content, header, chunk, nullable);
  }
}

/** Runs of levels, then of places in a dictionary or of booleans. */
function checkRuns(content: Uint8Array, header: PageHeader, chunk: ColumnMetaData, nullable: boolean): void {
  const second = header.data_page_header_v2;
  const { num_values: count, encoding } = (header.data_page_header ?? second)!;
  const inDictionary = encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY";
  if (!nullable && !inDictionary && encoding !== "RLE") return;
  let at = 0;
  let page: Uint8Array;
  if (second === undefined) {
    page = uncompressed(content, chunk, header.uncompressed_page_size);
    if (nullable) {
      const length = uint32(page, 0);
      require(within(length, page.length - 4), "its levels are longer than their page");
      checkRun(page.subarray(4, 4 + length), 1, count);
      at = 4 + length;
    }
  } else {
    const { definition_levels_byte_length: levels, repetition_levels_byte_length: other, num_nulls } = second;
    require(within(num_nulls, count) &&
      within(other, content.length) &&
      within(levels, content.length - other), "its levels are longer than their page");
    if (nullable) checkRun(content.subarray(other, other + levels), 1, count);
    const rest = content.subarray(other + levels);
    const full = header.uncompressed_page_size - other - levels;
    page = second.is_compressed === false || full <= 0 ? rest : uncompressed(rest, chunk, full);
  }
  if (encoding === "RLE") checkRun(page.subarray(at + 4), 1, count);
  if (!inDictionary || at >= page.length) return;
  const width = page[at] as number;
  require(width <= 32, "places in its dictionary are too wide");
  if (width > 0) checkRun(page.subarray(at + 1), width, count);
}

/** One sequence of runs: no run is longer than the page has values. */
function checkRun(bytes: Uint8Array, width: number, count: number): void {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  for (let seen = 0; seen < count && reader.offset < bytes.length; ) {
    const header = readVarInt(reader);
    const length = header & 1 ? 8 * (header >>> 1) : header >>> 1;
    require(header >= 0 && length <= count + 512, "a run has more values than its page");
    reader.offset += header & 1 ? (header >>> 1) * width : (width + 7) >> 3;
    seen += length;
  }
}

function uncompressed(content: Uint8Array, { codec }: ColumnMetaData, length: number): Uint8Array {
  if (codec === "UNCOMPRESSED") return content;
  const other = COMPRESSORS[codec];
  if (other !== undefined) return other(content, length);
  if (codec !== "SNAPPY")
    throw new Error(`its pages are compressed by ${codec}, which is not read here; ${READABLE}`);
  // Snappy makes at most some 22 bytes of one.
  require(length <= 64 * content.length + 64, "a page says it is larger than it can be");
  const page = new Uint8Array(length);
  snappyUncompress(content, page);
  return page;
}

const READABLE = `${["SNAPPY", ...Object.keys(COMPRESSORS)].join(", ")} are${
  "ZSTD" in COMPRESSORS ? "" : " (ZSTD needs Node.js 22.15 or later)"
}`;

function uint32(bytes: Uint8Array, at: number): number {
  require(bytes.length >= at + 4, "a page is cut");
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}

const within = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most;

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
