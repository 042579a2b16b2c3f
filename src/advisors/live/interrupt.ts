import type { Broken } from "./exchange.ts";

/** Ends one attempt before its time. An AbortSignal does the same and is felt at thousands of requests. */
export class Interrupt {
  #broken: Broken | null = null;
  #end: (() => void) | null = null;

  /** Why the attempt was ended; null while it was not. */
  get broken(): Broken | null {
    return this.#broken;
  }

  /** The first reason counts. */
  interrupt(broken: Broken): void {
    if (this.#broken !== null) return;
    this.#broken = broken;
    this.#end?.();
  }

  /** What ends the attempt, at once where it was interrupted already; null once it is over. */
  endWith(end: (() => void) | null): void {
    this.#end = end;
    if (this.#broken !== null) end?.();
  }
}
