import { Queue } from "../advisors/live/turns.ts";

/** Lets so many things be done at one time; the rest waits here, first come, first served, where it takes little memory. */
export class Places {
  #free: number;
  readonly #waiting = new Queue<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  async use<T>(action: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await action();
    } finally {
      this.#giveOn();
    }
  }

  #giveOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
