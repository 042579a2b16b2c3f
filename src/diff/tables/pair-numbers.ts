/**
 * Numbers pairs of non-negative integers in the order in which they come: equal pairs have one number. An open
 * hash table over typed arrays: a Map of millions of composed keys takes some ten times the memory.
 */
export class PairNumbers {
  /** How many different pairs came. */
  size = 0;
  #first: Int32Array;
  #second: Int32Array;
  /** Place → number of the pair + 1; 0 where the place is free. */
  #places: Int32Array;

  constructor(expected: number) {
    const room = Math.max(16, expected);
    this.#first = new Int32Array(room);
    this.#second = new Int32Array(room);
    this.#places = new Int32Array(placesFor(room));
  }

  numberOf(first: number, second: number): number {
    const mask = this.#places.length - 1;
    let place = mixed(first, second) & mask;
    for (;;) {
      const there = (this.#places[place] as number) - 1;
      if (there === -1) return this.#add(first, second, place);
      if (this.#first[there] === first && this.#second[there] === second) return there;
      place = (place + 1) & mask;
    }
  }

  #add(first: number, second: number, place: number): number {
    const number = this.size++;
    if (number === this.#first.length) {
      this.#grow();
      return this.#insert(number, first, second);
    }
    this.#places[place] = number + 1;
    this.#first[number] = first;
    this.#second[number] = second;
    return number;
  }

  #insert(number: number, first: number, second: number): number {
    const mask = this.#places.length - 1;
    let place = mixed(first, second) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = number + 1;
    this.#first[number] = first;
    this.#second[number] = second;
    return number;
  }

  #grow(): void {
    const [first, second] = [this.#first, this.#second];
    this.#first = new Int32Array(2 * first.length);
    this.#second = new Int32Array(2 * first.length);
    this.#places = new Int32Array(placesFor(2 * first.length));
    for (let i = 0; i < first.length; i++) this.#insert(i, first[i] as number, second[i] as number);
  }
}

/** A power of two that keeps the table at most half full. */
function placesFor(room: number): number {
  let places = 32;
  while (places < 2 * room) places *= 2;
  return places;
}

/** Spreads a pair over 32 bits (finalizer of MurmurHash3). */
function mixed(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca6b);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
