import { wordingOf } from "../wording.ts";

/** What was read from a text, kept for the next turn or judgement that has the same text; forgotten all at once. */
export class Remembered<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  /** @param most how many texts are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(text: string, read: (text: string) => Value): Value {
    let value = this.#values.get(text);
    if (value === undefined) {
      value = read(text);
      if (this.#values.size >= this.#most) this.#values.clear();
      this.#values.set(text, value);
    }
    return value;
  }
}

/** 64 bits of a text, as text: two draws from a generator that the whole of it seeds. */
export function keyOf(text: string): string {
  const { uniform } = wordingOf("ai-liedar", text, {});
  return `${uniform()} ${uniform()}`;
}
