import { Queue } from "../advisors/live/turns.ts";

/** Money that one request holds. */
interface Holder {
  held: number;
  /** Whether it can still cost what it holds: it does not wait, and is not closed. */
  active: boolean;
  closed: boolean;
}

interface Waiting {
  readonly holder: Holder;
  readonly amount: number;
  readonly resolve: (granted: boolean) => void;
}

/**
 * Money that may be spent. Before a request goes out, its worst case is set aside; when its answer is there, what it
 * really cost takes that place. So the sum of what is spent and what is in flight never passes the limit.
 */
export class Budget {
  readonly #limit: number;
  #spent: number;
  #reserved = 0;
  /** Requests whose real cost can still make room. */
  #active = 0;
  #stopped = false;
  /** Requests that hold money already, and then all others, each in the order of coming. */
  readonly #again = new Queue<Waiting>();
  readonly #first = new Queue<Waiting>();

  /**
   * @param limit US dollars in all
   * @param spent US dollars of what was recorded before
   */
  constructor(limit: number, spent: number) {
    this.#limit = limit;
    this.#spent = spent;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Denies whatever is still to be set aside. */
  stop(): void {
    this.#stopped = true;
    this.#serve();
  }

  /** Sets money aside for one request. */
  open(): Reservation {
    const holder: Holder = { held: 0, active: false, closed: false };
    return {
      raise: (amount) => {
        this.#setActive(holder, false);
        const before = this.#again.size + (holder.held > 0 ? 0 : this.#first.size);
        const verdict = before > 0 ? null : this.#verdict(holder, amount);
        if (verdict !== null) {
          this.#settle(holder, amount, verdict);
          return verdict;
        }
        const queue = holder.held > 0 ? this.#again : this.#first;
        const granted = new Promise<boolean>((resolve) => queue.push({ holder, amount, resolve }));
        // Others may have waited for this one.
        this.#serve();
        return granted;
      },
      lower: (amount) => {
        if (holder.closed || amount >= holder.held) return;
        this.#reserved += amount - holder.held;
        holder.held = amount;
        this.#setActive(holder, false);
        this.#serve();
      },
      close: (cost) => {
        if (holder.closed) return;
        holder.closed = true;
        this.#reserved -= holder.held;
        holder.held = 0;
        this.#setActive(holder, false);
        this.#spent += cost;
        this.#serve();
      },
    };
  }

  /** Grants what fits and denies what never will, until the first that has to wait. */
  #serve(): void {
    for (;;) {
      const queue = this.#again.size > 0 ? this.#again : this.#first;
      const first = queue.peek();
      if (first === undefined) return;
      const verdict = this.#verdict(first.holder, first.amount);
      if (verdict === null) return;
      queue.shift();
      this.#settle(first.holder, first.amount, verdict);
      first.resolve(verdict);
    }
  }

  /** Whether a request gets this much; null where that depends on what others really cost. */
  #verdict({ held }: Holder, amount: number): boolean | null {
    if (this.#stopped || this.#spent + amount > this.#limit) return false;
    if (this.#spent + this.#reserved - held + amount <= this.#limit) return true;
    return this.#active === 0 ? false : null;
  }

  #settle(holder: Holder, amount: number, granted: boolean): void {
    if (granted) {
      this.#reserved += amount - holder.held;
      holder.held = amount;
    }
    // One that is denied gives back what it holds when it closes: others can wait for that.
    this.#setActive(holder, granted || holder.held > 0);
  }

  #setActive(holder: Holder, active: boolean): void {
    if (holder.active === active) return;
    holder.active = active;
    this.#active += active ? 1 : -1;
  }
}

export interface Reservation {
  /**
   * Sets this much aside in all. Returns whether it could; a promise of that where it waits for what is in flight. It
   * never waits where nothing is.
   */
  raise(amount: number): boolean | Promise<boolean>;
  /** Gives back all but this much: nothing is in flight for now. */
  lower(amount: number): void;
  /** Gives back what was set aside and books what it cost. */
  close(cost: number): void;
}
