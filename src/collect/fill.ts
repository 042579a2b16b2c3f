import type { RecordedAnswer } from "../pipeline/answer-lines.ts";
import type { Hash } from "../pipeline/canonical.ts";
import type { AskingPart, Discovery } from "../pipeline/discovery.ts";
import { namesAsked } from "../pipeline/slices.ts";
import type { LookedUp } from "../pipeline/worker-protocol.ts";

/** What the filling of a part needs of its surroundings. */
export interface FillOptions {
  /** Asks somebody: the answer, recorded, or null where none came. */
  readonly answer: (key: Hash, wanted: LookedUp) => Promise<RecordedAnswer | null>;
  /** Told of each request that a part makes, once: whom it asks, and whether its answer was there before. */
  readonly count: (key: Hash, name: string, recorded: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks whatever a part of a stage wants, until it wants nothing more: the part is run on the answers that are there,
 * what it misses is asked, and with these answers it is run again, for what it asks then (the next turn of each of its
 * conversations). A request without an answer is not asked twice.
 */
export async function fillPart(
  discovery: Discovery,
  part: AskingPart,
  { answer, count, signal }: FillOptions,
): Promise<void> {
  const since: Record<Hash, RecordedAnswer> = {};
  const tried = new Set<Hash>();
  while (!signal.aborted) {
    const { askedOf, missing, requests } = await discovery.wantedBy(part, since);
    const open = new Set(missing);
    for (const [name, keys] of Object.entries(askedOf))
      for (const key of keys) if (!(key in since)) count(key, name, !open.has(key));
    const untried = missing.filter((key) => !tried.has(key));
    if (untried.length === 0) return;
    await Promise.all(
      untried.map(async (key) => {
        tried.add(key);
        const came = await answer(key, requests[key]!);
        if (came !== null) since[key] = came;
      }),
    );
  }
}

/** Parts in an order that lets every answerer have work at once: in turn by answerer. */
export function inTurn(parts: readonly AskingPart[]): AskingPart[] {
  const queues = new Map<string, AskingPart[]>();
  for (const part of parts) {
    const [name = ""] = namesAsked(part.asks);
    const queue = queues.get(name);
    if (queue === undefined) queues.set(name, [part]);
    else queue.push(part);
  }
  const longest = Math.max(0, ...[...queues.values()].map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) =>
    [...queues.values()].flatMap((queue) => queue[i] ?? []),
  ).flat();
}
