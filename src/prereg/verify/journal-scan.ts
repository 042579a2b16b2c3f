import path from "node:path";
import type { Hash, Json } from "../../pipeline/canonical.ts";
import { linesOf } from "../../pipeline/lines.ts";
import { canonicalJson } from "../../tables/canonical.ts";
import type { AskedOutside } from "./report.ts";

/** What the lines of a journal tell beside their keys. */
export interface Scanned {
  /** When the first and the last answer came, by the clock of the machine that asked; null where no line says it. */
  readonly first: string | null;
  readonly last: string | null;
  /** Answers that the plan cannot have asked for, by whom was asked what; the most first. */
  readonly outside: readonly AskedOutside[];
}

/** Which answers of a journal need no plan to explain them. */
export interface Explained {
  readonly has: (key: Hash) => boolean;
  /** How many answers were there already when the design was frozen: those in front. */
  readonly atFreeze: number;
  /** Whether a stage asks about answers, so that what it asks could not be planned. */
  readonly dependent: boolean;
}

/**
 * Reads the lines of a journal that is known to be sound. Of a line that is explained only key and time are looked at, so
 * that thousands take no time. A later turn of a conversation says of itself that it is one.
 */
export async function scanJournal(root: string, file: string, explained: Explained): Promise<Scanned> {
  const seen = new Set<string>();
  const groups = new Map<string, { -readonly [K in keyof AskedOutside]: AskedOutside[K] }>();
  let [first, last]: [string | null, string | null] = [null, null];
  for await (const lines of linesOf(path.join(root, file))) {
    for (const { bytes } of lines) {
      const key = keyOf(bytes);
      if (key === null) continue;
      const at = timeOf(bytes);
      if (at !== null && (first === null || at < first)) first = at;
      if (at !== null && (last === null || at > last)) last = at;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size <= explained.atFreeze || explained.dependent || explained.has(key as Hash)) continue;
      const line = parsed(bytes);
      if (line === null || isLaterTurn(line)) continue;
      const asked = askedIn(line);
      const name = canonicalJson({ ...asked, example: null });
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { ...asked, answers: 1 });
      else group.answers++;
    }
  }
  return { first, last, outside: [...groups.values()].sort((a, b) => b.answers - a.answers) };
}

/** Longest beginning of a line in which its key stands. */
const BEGINNING = 160;
const ANSWER = /^\{"kind":"answer",(?:"v":\d+,)?"key":"(sha256:[0-9a-f]{64})"/u;

/** The key of an answer; null for a line that is none. */
function keyOf(bytes: Buffer): string | null {
  const beginning = bytes.toString("latin1", 0, BEGINNING);
  const found = ANSWER.exec(beginning)?.[1];
  if (found !== undefined || beginning.startsWith('{"kind":"error"')) return found ?? null;
  const line = parsed(bytes);
  return line?.kind === "answer" && typeof line.key === "string" ? line.key : null;
}

/** In a text its quotation marks would be escaped, so this is the member. */
const AT = Buffer.from('"at":"');
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/u;

function timeOf(bytes: Buffer): string | null {
  const at = bytes.indexOf(AT);
  if (at === -1) return null;
  const from = at + AT.length;
  const time = bytes.toString("latin1", from, bytes.indexOf(0x22, from));
  return TIME.test(time) ? time : null;
}

type Members = Readonly<Record<string, Json>>;

function parsed(bytes: Buffer): Members | null {
  try {
    return membersOf(JSON.parse(bytes.toString("utf8")) as Json);
  } catch {
    // A torn last line: it counts for nobody.
    return null;
  }
}

function membersOf(value: Json | undefined): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

function isLaterTurn(line: Members): boolean {
  return typeof membersOf(line.request)?.turns === "number";
}

/** Whom a line says that it asked, and what. */
function askedIn(line: Members): AskedOutside {
  const asked = membersOf(line.asked) ?? {};
  const request = membersOf(line.request) ?? {};
  const { prompt, template, temperature, max_tokens } = request;
  const example = [prompt, template].find((text) => typeof text === "string");
  const said = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_tokens }),
  };
  return {
    model: typeof asked.model === "string" ? asked.model : null,
    params: { ...said, ...membersOf(asked.params) },
    example: example === undefined ? null : String(example),
    answers: 1,
  };
}
