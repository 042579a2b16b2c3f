/** Keeps the first few of many items by an order, without sorting them all. */
export class FirstFew<Item> {
  /** A heap whose top is the last of those kept. */
  readonly #heap: Item[] = [];
  readonly #limit: number;
  readonly #compare: (x: Item, y: Item) => number;

  /** @param limit 0 or more; Infinity keeps all */
  constructor(limit: number, compare: (x: Item, y: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The last one kept once there is no room for more: what comes behind it needs no offer. */
  get last(): Item | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  offer(item: Item): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(item);
      if (this.#limit !== Infinity) this.#up(heap.length - 1);
    } else if (heap.length > 0 && this.#compare(item, heap[0] as Item) < 0) {
      heap[0] = item;
      this.#down(0);
    }
  }

  /** Those kept, in order. */
  sorted(): Item[] {
    return [...this.#heap].sort(this.#compare);
  }

  #up(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(this.#heap[at] as Item, this.#heap[parent] as Item) <= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(from: number): void {
    let at = from;
    for (;;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child >= this.#heap.length) continue;
        if (this.#compare(this.#heap[child] as Item, this.#heap[last] as Item) > 0) last = child;
      }
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #swap(i: number, j: number): void {
    const item = this.#heap[i] as Item;
    this.#heap[i] = this.#heap[j] as Item;
    this.#heap[j] = item;
  }
}
