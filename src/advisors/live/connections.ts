import type { Halt } from "./halt.ts";
import { Queue } from "./turns.ts";

/** Requests at one time before anything is known of the server. */
const START = 20;

/** Right to have one request in flight. */
export interface Connection {
  /** How many were given before it. */
  readonly order: number;
}

/** What a request tells of the server's strength. */
export type Verdict =
  | "success"
  /** The server said that it is too much. */
  | "too-much"
  /** The server failed: no reason to send more at one time, and none to send less. */
  | "failure"
  /** Nothing. */
  | "none";

/**
 * Requests at one time to one server with one key. The limit doubles after as many successes as it allows requests,
 * until the server is first too busy; it is then halved, and from there grows by one. What was sent before it was
 * halved does not halve it again.
 */
export class Connections {
  #most: number;
  #limit: number;
  #inUse = 0;
  #given = 0;
  /** Requests before this one do not halve the limit. */
  #cutAt = 0;
  #everCut = false;
  #successes = 0;
  readonly #waiting = new Queue<() => boolean>();
  readonly #changed: (limit: number, reason: string) => void;

  constructor(most: number, changed: (limit: number, reason: string) => void) {
    this.#most = most;
    this.#limit = Math.min(most, START);
    this.#changed = changed;
  }

  get limit(): number {
    return this.#limit;
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** A model with the same server and key allows no more than this. */
  atMost(most: number): void {
    this.#most = Math.min(this.#most, most);
    this.#limit = Math.min(this.#limit, this.#most);
  }

  /** Resolves with a connection, or null at the halt. */
  take(halt: Halt): Promise<Connection | null> {
    return new Promise((resolve) => {
      let ended = false;
      const callOff = halt.onHalt(() => {
        ended = true;
        resolve(null);
      });
      if (ended) return;
      this.#waiting.push(() => {
        if (ended) return false;
        callOff();
        this.#inUse += 1;
        resolve({ order: this.#given++ });
        return true;
      });
      this.#serve();
    });
  }

  give(connection: Connection, verdict: Verdict): void {
    this.#inUse -= 1;
    if (verdict === "success") this.#succeeded();
    if (verdict === "failure") this.#successes = 0;
    if (verdict === "too-much") this.#cut(connection);
    this.#serve();
  }

  #succeeded(): void {
    this.#successes += 1;
    if (this.#successes < this.#limit || this.#limit >= this.#most) return;
    // A limit that nothing reaches says nothing of the server: it grows once something waits for it.
    if (this.#waiting.size === 0) return;
    this.#successes = 0;
    this.#limit = Math.min(this.#most, this.#everCut ? this.#limit + 1 : this.#limit * 2);
    this.#changed(this.#limit, "answers come without trouble");
  }

  #cut({ order }: Connection): void {
    this.#successes = 0;
    if (order < this.#cutAt) return;
    this.#cutAt = this.#given;
    this.#everCut = true;
    const limit = Math.max(1, Math.floor(this.#limit / 2));
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#changed(limit, "the provider says that it is too much at one time");
  }

  #serve(): void {
    while (this.#inUse < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }
}
