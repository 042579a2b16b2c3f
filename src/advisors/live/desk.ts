import type { LiveModel } from "../../pipeline/definition.ts";
import { Breaker } from "./breaker.ts";
import type { Connection, Connections } from "./connections.ts";
import { Halt } from "./halt.ts";
import type { Why } from "./outcome.ts";
import { type Counted, Rate } from "./rate.ts";
import { Turns } from "./turns.ts";

/** Leave to send one request now. */
export interface Leave {
  readonly connection: Connection;
  readonly counted: Counted;
}

/** Where the requests to one model wait until they may be sent. */
export class Desk {
  readonly connections: Connections;
  readonly halt = new Halt();
  readonly rate: Rate;
  readonly breaker = new Breaker();
  readonly #turns = new Turns();
  /** Attempts that failed since the last answer, by no fault of the request. */
  #failures = 0;

  constructor(model: LiveModel, connections: Connections) {
    this.connections = connections;
    this.rate = new Rate(model.limits);
  }

  answered(): void {
    this.#failures = 0;
    this.breaker.answered();
  }

  /**
   * Counts an attempt that failed by no fault of its request.
   *
   * @returns how many times over all connections failed since the last answer
   */
  failed(): number {
    this.#failures += 1;
    return Math.floor(this.#failures / this.connections.limit);
  }

  /**
   * Waits for a place in the rate, then for a connection, so that what waits for the rate holds none, then for
   * `admit`. Returns why nothing may be sent instead.
   *
   * @param tokens most that the request can count
   * @param again whether it was sent before: then it goes before those that were not
   * @param admit a promise where it has to wait: for that time the request steps aside, since what it waits for can
   *   need its turn
   */
  async leave(tokens: number, again: boolean, admit: () => boolean | Promise<boolean>): Promise<Leave | Why> {
    let admitted: boolean | Promise<boolean> | null = null;
    for (;;) {
      if (admitted !== null) admitted = await admitted;
      if (admitted === false) return this.halt.why ?? "budget";
      await this.#turns.take(again || admitted !== null, this.halt);
      try {
        for (;;) {
          await this.rate.open(tokens, this.halt);
          const connection = await this.connections.take(this.halt);
          if (connection === null) return this.halt.why!;
          try {
            admitted ??= admit();
          } catch (error) {
            this.connections.give(connection, "none");
            throw error;
          }
          const now = performance.now();
          // Meanwhile all may have changed.
          if (admitted === true && this.halt.why === null && this.rate.opensAt(tokens, now) <= now)
            return { connection, counted: this.rate.take(tokens, now) };
          this.connections.give(connection, "none");
          if (this.halt.why !== null) return this.halt.why;
          if (admitted !== true) break;
        }
      } finally {
        this.#turns.pass();
      }
    }
  }
}
