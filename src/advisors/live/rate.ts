import type { Halt } from "./halt.ts";
import { Queue } from "./turns.ts";
import { waitUntil } from "./wait.ts";

/** A minute, and what requests may gain on the way on each other. */
export const WINDOW_MS = 60_500;

/** A request that counts in the rate of the last minute. */
export interface Counted {
  readonly at: number;
  tokens: number;
  /** Whether its minute is over. */
  over: boolean;
}

/**
 * Pace of one model: never more requests or tokens in any minute than its limits, and nothing while the provider
 * asks to wait. Times are those of performance.now().
 */
export class Rate {
  readonly #requestsPerMinute: number;
  readonly #tokensPerMinute: number;
  readonly #sent = new Queue<Counted>();
  #tokens = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Wakes the one that waits: what it waits for may have come nearer. */
  #wake: (() => void) | null = null;

  constructor(limits: {
    readonly requestsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
  }) {
    this.#requestsPerMinute = limits.requestsPerMinute ?? Number.POSITIVE_INFINITY;
    this.#tokensPerMinute = limits.tokensPerMinute ?? Number.POSITIVE_INFINITY;
  }

  /** When a request of so many tokens may be sent: `now`, or a later time. */
  opensAt(tokens: number, now: number): number {
    this.#forget(now);
    let opens = Math.max(now, this.#pausedUntil);
    // A request that is larger than the limit goes alone.
    let excess = this.#tokens + Math.min(tokens, this.#tokensPerMinute) - this.#tokensPerMinute;
    let surplus = this.#sent.size + 1 - this.#requestsPerMinute;
    for (const old of this.#sent) {
      if (excess <= 0 && surplus <= 0) break;
      opens = Math.max(opens, old.at + WINDOW_MS);
      excess -= old.tokens;
      surplus -= 1;
    }
    return opens;
  }

  /** Counts a request that is sent now. */
  take(tokens: number, now: number): Counted {
    const counted = { at: now, tokens, over: false };
    this.#sent.push(counted);
    this.#tokens += tokens;
    return counted;
  }

  /** What a request really took, in place of its estimate. */
  settle(counted: Counted, tokens: number): void {
    if (!counted.over) this.#tokens += tokens - counted.tokens;
    counted.tokens = tokens;
    this.#wake?.();
  }

  /** Nothing is sent before `at`. Returns whether that is later than what was known. */
  pauseUntil(at: number): boolean {
    if (at <= this.#pausedUntil) return false;
    this.#pausedUntil = at;
    return true;
  }

  /** Waits until a request of so many tokens may be sent, or the halt comes. One at a time may wait. */
  async open(tokens: number, halt: Halt): Promise<void> {
    while (halt.why === null) {
      const now = performance.now();
      const opens = this.opensAt(tokens, now);
      if (opens <= now) return;
      await waitUntil(opens, halt, (end) => {
        this.#wake = end;
      });
      this.#wake = null;
    }
  }

  #forget(now: number): void {
    for (
      let old = this.#sent.peek();
      old !== undefined && old.at + WINDOW_MS <= now;
      old = this.#sent.peek()
    ) {
      this.#tokens -= old.tokens;
      old.over = true;
      this.#sent.shift();
    }
  }
}
