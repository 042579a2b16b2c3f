/**
 * Which states a cell has had, and the value of each state: a bit and a number per state, in pages, so that a log
 * of millions of records fits.
 */
const PAGE = 256;

/** A set of whole numbers, one bit each. */
export class IndexSet {
  readonly #pages = new Map<number, Uint32Array>();

  /** Adds a number of 0 or more; false where it is there already. */
  add(index: number): boolean {
    const page = Math.floor(index / PAGE);
    let bits = this.#pages.get(page);
    if (bits === undefined) {
      bits = new Uint32Array(PAGE / 32);
      this.#pages.set(page, bits);
    }
    const place = index % PAGE;
    const bit = 1 << (place & 31);
    if ((bits[place >>> 5]! & bit) !== 0) return false;
    bits[place >>> 5]! |= bit;
    return true;
  }
}

/** The state of each index, as it was first told. */
export class StateList {
  readonly #pages = new Map<number, Float64Array>();

  /** Takes the state of an index; returns the one told before, where it is another, else null. */
  tell(index: number, omega: number): number | null {
    const page = Math.floor(index / PAGE);
    let states = this.#pages.get(page);
    if (states === undefined) {
      states = new Float64Array(PAGE).fill(Number.NaN);
      this.#pages.set(page, states);
    }
    const before = states[index % PAGE]!;
    if (Number.isNaN(before)) states[index % PAGE] = omega;
    return Number.isNaN(before) || before === omega ? null : before;
  }
}
