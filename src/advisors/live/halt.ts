import type { Why } from "./outcome.ts";

/** Ends waits for good: those that go on and those that come later. */
export class Halt {
  #why: Why | null = null;
  readonly #waiting = new Set<() => void>();

  /** Why nothing more is sent; null while something is. */
  get why(): Why | null {
    return this.#why;
  }

  /** The first reason counts. */
  halt(why: Why): void {
    if (this.#why !== null) return;
    this.#why = why;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const end of waiting) end();
  }

  /** Calls `end` at the halt, at once where it was already. Returns the way to call it off. */
  onHalt(end: () => void): () => void {
    if (this.#why !== null) end();
    else this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }
}
