import path from "node:path";
import { requestKey } from "../../pipeline/answer-lines.ts";
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
  readonly lines: JournalLines;
}

/** What the lines of a journal say of themselves. */
export interface JournalLines {
  /** Lines with an answer. */
  readonly answers: number;
  /** Lines whose key is not the hash of whom they say was asked, and what: by line number, the first few. */
  readonly foreign: { readonly count: number; readonly first: readonly number[] };
  /** Lines that do not say whom was asked, or what: nothing can be held against their keys. */
  readonly untold: number;
  /** Models as the answers name them, by the model that was asked: how many lines. */
  readonly served: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What is known of a journal that is not there. */
export const NOTHING_SCANNED: Scanned = {
  first: null,
  last: null,
  outside: [],
  lines: { answers: 0, foreign: { count: 0, first: [] }, untold: 0, served: {} },
};

/** Which answers of a journal need no plan to explain them. */
export interface Explained {
  readonly has: (key: Hash) => boolean;
  /** How many answers were there already when the design was frozen: those in front. */
  readonly atFreeze: number;
  /** Whether a stage asks about answers, so that what it asks could not be planned. */
  readonly dependent: boolean;
}

const NAMED = 5;

/**
 * Reads the lines of a journal that is known to be sound. Each answer's key is held against the request that its line
 * tells: a request or a model that was rewritten later does not fit any more. A later turn of a conversation and a
 * judge's request are told by hashes, and are not held against anything here.
 */
export async function scanJournal(root: string, file: string, explained: Explained): Promise<Scanned> {
  const seen = new Set<string>();
  const outside = new Map<string, { -readonly [K in keyof AskedOutside]: AskedOutside[K] }>();
  const served = new Map<string, Map<string, number>>();
  const identities = new Map<string, Json>();
  const foreign: number[] = [];
  let [answers, untold]: [number, number] = [0, 0];
  let [first, last]: [string | null, string | null] = [null, null];
  for await (const part of linesOf(path.join(root, file))) {
    for (const { bytes, number } of part) {
      const line = parsed(bytes);
      if (line?.kind !== "answer" || typeof line.key !== "string") continue;
      answers++;
      const at = timeOf(line);
      if (at !== null && (first === null || at < first)) first = at;
      if (at !== null && (last === null || at > last)) last = at;
      noteServed(served, line);
      if (line.asked === undefined || line.request === undefined || line.repeat === undefined) untold++;
      else if (!fits(line, identities)) foreign.push(number);
      if (seen.has(line.key)) continue;
      seen.add(line.key);
      const isExplained =
        seen.size <= explained.atFreeze || explained.dependent || explained.has(line.key as Hash);
      if (isExplained || isLaterTurn(line)) continue;
      const asked = askedIn(line);
      const name = canonicalJson({ ...asked, example: null });
      const group = outside.get(name);
      if (group === undefined) outside.set(name, { ...asked, answers: 1 });
      else group.answers++;
    }
  }
  return {
    first,
    last,
    outside: [...outside.values()].sort((a, b) => b.answers - a.answers),
    lines: {
      answers,
      foreign: { count: foreign.length, first: foreign.slice(0, NAMED) },
      untold,
      served: Object.fromEntries([...served].map(([asked, names]) => [asked, Object.fromEntries(names)])),
    },
  };
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

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/u;

function timeOf({ at }: Members): string | null {
  return typeof at === "string" && TIME.test(at) ? at : null;
}

function fits({ key, asked, request, repeat }: Members, identities: Map<string, Json>): boolean {
  const said = membersOf(request);
  if (said === null || typeof repeat !== "number") return false;
  if (said.prompt === undefined && said.embed === undefined) return true;
  // One object for equal ones: its canonical form is remembered.
  const text = JSON.stringify(asked);
  const identity = identities.get(text) ?? asked!;
  identities.set(text, identity);
  return requestKey(identity, said, repeat) === key;
}

function noteServed(served: Map<string, Map<string, number>>, { asked, record }: Members): void {
  const name = membersOf(record)?.served_model;
  if (typeof name !== "string") return;
  const model = String(membersOf(asked)?.model ?? "");
  const names = served.get(model) ?? new Map<string, number>();
  served.set(model, names.set(name, (names.get(name) ?? 0) + 1));
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
