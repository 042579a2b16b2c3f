import { plainWords } from "./words.ts";

/** Words that end with a full stop inside a sentence. */
const ABBREVIATIONS = new Set([
  "dr",
  "mr",
  "mrs",
  "ms",
  "prof",
  "st",
  "no",
  "nr",
  "vs",
  "approx",
  "inc",
  "ltd",
  "jr",
  "sr",
]);

/** What ends a sentence, with what stands before it, where more text follows. */
const INNER_END = /(\S*?)([.!?…]+)["'”’)]*(?= )/gu;

/** Number of sentences of a text, by their ends; initials (J.), times (a.m.) and common abbreviations end none. */
export function sentenceCount(text: string): number {
  const ends = [...text.matchAll(INNER_END)].filter(([, before = "", mark]) => {
    const word = before.replace(/^[("'“‘]+/u, "");
    return !(mark === "." && (ABBREVIATIONS.has(word.toLowerCase()) || /^(?:\p{L}\.)*\p{L}$/u.test(word)));
  });
  return ends.length + 1;
}

/** What is wrong with a text that must be one sentence with a full stop, or null. */
export function sentenceProblem(text: string): string | null {
  if (!/[^.]\.$/u.test(text))
    return `requires a full stop at its end, got ${JSON.stringify(text.slice(-12))}`;
  const count = sentenceCount(text);
  return count === 1 ? null : `requires one sentence, got ${count}`;
}

const SECOND_PERSON = /^(?:you|your|yours|yourself|yourselves)(?:'|$)/u;
const FIRST_PERSON = /^(?:i|me|my|myself|we|our|ours|ourselves)(?:'|$)/u;

/** What is wrong with a text that the agent should be able to say as it stands, about others; null where nothing is. */
export function thirdPersonProblem(text: string): string | null {
  const word = plainWords(text).find((each) => SECOND_PERSON.test(each) || FIRST_PERSON.test(each));
  return word === undefined ? null : `requires the third person, got "${word}"; name who is meant`;
}

/** What is wrong with a text that speaks to its reader, or null. */
export function secondPersonProblem(text: string): string | null {
  if (plainWords(text).some((word) => SECOND_PERSON.test(word))) return null;
  return 'requires the second person, got no "you" or "your"';
}
