import path from "node:path";
import { requestKey } from "../../pipeline/answer-lines.ts";
import type { Json } from "../../pipeline/canonical.ts";
import { linesOf, textOfLine } from "../../pipeline/lines.ts";

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

const NAMED = 5;

/** The parts of a line that its key is made of; written by anybody who could write the file. */
interface Told {
  readonly kind?: unknown;
  readonly key?: unknown;
  readonly asked?: Json & { readonly model?: unknown };
  readonly request?: Json & { readonly prompt?: unknown; readonly embed?: unknown };
  readonly repeat?: unknown;
  readonly record?: { readonly served_model?: unknown } | null;
}

/**
 * Holds each answer's key against the request that its line tells: a request or a model that was rewritten later does
 * not fit any more. A later turn of a conversation and a judge's request are told by hashes, and are not held against
 * anything here.
 *
 * @param file journal, relative to the project; none is a journal without lines
 */
export async function journalLines(root: string, file: string): Promise<JournalLines> {
  let answers = 0;
  const foreign: number[] = [];
  let foreignCount = 0;
  let untold = 0;
  const served = new Map<string, Map<string, number>>();
  const identities = new Map<string, Json>();
  for await (const part of linesOf(path.join(root, file))) {
    for (const { bytes, number } of part) {
      const line = parsed(textOfLine(bytes));
      if (line?.kind !== "answer") continue;
      answers++;
      note(served, String(line.asked?.model ?? ""), line.record?.served_model);
      if (line.asked === undefined || line.request === undefined || line.repeat === undefined) untold++;
      else if (!fits(line, identities)) {
        foreignCount++;
        if (foreign.length < NAMED) foreign.push(number);
      }
    }
  }
  return { answers, foreign: { count: foreignCount, first: foreign }, untold, served: plain(served) };
}

function parsed(text: string | { readonly badByte: number }): Told | null {
  if (typeof text !== "string") return null;
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" ? (value as Told | null) : null;
  } catch {
    // A torn last line; what else cannot be read is refused where answers are looked up.
    return null;
  }
}

function fits({ key, asked, request, repeat }: Told, identities: Map<string, Json>): boolean {
  if (asked === undefined || request === undefined || typeof repeat !== "number") return false;
  if (request === null || (request.prompt === undefined && request.embed === undefined)) return true;
  // One object for equal ones: its canonical form is remembered.
  const text = JSON.stringify(asked);
  const identity = identities.get(text) ?? asked;
  identities.set(text, identity);
  return requestKey(identity, request, repeat) === key;
}

function note(served: Map<string, Map<string, number>>, asked: string, name: unknown): void {
  if (typeof name !== "string") return;
  const of = served.get(asked) ?? new Map<string, number>();
  served.set(asked, of);
  of.set(name, (of.get(name) ?? 0) + 1);
}

function plain(served: ReadonlyMap<string, ReadonlyMap<string, number>>): JournalLines["served"] {
  return Object.fromEntries([...served].map(([asked, names]) => [asked, Object.fromEntries(names)]));
}
