import type { Halt } from "./halt.ts";

/** One at a time, in the order of coming; those who come again go before those who never were in. */
export class Turns {
  #taken = false;
  readonly #again = new Queue<() => void>();
  readonly #first = new Queue<() => void>();

  /** Resolves with the turn; after a halt at once, with nothing to wait for. */
  async take(again: boolean, halt: Halt): Promise<void> {
    if (halt.why !== null) return;
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      const callOff = halt.onHalt(resolve);
      (again ? this.#again : this.#first).push(() => {
        callOff();
        resolve();
      });
    });
  }

  /** Gives the turn to the next. After a halt nobody is waiting any more, and nothing depends on it. */
  pass(): void {
    const next = this.#again.shift() ?? this.#first.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }
}

/** First in, first out, in constant time. */
export class Queue<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head++];
    if (this.#head > 1_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** The item that comes out next; undefined where there is none. */
  peek(): T | undefined {
    return this.#items[this.#head];
  }

  /** Items in the order in which they come out. */
  *[Symbol.iterator](): Generator<T> {
    for (let i = this.#head; i < this.#items.length; i++) yield this.#items[i]!;
  }
}
