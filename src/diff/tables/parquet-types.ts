import type { SchemaElement } from "hyparquet";
import { type Decimal, type Exact, nearest } from "./exact.ts";
import type { Family } from "./table.ts";
import { numbersOf, type Value, type Values } from "./values.ts";

/** A run of values as the reader gives them: null where one is missing, undefined where it found none. */
export type Chunk = ArrayLike<unknown>;

/** How one type of a Parquet column is named and taken. */
export interface ParquetType {
  readonly name: string;
  readonly family: Family;
  /** Annotation that the reader is given; null where it should give what is stored. */
  readonly annotation: Pick<SchemaElement, "converted_type" | "logical_type"> | null;
  /** @throws Error where a value was not found */
  readonly values: (chunks: readonly Chunk[], length: number) => Values;
}

type Annotation = ParquetType["annotation"];

const UTF8: Annotation = { converted_type: "UTF8" };

const number = (name: string, annotation: Annotation = null): ParquetType => ({
  name,
  family: "number",
  annotation,
  values: (chunks, length) =>
    chunks.every(isTyped) ? doubles(chunks, length) : mixedNumbers(chunks, length),
});

/** Arrays whose elements are doubles or fit one. */
type Typed = Float64Array | Float32Array | Int32Array | Uint32Array;

function isTyped(chunk: Chunk): chunk is Typed {
  return [Float64Array, Float32Array, Int32Array, Uint32Array].some((type) => chunk instanceof type);
}

function doubles(chunks: readonly Typed[], length: number): Values {
  const values = new Float64Array(length);
  let at = 0;
  for (const chunk of chunks) {
    values.set(chunk, at);
    at += chunk.length;
  }
  return { kind: "numbers", values, missing: null, exact: null };
}

function mixedNumbers(
  chunks: readonly Chunk[],
  length: number,
  taken: (raw: unknown) => number | Exact = (raw) => raw as number | bigint,
): Values {
  let [chunk, at] = [0, 0];
  return numbersOf(length, () => {
    while (at === chunks[chunk]!.length) [chunk, at] = [chunk + 1, 0];
    const raw = found(chunks[chunk]![at++]);
    return raw === null ? null : taken(raw);
  });
}

function found(value: unknown): unknown {
  if (value === undefined) throw new Error("it lacks values that it says it has");
  return value;
}

const plain = (
  name: string,
  family: Family,
  value: (raw: never) => Value,
  annotation: Annotation = null,
): ParquetType => ({
  name,
  family,
  annotation,
  values: (chunks, length) => {
    const values = new Array<Value>(length);
    let at = 0;
    for (const chunk of chunks) {
      for (let i = 0; i < chunk.length; i++) {
        const raw = found(chunk[i]);
        values[at++] = raw === null ? null : value(raw as never);
      }
    }
    return { kind: "plain", values, exact: null };
  },
});

const text = (name: string, value: (raw: never) => string, annotation: Annotation = null): ParquetType =>
  plain(name, "text", value, annotation);

/** What a leaf of the schema holds; null for a type that is none of Parquet's. */
export function parquetType(element: SchemaElement): ParquetType | null {
  const { type, converted_type: converted, logical_type: logical } = element;
  const word = logical?.type ?? converted ?? "";
  switch (type) {
    case "BOOLEAN":
      return plain("bool", "bool", (value: boolean) => value);
    case "FLOAT":
      return number("float32");
    case "DOUBLE":
      return number("float64");
    case "INT96":
      // The reader makes nanoseconds of it unasked.
      return text("timestamp[ns]", (nanos: bigint) => instant(nanos, 9));
    case "INT32":
    case "INT64":
      return integerType(element, word);
    case "BYTE_ARRAY":
      if (word === "DECIMAL") return decimalType(element);
      if (word === "BSON") return text("bson", (value: Uint8Array) => hex(value));
      // Bytes without annotation are text in files of old writers.
      return text(BYTE_ARRAY_NAMES[word] ?? "utf8", (value: string) => value, UTF8);
    case "FIXED_LEN_BYTE_ARRAY":
      if (word === "DECIMAL") return decimalType(element);
      if (word === "FLOAT16") return number("float16", { logical_type: { type: "FLOAT16" } });
      if (word === "UUID") return text("uuid", (value: Uint8Array) => uuid(value));
      return text(`bytes(${element.type_length ?? "?"})`, (value: Uint8Array) => hex(value));
    default:
      return null;
  }
}

const BYTE_ARRAY_NAMES: Readonly<Record<string, string>> = {
  "": "bytes",
  JSON: "json",
  ENUM: "enum",
};

function integerType(element: SchemaElement, word: string): ParquetType {
  const { type, converted_type: converted, logical_type: logical } = element;
  const isLong = type === "INT64";
  switch (word) {
    case "DECIMAL":
      return decimalType(element);
    case "DATE":
      return text("date", (days: number) => day(BigInt(days)));
    case "TIME":
    case "TIME_MILLIS":
    case "TIME_MICROS": {
      const [unit, digits] = unitOf(element);
      return text(`time[${unit}]`, (value: number | bigint) => clock(BigInt(value), digits));
    }
    case "TIMESTAMP":
    case "TIMESTAMP_MILLIS":
    case "TIMESTAMP_MICROS": {
      const [unit, digits] = unitOf(element);
      return text(`timestamp[${unit}]`, (value: number | bigint) => instant(BigInt(value), digits));
    }
    default: {
      const unsigned =
        converted?.startsWith("UINT_") || (logical?.type === "INTEGER" && logical.isSigned === false);
      const bits =
        logical?.type === "INTEGER" ? logical.bitWidth : Number(/\d+$/u.exec(converted ?? "")?.[0] ?? 0);
      const converted_type = unsigned ? (isLong ? "UINT_64" : "UINT_32") : null;
      return number(
        `${unsigned ? "uint" : "int"}${bits || (isLong ? 64 : 32)}`,
        converted_type && { converted_type },
      );
    }
  }
}

/** Unit of a time, and its digits after the second. */
function unitOf({ converted_type: converted, logical_type: logical }: SchemaElement): [string, number] {
  const unit =
    logical?.type === "TIME" || logical?.type === "TIMESTAMP"
      ? logical.unit
      : converted?.endsWith("MICROS") === true
        ? "MICROS"
        : "MILLIS";
  return unit === "NANOS" ? ["ns", 9] : unit === "MICROS" ? ["us", 6] : ["ms", 3];
}

/** Decimals that a double tells apart are doubles; wider ones keep all their digits. */
function decimalType(element: SchemaElement): ParquetType {
  const logical = element.logical_type?.type === "DECIMAL" ? element.logical_type : undefined;
  const scale = logical?.scale ?? element.scale ?? 0;
  const precision = logical?.precision ?? element.precision ?? 0;
  const name = `decimal(${precision},${scale})`;
  // A million digits after the point are no decimal but a damaged file.
  if (scale < 0 || scale > 1000) return text(name, (value: unknown) => `${unscaled(value)}e${-scale}`);
  const isWide = precision > 15 || precision === 0;
  const decimal = (raw: unknown): Decimal => ({ units: unscaled(raw), scale });
  const taken = isWide ? decimal : (raw: unknown) => nearest(decimal(raw));
  return {
    name,
    family: "number",
    annotation: null,
    values: (chunks, length) => mixedNumbers(chunks, length, taken),
  };
}

function unscaled(value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  const bytes = value as Uint8Array;
  return bytes.length === 0 ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(hex(bytes)));
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString("hex")}`;

function uuid(bytes: Uint8Array): string {
  return hex(bytes)
    .slice(2)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/u, "$1-$2-$3-$4-$5");
}

const DAY = 86_400n;

/** Division that rounds down, and what is left. */
function floorDivide(value: bigint, by: bigint): [bigint, bigint] {
  const rest = ((value % by) + by) % by;
  return [(value - rest) / by, rest];
}

/** Days since 1970 as a date; outside the years that a Date knows, the days themselves. */
function day(days: bigint): string {
  const date = new Date(Number(days) * 86_400_000);
  if (Number.isNaN(date.getTime())) return `day ${days}`;
  return date.toISOString().slice(0, -14);
}

/** A time of day from its ticks since midnight. */
function clock(ticks: bigint, digits: number): string {
  const [seconds, fraction] = floorDivide(ticks, BigInt(`1${"0".repeat(digits)}`));
  const [minutes, second] = floorDivide(seconds, 60n);
  const [hour, minute] = floorDivide(minutes, 60n);
  const two = (value: bigint) => String(value).padStart(2, "0");
  return `${two(hour)}:${two(minute)}:${two(second)}.${String(fraction).padStart(digits, "0")}`;
}

/** A moment from its ticks since 1970, all digits kept. */
function instant(ticks: bigint, digits: number): string {
  const perSecond = BigInt(`1${"0".repeat(digits)}`);
  const [days, rest] = floorDivide(ticks, DAY * perSecond);
  return `${day(days)} ${clock(rest, digits)}`;
}
