import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import path from "node:path";
import { byteOrder, canonicalJson } from "../tables/canonical.ts";
import { type Hash, hashOf } from "./canonical.ts";
import { diskFailure, Failure } from "./failure.ts";
import { firstBytes, linesOf, textOfLine } from "./lines.ts";
import { nameFor, recall, remember } from "./remembered.ts";
import type { SliceValues } from "./worker-protocol.ts";

/** A line of a journal that holds a record of an imported log. */
export interface ImportedLine {
  readonly kind: "imported";
  /** What it records, such as message or comprehension: a stage takes `journal:<of>`. */
  readonly of: string;
  /** Columns of the row that cut the log into slices. */
  readonly by: readonly string[];
  readonly row: JournalRow;
}

export type JournalRow = Readonly<Record<string, string | number | boolean | null>>;

/** Lines of a journal that belong together: those of one slice, or several slices taken as one. */
export interface JournalGroup {
  readonly values: SliceValues;
  /** Hash of the lines, whatever their order. */
  readonly content: Hash;
  /** Where they stand in the file: offset and length in bytes of each run of lines. */
  readonly runs: readonly (readonly [number, number])[];
}

/** Where a journal's lines stand, by what they record. */
export interface Journal {
  /** Path relative to the project. */
  readonly file: string;
  readonly groups: Readonly<Record<string, readonly JournalGroup[]>>;
}

/** Journal of a basket and study, relative to the project. */
export function journalFile(basket: string, study: string): string {
  return `data/journals/${basket}/${study}.jsonl`;
}

/** Folder of the remembered indices of journals, relative to the project. */
export const JOURNAL_INDICES = ".candor/cache/journals";

/** Raised when what is remembered changes its meaning. */
const INDEX_FORMAT = 1;

/**
 * Reads where the lines of a journal stand. The index of a file is remembered by the hash of its bytes, so that a
 * run that finds everything fresh hashes the journal and parses nothing. Throws a Failure.
 */
export async function readJournal(root: string, file: string): Promise<Journal> {
  const hash = await hashOfFile(path.join(root, file));
  if (hash === null)
    throw new Failure(
      "definition",
      `${file} does not exist, and the basket's answers are in it; bring it back, or import the log again`,
    );
  const remembered = path.join(root, JOURNAL_INDICES, `log-${INDEX_FORMAT}-${nameFor(hash)}`);
  const known = recall(remembered);
  if (known !== undefined) return { file, groups: known as Journal["groups"] };
  const groups = await indexOf(root, file);
  remember(remembered, groups);
  return { file, groups };
}

/** Hash of a file's bytes, whatever its size; null where there is none. Throws a disk Failure. */
export async function hashOfFile(file: string): Promise<Hash | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
      hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw diskFailure(error, `read ${file}`);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** Groups of lines, cut by fewer columns than the journal itself is. */
export function groupsBy(groups: readonly JournalGroup[], by: readonly string[]): JournalGroup[] {
  const merged = new Map<string, JournalGroup[]>();
  for (const group of groups) {
    const values = Object.fromEntries(by.map((column) => [column, group.values[column]!]));
    const name = canonicalJson(values);
    const same = merged.get(name);
    if (same === undefined) merged.set(name, [{ ...group, values }]);
    else same.push({ ...group, values });
  }
  return [...merged.values()].map((same) =>
    same.length === 1
      ? same[0]!
      : {
          values: same[0]!.values,
          content: hashOf(
            same
              .map(({ content }) => content)
              .sort(byteOrder)
              .join("\n"),
          ),
          runs: joined(same.flatMap(({ runs }) => runs).sort((a, b) => a[0] - b[0])),
        },
  );
}

/** All lines of a kind as one group; its content is null where there are none. */
export function wholeOf(groups: readonly JournalGroup[]): JournalGroup {
  return groupsBy(groups, [])[0] ?? { values: {}, content: hashOf(""), runs: [] };
}

/**
 * The rows of a group, in an order that does not depend on that of the file. Throws a Failure of kind
 * input-changed where the file no longer holds what was indexed.
 */
export function readRows(root: string, file: string, groups: readonly JournalGroup[]): JournalRow[] {
  const rows: { digest: string; row: JournalRow }[] = [];
  const handle = openSync(path.join(root, file), "r");
  try {
    for (const { content, runs } of groups) {
      const lines = runs.flatMap(([offset, length]) => {
        const bytes = Buffer.alloc(length);
        readSync(handle, bytes, 0, length, offset);
        return splitLines(bytes);
      });
      const digests = lines.map(digestOf);
      if (contentOf(digests) !== content)
        throw new Failure("input-changed", `${file} changed while candor read it; run again`);
      lines.forEach((line, i) => {
        rows.push({ digest: digests[i]!, row: (JSON.parse(line) as ImportedLine).row });
      });
    }
  } finally {
    closeSync(handle);
  }
  return rows.sort((a, b) => byteOrder(a.digest, b.digest)).map(({ row }) => row);
}

/** Lines that LF ends, each as text: a run may be longer than the longest text. */
function splitLines(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    lines.push(bytes.toString("utf8", from, end === -1 ? bytes.length : end));
    from = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

async function indexOf(root: string, file: string): Promise<Record<string, JournalGroup[]>> {
  interface Open {
    readonly of: string;
    readonly values: SliceValues;
    readonly digests: string[];
    readonly runs: [number, number][];
  }
  const open = new Map<string, Open>();
  const start = firstBytes(path.join(root, file));
  const damaged = (number: number, what: string) =>
    new Failure(
      "damaged",
      `${file}, line ${number}: ${what} (an edit by hand, a copy that changed line ends, or a cut file); import the log again with --replace`,
    );
  if (start[0] === 0x1f && start[1] === 0x8b) throw damaged(1, "a journal is not packed");
  let next: number | null = null;
  for await (const lines of linesOf(path.join(root, file))) {
    for (const { number, bytes, offset, ended } of lines) {
      const text = textOfLine(bytes);
      const line = typeof text === "string" ? parseLine(text) : null;
      if (line === null || !ended) throw damaged(number, "not a line that candor import wrote");
      if (next !== null && next !== offset) throw damaged(number - 1, "ended by something else than LF");
      next = offset + bytes.length + 1;
      const values = Object.fromEntries(
        line.by.map((column) => [column, line.row[column] as string | number]),
      );
      const name = canonicalJson([line.of, values]);
      let group = open.get(name);
      if (group === undefined) {
        group = { of: line.of, values, digests: [], runs: [] };
        open.set(name, group);
      }
      group.digests.push(digestOf(text as string));
      const last = group.runs[group.runs.length - 1];
      if (last !== undefined && last[0] + last[1] === offset) last[1] += bytes.length + 1;
      else group.runs.push([offset, bytes.length + 1]);
    }
  }
  const groups: Record<string, JournalGroup[]> = Object.create(null);
  // Slices go by their values, not by where they stand.
  for (const name of [...open.keys()].sort(byteOrder)) {
    const { of, values, digests, runs } = open.get(name)!;
    groups[of] ??= [];
    groups[of].push({ values, content: contentOf(digests), runs });
  }
  return groups;
}

function parseLine(text: string): ImportedLine | null {
  try {
    const { kind, of, by, row } = JSON.parse(text) as ImportedLine;
    if (kind !== "imported" || typeof of !== "string" || !Array.isArray(by) || by.length === 0) return null;
    if (typeof row !== "object" || row === null) return null;
    const cuts = by.every((column) => typeof row[column] === "string" || typeof row[column] === "number");
    return cuts ? { kind, of, by, row } : null;
  } catch {
    return null;
  }
}

function digestOf(line: string): string {
  return createHash("sha256").update(line).digest("base64");
}

function contentOf(digests: readonly string[]): Hash {
  return hashOf([...digests].sort(byteOrder).join("\n"));
}

/** Runs that touch, made one. */
function joined(runs: readonly (readonly [number, number])[]): [number, number][] {
  const out: [number, number][] = [];
  for (const [offset, length] of runs) {
    const last = out[out.length - 1];
    if (last !== undefined && last[0] + last[1] === offset) last[1] += length;
    else out.push([offset, length]);
  }
  return out;
}
