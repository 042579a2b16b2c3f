import { once } from "node:events";
import { createReadStream } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { readStatedNumber, type StatedNumber } from "../cheap-talk/stated-number/index.ts";
import { Failure } from "../pipeline/failure.ts";
import { printable, shorten, shown } from "../tables/untrusted.ts";
import type { ExitCode, World } from "./command.ts";

export interface ReadCommandOptions {
  /** Whether lines are records with a message, and not messages. */
  readonly jsonl?: boolean;
  readonly json?: boolean;
}

/** One message with what came along with it. */
interface Item {
  /** JSON of the record's id, as it stands there; undefined without one. */
  readonly id?: string | undefined;
  readonly message: string;
  readonly finishReason: string | null;
}

/** Output is gathered to pieces of about this many characters: one write per line would cost more than the reading. */
const PIECE = 16_384;

/**
 * Reads the stated number of each line: of a file, or of standard input. Any size in flat memory. What was read
 * before a line that is wrong is written first.
 *
 * @throws Failure where the file cannot be read, or a line is no UTF-8, no JSON, or has no message
 */
export async function read(world: World, file: string, options: ReadCommandOptions): Promise<ExitCode> {
  const output = new Output(world);
  try {
    let number = 0;
    for await (const bytes of linesOf(file, world.signal)) {
      number++;
      const where = `${file === "-" ? "standard input" : printable(file)}, line ${number}`;
      const text = decoded(bytes, where);
      const item = options.jsonl ? record(text, where) : { message: text, finishReason: null };
      if (item === null) continue;
      const stated = readStatedNumber(item.message, item.finishReason);
      const line = options.json ? asJson(item, stated) : asText(world, number, item, stated);
      await output.write(line);
      if (output.closed) break;
    }
  } finally {
    output.flush();
  }
  return 0;
}

/** Standard output in pieces: waits while its reader is slow, and notices when the reader has left. */
class Output {
  closed = false;
  #piece = "";
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    process.stdout.once("error", () => {
      this.closed = true;
    });
  }

  async write(line: string): Promise<void> {
    this.#piece += line;
    if (this.#piece.length < PIECE) return;
    this.flush();
    if (process.stdout.writableNeedDrain && !this.closed) await once(process.stdout, "drain").catch(() => {});
  }

  flush(): void {
    if (this.#piece !== "" && !this.closed) this.#world.out(this.#piece);
    this.#piece = "";
  }
}

const LF = 0x0a;
const CR = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Lines of a file as bytes, without their endings (LF or CRLF) and without a byte order mark at the beginning. */
async function* linesOf(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stream: Readable = addAbortSignal(signal, file === "-" ? process.stdin : createReadStream(file));
  const parts: Buffer[] = [];
  let first = true;
  const line = (last: Buffer): Buffer => {
    let whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts.length = 0;
    if (whole[whole.length - 1] === CR) whole = whole.subarray(0, -1);
    if (first && whole.subarray(0, 3).equals(MARK)) whole = whole.subarray(3);
    first = false;
    return whole;
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
        yield line(chunk.subarray(from, end));
        from = end + 1;
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
    }
  } catch (error) {
    throw unreadable(error, file);
  }
  if (parts.length > 0) yield line(Buffer.alloc(0));
}

function unreadable(error: unknown, file: string): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (code === undefined || name === "AbortError") return error;
  const why =
    { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "permission denied" }[code] ?? code;
  return new Failure("usage", `cannot read ${file === "-" ? "standard input" : printable(file)}: ${why}`);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer, where: string): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Failure("usage", `${where}: requires UTF-8 text, got bytes that are none`);
  }
}

/** The message of a record; null for an empty line, which many programs leave at the end. */
function record(text: string, where: string): Item | null {
  if (text.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = printable((error as Error).message);
    throw new Failure("usage", `${where}: requires a JSON object, got ${shown(text)} (${why})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Failure("usage", `${where}: requires a JSON object, got ${shown(value)}`);
  }
  const { id, message, finish_reason = null } = value as Readonly<Record<string, unknown>>;
  if (typeof message !== "string") {
    throw new Failure("usage", `${where}: message requires a text, got ${shown(message)}`);
  }
  if (finish_reason !== null && typeof finish_reason !== "string") {
    throw new Failure(
      "usage",
      `${where}: finish_reason requires a text or null, got ${shown(finish_reason)}`,
    );
  }
  return { id: id === undefined ? undefined : idAsWritten(id, text), message, finishReason: finish_reason };
}

/** JSON of an id. A number stays as it is written: 64-bit ones do not survive as a double. */
function idAsWritten(id: unknown, text: string): string {
  if (typeof id === "number") {
    for (const [, written] of text.matchAll(/"id"\s*:\s*(-?\d[\d.eE+-]*)/gu)) {
      if (written !== undefined && Number(written) === id) return written;
    }
  }
  return JSON.stringify(id);
}

function asJson({ id }: Item, stated: StatedNumber): string {
  const json = JSON.stringify(stated);
  return id === undefined ? `${json}\n` : `{"id":${id},${json.slice(1)}\n`;
}

/** Widest id and message that a line for people shows. */
const WIDEST_ID = 20;
const WIDEST_MESSAGE = 60;

/** "3  ok            state           0.42        choose 0.5   …": number or id, status, role, value, message. */
function asText(world: World, number: number, { id, message }: Item, stated: StatedNumber): string {
  const { style } = world;
  const name = id === undefined ? String(number) : id.startsWith('"') ? (JSON.parse(id) as string) : id;
  const cells = [
    shorten(printable(name), WIDEST_ID).padEnd(8),
    stated.status.padEnd(12),
    (stated.role ?? "-").padEnd(14),
    said(stated).padEnd(22),
  ];
  return `${cells.join(" ")} ${style.dim(shorten(printable(message), WIDEST_MESSAGE))}`.trimEnd() + "\n";
}

/** The number as people write it: "0.42", "0.4 in [0.35, 0.45]", "above 0.4"; the recommendation where it differs. */
function said({ value, low, high, status, recommendation }: StatedNumber): string {
  const number = (of: number) => String(Number(of.toPrecision(6)));
  const choose =
    recommendation !== null && recommendation !== value ? `, choose ${number(recommendation)}` : "";
  if (status === "bound") return (low === null ? `≤ ${number(high!)}` : `≥ ${number(low)}`) + choose;
  if (value === null) return "-";
  const range = low === null || high === null ? "" : ` in [${number(low)}, ${number(high)}]`;
  return `${number(value)}${range}${choose}`;
}
