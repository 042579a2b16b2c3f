/** Longest text that is shown whole. */
const LENGTH = 56;

/** So much stands before the first difference. */
const BEFORE = 16;

/** Two texts, or of long ones the parts around the place where they first differ, … where something is left out. */
export function excerpts<A extends string | null, B extends string | null>(
  was: A,
  is: B,
): readonly [A | string, B | string] {
  const differs = was === null || is === null ? 0 : firstDifference(was, is);
  const longest = Math.max(was?.length ?? 0, is?.length ?? 0);
  const from = longest <= LENGTH ? 0 : Math.max(0, differs - BEFORE);
  return [cut(was, from), cut(is, from)];
}

function cut<T extends string | null>(text: T, from: number): T | string {
  if (text === null || (from === 0 && text.length <= LENGTH)) return text;
  const end = from + LENGTH;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
