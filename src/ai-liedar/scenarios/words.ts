import { STOP_WORDS } from "./stop-words.ts";

/** Number of words of a text with single spaces: what spaces part. `{human}` is one word. */
export function wordCount(text: string): number {
  return text === "" ? 0 : text.split(" ").length;
}

/** The words of a text in lower case, without punctuation; an apostrophe inside a word stays, as `'`. */
export function plainWords(text: string): string[] {
  const words = text.replaceAll("’", "'").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'\p{L}+)*/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/**
 * The content words of an English text: its words without `{human}` and stop words, by a common stem, so that
 * flood, floods, flooded and flooding count as one. The stems are crude (Porter's first steps, roughly) and meant
 * for comparing two texts about one matter, nothing else.
 *
 * @returns stem → the first word that has it, in lower case, in the order of the text
 * @example contentWords("The flats were flooded twice.") // Map { "flat" => "flats", "flood" => "flooded", "twic" => "twice" }
 */
export function contentWords(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of plainWords(text.replaceAll("{human}", " "))) {
    const word = each.replace(/'.*$/u, "");
    const key = stem(word);
    if (!STOP_WORDS.has(word) && !found.has(key)) found.set(key, word);
  }
  return found;
}

/** The content words that two texts share, as the first has them and in its order. */
export function sharedContent(a: string, b: string): string[] {
  const other = contentWords(b);
  return [...contentWords(a)].filter(([key]) => other.has(key)).map(([, word]) => word);
}

/** Whether two texts are the same but for case, punctuation and spaces. */
export function sameWords(a: string, b: string): boolean {
  return plainWords(a).join(" ") === plainWords(b).join(" ");
}

function stem(word: string): string {
  const singular = /\p{L}{2}[^s]s$/u.test(word) ? word.slice(0, -1) : word;
  return singular
    .replace(/(?<=\p{L}{3})(?:ing|ed|ly)$/u, "")
    .replace(/(?<=\p{L}{3})e$/u, "")
    .replace(/([^aeiou])\1$/u, "$1")
    .replace(/(?<=\p{L}{2})y$/u, "i");
}
