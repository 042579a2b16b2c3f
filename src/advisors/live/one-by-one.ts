/**
 * Lets one after the other go on, and the event loop round between them. Answers that come together would otherwise be
 * recorded together, and their next requests sent together once all are on the disk, so that they come together for
 * ever, each time as late as the last of them.
 */
export class OneByOne {
  readonly #waiting: (() => void)[] = [];

  add(goOn: () => void): void {
    this.#waiting.push(goOn);
    if (this.#waiting.length === 1) setImmediate(this.#next);
  }

  readonly #next = (): void => {
    this.#waiting[0]!();
    this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
